import Box from '@mui/material/Box';
import { monospace } from '../../../ui/theme/theme.ts';
import { modifierName } from './shortcut.ts';

const hints = [
  ['↑ ↓', 'to move'],
  ['Enter', 'to open'],
  [`${modifierName}+Enter`, 'in a new tab'],
  ['Esc', 'to close'],
] as const;

/** The keyboard hints of the palette; hidden on phones. */
export const PaletteHints = () => (
  <Box
    aria-hidden
    sx={{
      display: { xs: 'none', sm: 'flex' },
      flexShrink: 0,
      gap: 4,
      px: 4,
      py: 2,
      borderTop: 1,
      borderColor: 'divider',
      typography: 'caption',
      color: 'text.secondary',
    }}
  >
    {hints.map(([keys, does]) => (
      <span key={keys}>
        <Box component="kbd" sx={{ fontFamily: monospace, color: 'text.primary' }}>
          {keys}
        </Box>{' '}
        {does}
      </span>
    ))}
  </Box>
);
