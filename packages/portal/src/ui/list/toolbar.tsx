import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';

/** A container query, because a toolbar beside a panel is only about half as wide as the window. */
export const narrowToolbar = '@container (max-width: 479px)';

interface ToolbarProps {
  /** Filters; below the rest where the toolbar is narrow. */
  readonly left?: ReactNode;
  /** Search, options and Create: on one line, unless the toolbar is narrow. */
  readonly children: ReactNode;
}

/** The toolbar of a list. Where it is wide only its left side wraps, so that Create does not move. */
export const Toolbar = ({ left, children }: ToolbarProps) => (
  <Box sx={{ containerType: 'inline-size', flexShrink: 0 }}>
    <Box
      sx={{
        display: 'flex',
        alignItems: 'flex-start',
        gap: 2,
        minHeight: 32,
        [narrowToolbar]: { flexWrap: 'wrap-reverse' },
      }}
    >
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 1,
          whiteSpace: 'nowrap',
          flex: '1 1 0',
          minWidth: 0,
          [narrowToolbar]: {
            // One line, so that chips that change their width do not move the rows.
            flex: '1 1 100%',
            flexWrap: 'nowrap',
            overflowX: 'auto',
            '& > *': { flexShrink: 0 },
          },
        }}
      >
        {left}
      </Box>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          minWidth: 0,
          [narrowToolbar]: { flex: '1 1 100%', flexWrap: 'wrap' },
        }}
      >
        {children}
      </Box>
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
