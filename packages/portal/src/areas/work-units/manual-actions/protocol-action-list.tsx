import type { ManualAction } from '@cfs/contracts/manual-actions';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { manualActionName } from './manual-action-name.ts';

/** A manual action of a protocol as its set returns it, with its definition expanded. */
export type ManualProtocolAction = Pick<
  ManualAction,
  'protocolActionId' | 'workUnitEventTypeId' | 'summary' | 'repeatable'
> & { readonly actionDefinition: ManualAction['actionDefinition'] };

interface ProtocolActionListProps {
  readonly label: string;
  readonly actions: readonly ManualProtocolAction[];
}

/** A read-only list of manual actions: those of events that the unit's current state does not raise. */
export const ProtocolActionList = ({ label, actions }: ProtocolActionListProps) => (
  <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
    {actions.map((action) => (
      <Box
        component="li"
        key={action.protocolActionId}
        sx={{ py: 2, borderTop: 1, borderColor: 'divider', overflowWrap: 'anywhere' }}
      >
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {manualActionName(action)}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {action.actionDefinition.name}
          {action.actionDefinition.description && `: ${action.actionDefinition.description}`}
        </Typography>
      </Box>
    ))}
  </Box>
);
