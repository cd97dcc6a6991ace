import MoreIcon from '@mui/icons-material/MoreHoriz';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import { workUnitMessages, type WorkUnitFields } from '@cfs/contracts/work-units';
import { useState } from 'react';
import { notify } from '../../../lib/notify.ts';

interface ChangeTypeMenuProps {
  /** The type that the form has now. */
  readonly typeId: WorkUnitFields['workUnitTypeId'];
  /** Turns the form into that of a Change Request, to be completed and saved. */
  readonly onMigrate: () => void;
}

/** What the panel's footer offers besides saving: an Incident becomes a Change Request. */
export const ChangeTypeMenu = ({ typeId, onMigrate }: ChangeTypeMenuProps) => {
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
      <Menu open={anchor !== undefined} {...(anchor ? { anchorEl: anchor } : {})} onClose={() => setAnchor(undefined)}>
        <MenuItem onClick={choose}>Change type to Change Request</MenuItem>
      </Menu>
    </>
  );
};
