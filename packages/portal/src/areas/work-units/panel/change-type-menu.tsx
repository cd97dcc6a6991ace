import MoreIcon from '@mui/icons-material/MoreHoriz';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { finishedStates, workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import { workUnitMessages, type WorkUnit, type WorkUnitFields } from '@cfs/contracts/work-units';
import { useState } from 'react';
import { useAddressQuery } from '../../../lib/address-query.ts';
import { notify } from '../../../lib/notify.ts';
import { usePermissions } from '../../../lib/permissions.tsx';
import type { WorkUnitRow } from '../work-unit-row.ts';
import { MergeDialog } from '../desk/merge-dialog.tsx';
import { isClonable } from './clone-values.ts';
import { useUnitCommands } from './use-unit-commands.ts';

interface ChangeTypeMenuProps {
  /** The type that the form has now. */
  readonly typeId: WorkUnitFields['workUnitTypeId'];
  /** Turns the form into that of a Change Request, to be completed and saved. */
  readonly onMigrate: () => void;
  readonly workUnit: WorkUnitRow;
  /** Called with the unit after it was merged into another. */
  readonly onMerged: (saved: WorkUnit) => void;
}

/** What the panel's footer offers besides saving: another type, a clone, a merge, a link. */
export const ChangeTypeMenu = ({ typeId, onMigrate, workUnit, onMerged }: ChangeTypeMenuProps) => {
  const [, patch] = useAddressQuery();
  const { copyLink } = useUnitCommands();
  const mayCreate = usePermissions().has('WorkUnits:create');
  const [isMerging, setMerging] = useState(false);
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [isOpen, setOpen] = useState(false);
  const choose = (): void => {
    setOpen(false);
    if (typeId === workUnitTypes.Incident) onMigrate();
    else if (typeId === workUnitTypes.ChangeRequest) notify.warning('This Work Unit already is a Change Request.');
    else notify.warning(workUnitMessages.typeMigration);
  };
  return (
    <>
      <Button
        startIcon={<MoreIcon />}
        aria-haspopup="menu"
        onClick={(event) => {
          setAnchor(event.currentTarget);
          setOpen(true);
        }}
      >
        More
      </Button>
      {anchor && (
        <Menu open={isOpen} anchorEl={anchor} onClose={() => setOpen(false)}>
          <MenuItem onClick={choose}>Change type to Change Request</MenuItem>
          {mayCreate && isClonable(workUnit) && (
            <MenuItem
              onClick={() => {
                setOpen(false);
                patch({ workUnitId: 'new', cloneOf: String(workUnit.workUnitId), publicWorkUnitId: undefined });
              }}
            >
              Clone
            </MenuItem>
          )}
          {!finishedStates.includes(workUnit.stateId) && workUnit.workUnitTypeId !== workUnitTypes.ChangeRequest && (
            <MenuItem
              onClick={() => {
                setOpen(false);
                setMerging(true);
              }}
            >
              Merge into another work unit
            </MenuItem>
          )}
          <MenuItem
            onClick={() => {
              setOpen(false);
              void copyLink(workUnit);
            }}
          >
            Copy link
          </MenuItem>
        </Menu>
      )}
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
