import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** The layout of a screen, down to the bottom of the window. */
export const PageBody = ({ children }: { readonly children: ReactNode }) => (
  <Box
    component="section"
    sx={{ display: 'flex', flexDirection: 'column', height: 1, minHeight: 0, p: { xs: 3, sm: 4 }, gap: 3 }}
  >
    {children}
  </Box>
);
