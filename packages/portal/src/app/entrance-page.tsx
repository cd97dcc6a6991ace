import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import type { ReactNode } from 'react';
import { useEnvironment } from '../lib/environment.ts';

interface EntrancePageProps {
  /** The maximum width of the card in pixels. */
  readonly width?: number;
  readonly children: ReactNode;
}

/** The layout of pages outside of the shell, such as the login page: a centred card. */
export const EntrancePage = ({ width = 360, children }: EntrancePageProps) => {
  const { color } = useEnvironment();
  return (
    <Box
      component="main"
      sx={{ display: 'grid', placeItems: 'center', minHeight: '100vh', p: 4, borderTop: `3px solid ${color}` }}
    >
      <Paper
        variant="outlined"
        sx={{ width: 1, maxWidth: width, p: { xs: 6, sm: 8 }, display: 'flex', flexDirection: 'column', gap: 5 }}
      >
        {children}
      </Paper>
    </Box>
  );
};
