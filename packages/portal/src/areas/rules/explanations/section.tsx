import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** A part of an explanation under its heading. */
export const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Box component="section" aria-label={title} sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
    <Typography variant="h3">{title}</Typography>
    {children}
  </Box>
);
