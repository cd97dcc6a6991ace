import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';

/** A container as narrow as one day of a month has no room for the word. */
const hiddenInOneDay = { '@container (max-width: 140px)': { display: 'none' } } as const;

/** Marks a change that clashes, by icon and word; in a narrow container by the icon alone. */
export const ClashMark = () => (
  <Box
    component="span"
    sx={{ display: 'inline-flex', alignItems: 'center', flexShrink: 0, color: 'error.main', fontWeight: 600 }}
  >
    <WarningIcon aria-hidden sx={{ fontSize: 14 }} />
    <Box component="span" sx={hiddenInOneDay}>
      Clash
    </Box>
  </Box>
);
