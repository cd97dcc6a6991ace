import AddIcon from '@mui/icons-material/Add';
import BuildIcon from '@mui/icons-material/BuildOutlined';
import InboxIcon from '@mui/icons-material/InboxOutlined';
import ReportIcon from '@mui/icons-material/ReportOutlined';
import TaskIcon from '@mui/icons-material/TaskOutlined';
import Button from '@mui/material/Button';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import { useState } from 'react';
import { useWorkUnitTypes } from '../work-unit-lookups.ts';

const icons = new Map<number, typeof TaskIcon>([
  [workUnitTypes.Incident, ReportIcon],
  [workUnitTypes.ChangeRequest, BuildIcon],
  [workUnitTypes.Intake, InboxIcon],
]);

/** A menu with the types of which a unit can be created. */
export const CreateWorkUnitMenu = ({ onChosen }: { readonly onChosen: (typeId: number) => void }) => {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const types = useWorkUnitTypes();
  return (
    <>
      <Button
        variant="contained"
        startIcon={<AddIcon />}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Create
      </Button>
      <Menu open={anchor !== undefined} {...(anchor ? { anchorEl: anchor } : {})} onClose={() => setAnchor(undefined)}>
        {types.map(({ workUnitTypeId, name }) => {
          const Icon = icons.get(workUnitTypeId) ?? TaskIcon;
          return (
            <MenuItem
              key={workUnitTypeId}
              onClick={() => {
                setAnchor(undefined);
                onChosen(workUnitTypeId);
              }}
            >
              <ListItemIcon>
                <Icon fontSize="small" />
              </ListItemIcon>
              {name}
            </MenuItem>
          );
        })}
      </Menu>
    </>
  );
};
