import Chip from '@mui/material/Chip';
import ListItemText from '@mui/material/ListItemText';
import Checkbox from '@mui/material/Checkbox';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import FilterListIcon from '@mui/icons-material/FilterList';
import Button from '@mui/material/Button';
import { workUnitStates, type WorkUnitState } from '@cfs/contracts/work-unit-enumerations';
import { useState } from 'react';
import type { ListControl } from '../../lib/list-state.ts';
import { useWorkUnitTypes } from './work-unit-lookups.ts';
import type { WorkUnitFilter } from './work-unit-filter.ts';

interface WorkUnitFilterBarProps {
  readonly list: ListControl;
  readonly filter: WorkUnitFilter;
}

/** The chips of the list's filter: one per state, one for the type; a click on its cross takes one away. */
export const WorkUnitFilterBar = ({ list, filter }: WorkUnitFilterBarProps) => {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const types = useWorkUnitTypes();
  const setStates = (states: readonly string[]): void =>
    list.setFilter('states', states.length === 0 ? 'any' : states.join(','));
  const setType = (typeId: number | undefined): void =>
    list.setFilter('type', typeId === undefined ? 'any' : String(typeId));
  const toggle = (state: WorkUnitState): void =>
    setStates(
      filter.states.includes(state) ? filter.states.filter((chosen) => chosen !== state) : [...filter.states, state],
    );
  const typeName = types.find((type) => type.workUnitTypeId === filter.typeId)?.name;
  return (
    <>
      <Button
        color="inherit"
        startIcon={<FilterListIcon />}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Filter
      </Button>
      {filter.states.map((state) => (
        <Chip key={state} label={`State: ${state}`} onDelete={() => toggle(state)} />
      ))}
      {filter.typeId !== undefined && (
        <Chip label={`Type: ${typeName ?? filter.typeId}`} onDelete={() => setType(undefined)} />
      )}
      <Menu open={anchor !== undefined} {...(anchor ? { anchorEl: anchor } : {})} onClose={() => setAnchor(undefined)}>
        {(Object.keys(workUnitStates) as WorkUnitState[]).map((state) => (
          <MenuItem
            key={state}
            dense
            role="menuitemcheckbox"
            aria-checked={filter.states.includes(state)}
            onClick={() => toggle(state)}
          >
            <Checkbox
              size="small"
              tabIndex={-1}
              disableRipple
              checked={filter.states.includes(state)}
              slotProps={{ input: { 'aria-hidden': true } }}
              sx={{ p: 0, mr: 2 }}
            />
            <ListItemText primary={state} />
          </MenuItem>
        ))}
        {types.map(({ workUnitTypeId, name }) => (
          <MenuItem
            key={workUnitTypeId}
            dense
            role="menuitemradio"
            aria-checked={filter.typeId === workUnitTypeId}
            selected={filter.typeId === workUnitTypeId}
            onClick={() => setType(filter.typeId === workUnitTypeId ? undefined : workUnitTypeId)}
          >
            <ListItemText primary={`Type: ${name}`} />
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};
