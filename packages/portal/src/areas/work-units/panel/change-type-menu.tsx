import MoreIcon from '@mui/icons-material/MoreHoriz';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import { finishedStates, workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import { workUnitMessages, type WorkUnit, type WorkUnitFields } from '@cfs/contracts/work-units';
import { useState } from 'react';
import { useAddressQuery } from '../../../lib/address-query.ts';
import { notify } from '../../../lib/notify.ts';
import { usePermissions } from '../../../lib/permissions.tsx';
import { AnchoredMenu } from '../../../ui/anchored-menu.tsx';
import type { WorkUnitRow } from '../work-unit-row.ts';
import { MergeDialog } from '../desk/merge-dialog.tsx';
import { isClonable } from './clone-values.ts';
import { useUnitCommands } from './use-unit-commands.ts';

interface ChangeTypeMenuProps {
  /** The current type in the form. */
  readonly typeId: WorkUnitFields['workUnitTypeId'];
  /** Turns the form into that of a Change Request, to be completed and saved. */
  readonly onMigrate: () => void;
  readonly workUnit: WorkUnitRow;
  /** Called with the unit after it was merged into another. */
  readonly onMerged: (saved: WorkUnit) => void;
}

/** A menu in the panel's footer: change the type, clone, merge, copy the link. */
export const ChangeTypeMenu = ({ typeId, onMigrate, workUnit, onMerged }: ChangeTypeMenuProps) => {
  const [, patch] = useAddressQuery();
  const { copyLink } = useUnitCommands();
  const mayCreate = usePermissions().has('WorkUnits:create');
  const [isMerging, setMerging] = useState(false);
  const [anchor, setAnchor] = useState<HTMLElement>();
  const choose = (): void => {
    setAnchor(undefined);
    if (typeId === workUnitTypes.Incident) onMigrate();
    else if (typeId === workUnitTypes.ChangeRequest) notify.warning('This Work Unit already is a Change Request.');
    else notify.warning(workUnitMessages.typeMigration);
  };
  return (
    <>
      <Button startIcon={<MoreIcon />} aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)}>
        More
      </Button>
      <AnchoredMenu anchor={anchor} onClose={() => setAnchor(undefined)}>
        <MenuItem onClick={choose}>Change type to Change Request</MenuItem>
        {mayCreate && isClonable(workUnit) && (
          <MenuItem
            onClick={() => {
              setAnchor(undefined);
              patch({ workUnitId: 'new', cloneOf: String(workUnit.workUnitId), publicWorkUnitId: undefined });
            }}
          >
            Clone
          </MenuItem>
        )}
        {!finishedStates.includes(workUnit.stateId) && workUnit.workUnitTypeId !== workUnitTypes.ChangeRequest && (
          <MenuItem
            onClick={() => {
              setAnchor(undefined);
              setMerging(true);
            }}
          >
            Merge into another work unit
          </MenuItem>
        )}
        <MenuItem
          onClick={() => {
            setAnchor(undefined);
            void copyLink(workUnit);
          }}
        >
          Copy link
        </MenuItem>
      </AnchoredMenu>
      {isMerging && (
        <MergeDialog
          workUnit={workUnit}
          onClose={() => setMerging(false)}
          onMerged={(saved) => {
            setMerging(false);
            onMerged(saved);
          }}
        />
      )}
    </>
  );
};
