import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { batchLimit } from '@cfs/contracts/work-unit-batch';
import { useId } from 'react';
import { flushSync } from 'react-dom';
import { FormProvider } from 'react-hook-form';
import { ReadOnlyProvider } from '../../../ui/forms/read-only.ts';
import { SidePanel } from '../../../ui/drawers/side-panel.tsx';
import { useUnsavedGuard } from '../../../ui/forms/use-unsaved-guard.ts';
import type { RowSelection } from '../../../ui/grid/use-row-selection.ts';
import { useZodForm } from '../../../ui/forms/use-zod-form.ts';
import { BulkEditInputs } from './bulk-edit-inputs.tsx';
import { bulkEditSchema, nothingChanged } from './bulk-edit-values.ts';
import { RefusedUnits } from './refused-units.tsx';
import { unitCount } from './unit-count.ts';
import { useBulkEdit } from './use-bulk-edit.ts';
import type { WorkUnitListRow } from '../work-unit-row.ts';

interface BulkEditPanelProps {
  /** The units as their rows showed them when the panel was opened. */
  readonly units: readonly WorkUnitListRow[];
  readonly selection: RowSelection<WorkUnitListRow>;
  readonly onClose: () => void;
}

const ignore = (): void => undefined;

/** Applies the same changes to the selected units; those that the server refuses are listed, and stay selected. */
export const BulkEditPanel = ({ units, selection, onClose }: BulkEditPanelProps) => {
  const formId = useId();
  const form = useZodForm(bulkEditSchema, nothingChanged);
  const { isDirty } = form.formState;
  const { phase, send, stop, offerUndo } = useBulkEdit(selection);
  const guard = useUnsavedGuard({
    hasChanges: phase.kind === 'sending' || (phase.kind === 'form' && isDirty),
    isSaving: () => false,
    openAs: 'bulk',
    onClose,
  });
  const isSending = phase.kind === 'sending';

  if (phase.kind === 'done') {
    const { changed, refused } = phase.sent;
    const close = (): void => {
      onClose();
      if (changed.length > 0) offerUndo(phase.sent);
    };
    return (
      <SidePanel
        title={`Edit ${unitCount(units.length)}`}
        onClose={close}
        footer={
          <>
            <Box sx={{ flexGrow: 1 }} />
            <Button variant="contained" autoFocus onClick={close}>
              Close
            </Button>
          </>
        }
      >
        <Alert severity="warning">
          {unitCount(changed.length)} changed, {refused.length} not changed. Those not changed remain selected.
        </Alert>
        <RefusedUnits refused={refused} />
      </SidePanel>
    );
  }

  return (
    <SidePanel
      title={`Edit ${unitCount(units.length)}`}
      onClose={isSending ? ignore : guard.close}
      footer={
        <>
          {isSending && (
            <Typography role="status" variant="body2" sx={{ alignSelf: 'center' }}>
              {phase.count} of {phase.total}
            </Typography>
          )}
          <Box sx={{ flexGrow: 1 }} />
          {isSending && phase.total > batchLimit && (
            <Button color="inherit" disabled={phase.isStopping} onClick={stop}>
              {phase.isStopping ? 'Stopping…' : 'Stop'}
            </Button>
          )}
          {!isSending && (
            <Button color="inherit" onClick={guard.close}>
              Cancel
            </Button>
          )}
          <Button type="submit" form={formId} variant="contained" disabled={!isDirty || isSending}>
            Apply to {unitCount(units.length)}
          </Button>
        </>
      }
    >
      {isSending && (
        <LinearProgress
          aria-label="Changing work units"
          variant={phase.total > batchLimit ? 'determinate' : 'indeterminate'}
          value={(100 * phase.count) / phase.total}
          sx={{ mb: 4 }}
        />
      )}
      <Typography variant="body2" color="textSecondary" sx={{ mb: 4 }}>
        Only the fields that you fill in are changed. A unit is skipped if another user has since changed the same
        fields.
      </Typography>
      <FormProvider {...form}>
        <form
          id={formId}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            // Closes the panel first: the focus must return to the list before its focused button disappears with the
            // selection.
            void form.handleSubmit((values) => send(units, values, () => flushSync(guard.leave)))();
          }}
        >
          <ReadOnlyProvider value={isSending}>
            <BulkEditInputs units={units} />
          </ReadOnlyProvider>
        </form>
      </FormProvider>
    </SidePanel>
  );
};
