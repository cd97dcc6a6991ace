import TuneIcon from '@mui/icons-material/Tune';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Tooltip from '@mui/material/Tooltip';
import { useState, type ReactNode } from 'react';
import { RowDisplayOptions, type RowDisplayOptionsProps } from './row-display-options.tsx';

interface ListOptionsProps extends RowDisplayOptionsProps {
  /** Further content, which stays mounted while the menu is closed. */
  readonly children?: ReactNode;
}

/** The options menu of a list: columns, row density and content of the screen. */
export const ListOptions = ({ columns, children }: ListOptionsProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [state, setState] = useState<'never opened' | 'open' | 'closed'>('never opened');
  const isOpen = state === 'open';
  return (
    <>
      <Tooltip title="List options">
        <IconButton
          ref={setAnchor}
          aria-label="List options"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setState('open')}
          sx={{ width: 32, height: 32 }}
        >
          <TuneIcon sx={{ fontSize: 20 }} />
        </IconButton>
      </Tooltip>
      <Popover
        open={isOpen}
        keepMounted
        anchorEl={anchor}
        onClose={() => setState('closed')}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { variant: 'outlined', role: 'dialog', 'aria-label': 'List options' } }}
      >
        <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3, p: 4, minWidth: 232 }}>
          {children}
          {state !== 'never opened' && <RowDisplayOptions columns={columns} />}
        </Box>
      </Popover>
    </>
  );
};
