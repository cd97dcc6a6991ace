import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** Room for two fields side by side. */
const twoColumnsWidth = 416;

/** Fields in two columns, or in one where there is no room for two. */
export const FieldGrid = ({ children }: { readonly children: ReactNode }) => (
  <Box sx={{ containerType: 'inline-size' }}>
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        [`@container (min-width: ${twoColumnsWidth}px)`]: { gridTemplateColumns: '1fr 1fr' },
        columnGap: 4,
        rowGap: 4,
        alignItems: 'start',
      }}
    >
      {children}
    </Box>
  </Box>
);
