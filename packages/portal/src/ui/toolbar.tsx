import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';

/** One row above a list: filters at the left, then what is pushed to the right by {@link ToolbarSpace}. */
export const Toolbar = ({ children }: { readonly children: ReactNode }) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, minHeight: 32, flexShrink: 0 }}>
    {children}
  </Box>
);

export const ToolbarSpace = () => <Box sx={{ flexGrow: 1, display: { xs: 'none', sm: 'block' } }} />;

interface CreateButtonProps {
  readonly label?: string;
  readonly onClick: () => void;
}

export const CreateButton = ({ label = 'Create', onClick }: CreateButtonProps) => (
  <Button variant="contained" startIcon={<AddIcon />} onClick={onClick}>
    {label}
  </Button>
);
