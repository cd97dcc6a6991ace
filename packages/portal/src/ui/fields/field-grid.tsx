import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** Fields in two columns, or in one in narrow windows. */
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
