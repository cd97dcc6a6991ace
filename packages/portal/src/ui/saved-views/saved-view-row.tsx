import CheckIcon from '@mui/icons-material/Check';
import MoreVertIcon from '@mui/icons-material/MoreVert';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';

/** An entry in the menu of a view. */
export interface SavedViewAction {
  readonly label: string;
  readonly onClick: () => void;
}

interface SavedViewRowProps {
  readonly name: string;
  readonly isActive: boolean;
  readonly isDefault: boolean;
  readonly onApply: () => void;
  readonly actions: readonly SavedViewAction[];
}

/** A view in the list of views: a click applies it, the button opens its menu. */
export const SavedViewRow = ({ name, isActive, isDefault, onApply, actions }: SavedViewRowProps) => {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const close = (): void => setAnchor(undefined);
  return (
    <ListItem
      disablePadding
      secondaryAction={
        <IconButton
          edge="end"
          aria-label={`More for ${name}`}
          aria-haspopup="menu"
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <MoreVertIcon fontSize="small" />
        </IconButton>
      }
    >
      <ListItemButton selected={isActive} aria-current={isActive ? 'true' : undefined} onClick={onApply} dense>
        <ListItemIcon sx={{ minWidth: 28, color: 'primary.main' }}>
          {isActive && <CheckIcon fontSize="small" />}
        </ListItemIcon>
        <ListItemText primary={name} slotProps={{ primary: { noWrap: true, title: name } }} />
        {isDefault && <Chip label="Default" variant="outlined" sx={{ ml: 2 }} />}
      </ListItemButton>
      <Menu open={anchor !== undefined} {...(anchor ? { anchorEl: anchor } : {})} onClose={close}>
        {actions.map(({ label, onClick }) => (
          <MenuItem
            key={label}
            dense
            onClick={() => {
              close();
              onClick();
            }}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
    </ListItem>
  );
};
