import { eventOfState, workUnitEventTypes, type WorkUnitEventType } from '@cfs/contracts/work-unit-enumerations';
import PlayCircleIcon from '@mui/icons-material/PlayCircleOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { usePermissions } from '../../../lib/permissions.tsx';
import { DryRunDialog } from '../../actions/dry-run/dry-run-dialog.tsx';
import { workUnitSet, type WorkUnitRow } from '../work-unit-row.ts';

const eventWords: Readonly<Record<WorkUnitEventType, string>> = {
  OnNew: 'Becomes New',
  OnAcknowledged: 'Becomes Acknowledged',
  OnInProgress: 'Becomes In progress',
  OnHold: 'Becomes On hold',
  OnMitigated: 'Becomes Mitigated',
  OnResolved: 'Becomes Resolved',
  OnClosed: 'Becomes Closed',
  OnCanceled: 'Becomes Canceled',
  OnChange: 'Changes in another way',
  OnTimer: 'Timer of the protocol',
  OnServiceLevelWarning: 'Nears a service level target',
  OnServiceLevelBreach: 'Misses a service level target',
};

const events = Object.keys(workUnitEventTypes) as readonly WorkUnitEventType[];

/** Opens a dry run of what the unit's protocol would do at an event, initially that of the current state. */
export const UnitDryRun = ({ workUnit }: { readonly workUnit: WorkUnitRow }) => {
  const [isOpen, setOpen] = useState(false);
  const maySee = usePermissions().has('WorkUnits:view');
  const { workUnitId, publicWorkUnitId, stateId, protocolId } = workUnit;
  if (protocolId === null || !maySee) return null;
  const present = eventOfState[stateId];
  const inOrder = [present, ...events.filter((event) => event !== present)];
  return (
    <>
      <Button variant="outlined" size="small" startIcon={<PlayCircleIcon />} onClick={() => setOpen(true)}>
        Dry Run
      </Button>
      <DryRunDialog
        of={
          isOpen
            ? {
                subject: `#${publicWorkUnitId}`,
                url: `${workUnitSet}/${workUnitId}/dryrun`,
                field: 'event',
                label: 'Event of the work unit',
                occasions: inOrder.map((event) => [event, eventWords[event]]),
                emptyTitle: 'The protocol has no actions for this event.',
              }
            : undefined
        }
        onClose={() => setOpen(false)}
      />
    </>
  );
};
