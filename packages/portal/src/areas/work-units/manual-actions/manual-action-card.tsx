import type { ManualAction } from '@cfs/contracts/manual-actions';
import { namesIn } from '@cfs/contracts/actions';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { usePermissions } from '../../../lib/permissions.tsx';
import { useAsk } from '../../../ui/feedback/confirm.tsx';
import { manualActionName } from './manual-action-name.ts';
import { ManualActionRuns } from './manual-action-runs.tsx';
import { ManualActionStatusLabel } from './manual-action-status.tsx';
import { RunActionDialog } from './run-action-dialog.tsx';
import { useManualActionCommands } from './use-manual-action-commands.ts';

const questions = {
  trigger: (name: string) => ({ title: 'Run Action', text: `Are you sure you want to trigger "${name}" action?` }),
  reject: (name: string) => ({ title: 'Reject Action', text: `Are you sure you want to reject "${name}" action?` }),
} as const;

interface ManualActionCardProps {
  readonly workUnitId: number;
  readonly action: ManualAction;
}

/** A manual action of the unit's current state: its description, its commands and its runs. */
export const ManualActionCard = ({ workUnitId, action }: ManualActionCardProps) => {
  const ask = useAsk();
  const mayEdit = usePermissions().has('WorkUnits:edit');
  const { command, isBusy } = useManualActionCommands(workUnitId);
  const [isAsking, setAsking] = useState(false);
  const name = manualActionName(action);
  const runLabel = action.repeatable && action.runs.length > 0 ? 'Repeat' : 'Run';
  const { actionDefinition, status, runs, canRun, canReject } = action;
  const confirm = async (verb: keyof typeof questions): Promise<void> => {
    const answer = await ask(questions[verb](name));
    if (answer !== undefined) command({ action, reject: verb === 'reject' });
  };
  const run = (): void => {
    if (namesIn(actionDefinition.inputParameters).length > 0) setAsking(true);
    else void confirm('trigger');
  };
  return (
    <Box component="li" sx={{ p: 4, border: 1, borderColor: 'divider', borderRadius: 1 }}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 2, flexWrap: 'wrap' }}>
        <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
          <Typography variant="h3">{name}</Typography>
          <Typography variant="body2" color="textSecondary">
            {actionDefinition.name}
            {actionDefinition.description && `: ${actionDefinition.description}`}
          </Typography>
        </Box>
        <ManualActionStatusLabel status={status} />
      </Box>
      {mayEdit && (
        <Box sx={{ display: 'flex', gap: 2, mt: 3 }}>
          <Button variant="contained" disabled={!canRun || isBusy} aria-label={`${runLabel} ${name}`} onClick={run}>
            {runLabel}
          </Button>
          <Button
            variant="outlined"
            disabled={!canReject || isBusy}
            aria-label={`Reject ${name}`}
            onClick={() => void confirm('reject')}
          >
            Reject
          </Button>
        </Box>
      )}
      {runs.length > 0 && <ManualActionRuns of={name} runs={runs} />}
      {isAsking && (
        <RunActionDialog
          workUnitId={workUnitId}
          action={action}
          onCancel={() => setAsking(false)}
          onRun={(parameters) => {
            setAsking(false);
            command({ action, reject: false, parameters });
          }}
        />
      )}
    </Box>
  );
};
