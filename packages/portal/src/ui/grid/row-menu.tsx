import MoreIcon from '@mui/icons-material/MoreVert';
import ListItemIcon from '@mui/material/ListItemIcon';
import MenuItem from '@mui/material/MenuItem';
import { useState, type ReactNode } from 'react';
import { AnchoredMenu } from '../anchored-menu.tsx';
import { RowAction } from './row-action.tsx';

export interface RowMenuItem {
  readonly label: string;
  readonly icon: ReactNode;
  readonly onClick: () => void;
  readonly disabled?: boolean;
}

interface RowMenuProps {
  /** The name of the row, such as "web-01". */
  readonly name: string;
  readonly items: readonly RowMenuItem[];
}

/** The actions of a row that have no button of their own. */
export const RowMenu = ({ name, items }: RowMenuProps) => {
  const [anchor, setAnchor] = useState<HTMLElement>();
  if (items.length === 0) return null;
  return (
    <>
      <RowAction
        label={`More actions of ${name}`}
        icon={<MoreIcon />}
        onClick={(event) => setAnchor(event.currentTarget)}
        hasMenu
      />
      <AnchoredMenu anchor={anchor} onClose={() => setAnchor(undefined)}>
        {items.map(({ label, icon, onClick, disabled = false }) => (
          <MenuItem
            key={label}
            disabled={disabled}
            onClick={() => {
              setAnchor(undefined);
              onClick();
            }}
          >
            <ListItemIcon sx={{ '& svg': { fontSize: 18 } }}>{icon}</ListItemIcon>
            {label}
          </MenuItem>
        ))}
      </AnchoredMenu>
    </>
  );
};
