import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { MouseEvent, ReactNode } from 'react';

interface RowActionProps {
  /** The action and the name of its row, such as "Edit Device web-01". */
  readonly label: string;
  readonly icon: ReactNode;
  readonly onClick: (event: MouseEvent<HTMLElement>) => void;
  readonly disabled?: boolean;
  /** The button opens a menu. */
  readonly hasMenu?: boolean;
}

/** An icon button of a row. */
export const RowAction = ({ label, icon, onClick, disabled = false, hasMenu = false }: RowActionProps) => (
  <Tooltip disableInteractive title={label}>
    <span>
      <IconButton
        aria-label={label}
        {...(hasMenu ? { 'aria-haspopup': 'menu' } : {})}
        onClick={onClick}
        disabled={disabled}
        sx={{ '& svg': { fontSize: 18 } }}
      >
        {icon}
      </IconButton>
    </span>
  </Tooltip>
);
