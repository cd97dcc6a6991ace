import type { WorkUnit } from '@cfs/contracts/work-units';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { allOf, equals } from '../../../lib/api/odata-filter.ts';
import { isUnfinished } from '../list/work-unit-filter.ts';
import { WorkUnitSearch } from '../relations/work-unit-search.tsx';
import type { WorkUnitRow } from '../work-unit-row.ts';
import { useMergeCommands } from './use-merge-commands.ts';

interface MergeDialogProps {
  readonly workUnit: WorkUnitRow;
  readonly onMerged: (saved: WorkUnit) => void;
  readonly onClose: () => void;
}

/** Asks for the unit that this one is merged into. */
export const MergeDialog = ({ workUnit, onMerged, onClose }: MergeDialogProps) => {
  const { workUnitId, publicWorkUnitId, tenantId, stakeHolderEmailAddress } = workUnit;
  const [target, setTarget] = useState<{ readonly id: number; readonly label: string }>();
  const [copiesRequester, setCopiesRequester] = useState(true);
  const { merge, isBusy } = useMergeCommands();
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId} variant="h2">
        {`Merge #${publicWorkUnitId} Into Another Work Unit`}
      </DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
        <DialogContentText>
          {`#${publicWorkUnitId} is closed. Its notes and files are shown with the other work unit, and its watchers watch that one. You can undo this.`}
        </DialogContentText>
        <WorkUnitSearch
          label="Merge into"
          filter={allOf(equals('tenantId', tenantId), `workUnitId ne ${workUnitId}`, isUnfinished)}
          onChosen={(id, label) => setTarget({ id, label })}
        />
        {target && <Typography sx={{ overflowWrap: 'anywhere' }}>{`Into ${target.label}`}</Typography>}
        {stakeHolderEmailAddress && (
          <FormControlLabel
            control={
              <Checkbox checked={copiesRequester} onChange={(event) => setCopiesRequester(event.target.checked)} />
            }
            label={`Send ${stakeHolderEmailAddress} a copy of mails to the stakeholder of the other work unit`}
            slotProps={{ typography: { sx: { overflowWrap: 'anywhere' } } }}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="contained"
          disabled={!target || isBusy}
          onClick={() =>
            target &&
            void merge(workUnit, target.id, copiesRequester).then((saved) => {
              if (saved) onMerged(saved);
            })
          }
        >
          Merge
        </Button>
      </DialogActions>
    </Dialog>
  );
};
