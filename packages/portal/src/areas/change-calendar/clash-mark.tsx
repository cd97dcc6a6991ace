import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';

/** Marks a change that clashes, by icon and word. */
export const ClashMark = () => (
  <Box
    component="span"
    sx={{ display: 'inline-flex', alignItems: 'center', flexShrink: 0, color: 'error.main', fontWeight: 600 }}
  >
    <WarningIcon aria-hidden sx={{ fontSize: 14 }} />
    Clash
  </Box>
);
