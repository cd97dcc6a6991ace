import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';

/** Marks a change that clashes, by icon and word; in a bar too narrow for both, the word is left to its name. */
export const ClashMark = () => (
  <Box
    component="span"
    sx={{ display: 'inline-flex', alignItems: 'center', flexShrink: 0, color: 'error.main', fontWeight: 600 }}
  >
    <WarningIcon aria-hidden sx={{ fontSize: 14 }} />
    <Box component="span" sx={{ '@container (max-width: 140px)': { display: 'none' } }}>
      Clash
    </Box>
  </Box>
);
