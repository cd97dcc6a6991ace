import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** Fields in two columns where the window allows it, else one below the other. */
export const FieldGrid = ({ children }: { readonly children: ReactNode }) => (
  <Box
    sx={{
      display: 'grid',
      gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' },
      columnGap: 4,
      rowGap: 4,
      alignItems: 'start',
    }}
  >
    {children}
  </Box>
);
