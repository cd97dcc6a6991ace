import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';

/** The minimum width of a container in which the word fits next to a number and the icon of an outage, in pixels. */
export const minWordWidth = 112;
const hiddenWithoutRoom = { [`@container (width < ${minWordWidth}px)`]: { display: 'none' } } as const;

/** Marks a change that clashes by an icon and the word; in a narrow container, by the icon alone. */
export const ClashMark = () => (
  <Box
    component="span"
    sx={{ display: 'inline-flex', alignItems: 'center', flexShrink: 0, color: 'error.main', fontWeight: 600 }}
  >
    <WarningIcon aria-hidden sx={{ fontSize: 14 }} />
    <Box component="span" sx={hiddenWithoutRoom}>
      Clash
    </Box>
  </Box>
);
