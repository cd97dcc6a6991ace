import Box from '@mui/material/Box';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryResult } from '../../../ui/feedback/query-result.tsx';
import { ManualActionCard } from './manual-action-card.tsx';
import { useManualActions } from './manual-action-queries.ts';
import type { WorkUnitRow } from '../work-unit-row.ts';

/** The manual actions that the unit's protocol offers in its current state. */
export const PendingActionsTab = ({ workUnit }: { readonly workUnit: WorkUnitRow }) => (
  <QueryResult query={useManualActions(workUnit.workUnitId)}>
    {({ value }) =>
      value.length === 0 ? (
        <EmptyState title="No pending actions for the current state." />
      ) : (
        <Box
          component="ul"
          aria-label="Pending actions"
          sx={{ display: 'flex', flexDirection: 'column', gap: 3, listStyle: 'none', m: 0, p: 0 }}
        >
          {value.map((action) => (
            <ManualActionCard key={action.protocolActionId} workUnitId={workUnit.workUnitId} action={action} />
          ))}
        </Box>
      )
    }
  </QueryResult>
);
