import Box from '@mui/material/Box';
import { sidePanelWidth } from '@cfs/contracts/sizes';
import type { ReactNode } from 'react';
import { besidePanelQuery } from './drawers/beside-panel.ts';

const besideStyle = { [`@media ${besidePanelQuery}`]: { marginRight: sidePanelWidth } };

interface PageBodyProps {
  /** Leaves room for a panel beside the screen. */
  readonly hasPanelBeside?: boolean;
  readonly children: ReactNode;
}

/** The layout of a screen, down to the bottom of the window. */
export const PageBody = ({ hasPanelBeside = false, children }: PageBodyProps) => (
  <Box
    component="section"
    sx={{
      display: 'flex',
      flexDirection: 'column',
      height: 1,
      minHeight: 0,
      p: { xs: 3, sm: 4 },
      gap: 3,
      ...(hasPanelBeside && besideStyle),
    }}
  >
    {children}
  </Box>
);
