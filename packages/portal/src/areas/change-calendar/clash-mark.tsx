import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';

/** The width of a container from which the word has room beside a number and the icon of an outage. */
export const minWordWidth = 112;
const hiddenWithoutRoom = { [`@container (width < ${minWordWidth}px)`]: { display: 'none' } } as const;

/** Marks a change that clashes, by icon and word; in a container without room for the word by the icon alone. */
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
