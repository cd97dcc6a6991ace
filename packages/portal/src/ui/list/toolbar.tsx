import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';

interface ToolbarProps {
  /** Filters; below the rest on phones. */
  readonly left?: ReactNode;
  /** Search, options and Create, on one line. */
  readonly children: ReactNode;
}

/** The toolbar of a list. Only its left side wraps, so that Create does not move. */
export const Toolbar = ({ left, children }: ToolbarProps) => (
  <Box
    sx={{
      display: 'flex',
      flexWrap: { xs: 'wrap-reverse', sm: 'nowrap' },
      alignItems: 'flex-start',
      gap: 2,
      minHeight: 32,
      flexShrink: 0,
    }}
  >
    <Box
      sx={{
        display: 'flex',
        // One line on phones: chips that change their width move no rows.
        flexWrap: { xs: 'nowrap', sm: 'wrap' },
        overflowX: { xs: 'auto', sm: 'visible' },
        '& > *': { flexShrink: { xs: 0, sm: 1 } },
        alignItems: 'center',
        gap: 1,
        flex: { xs: '1 1 100%', sm: '1 1 0' },
        minWidth: 0,
      }}
    >
      {left}
    </Box>
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flex: { xs: '1 1 100%', sm: 'none' }, minWidth: 0 }}>
      {children}
    </Box>
  </Box>
);

interface CreateButtonProps {
  readonly label?: string | undefined;
  readonly onClick: () => void;
}

export const CreateButton = ({ label = 'Create', onClick }: CreateButtonProps) => (
  <Button variant="contained" startIcon={<AddIcon />} onClick={onClick} sx={{ flexShrink: 0 }}>
    {label}
  </Button>
);
