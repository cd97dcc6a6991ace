import TuneIcon from '@mui/icons-material/Tune';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Tooltip from '@mui/material/Tooltip';
import { useState, type ReactNode } from 'react';
import { RowChoices, type RowChoicesProps } from './row-choices.tsx';

interface ListOptionsProps extends RowChoicesProps {
  /** What else the menu offers; it stays alive while the menu is closed. */
  readonly children?: ReactNode;
}

/** The menu button of a list: its columns, how close its rows stand, and what else the screen puts there. */
export const ListOptions = ({ columns, children }: ListOptionsProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [standing, setStanding] = useState<'never opened' | 'open' | 'closed'>('never opened');
  const isOpen = standing === 'open';
  return (
    <>
      <Tooltip title="List options">
        <IconButton
          ref={setAnchor}
          aria-label="List options"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setStanding('open')}
          sx={{ width: 32, height: 32 }}
        >
          <TuneIcon sx={{ fontSize: 20 }} />
        </IconButton>
      </Tooltip>
      <Popover
        open={isOpen}
        keepMounted
        anchorEl={anchor}
        onClose={() => setStanding('closed')}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { variant: 'outlined', role: 'dialog', 'aria-label': 'List options' } }}
      >
        <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3, p: 4, minWidth: 232 }}>
          {children}
          {standing !== 'never opened' && <RowChoices columns={columns} />}
        </Box>
      </Popover>
    </>
  );
};
