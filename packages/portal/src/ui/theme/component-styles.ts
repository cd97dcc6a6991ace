import type { Components, Theme } from '@mui/material/styles';
import { rowStyles } from './row-styles.ts';
import type { Tokens } from './tokens.ts';

/** Theme overrides: dense controls, hairlines instead of shadows, a visible focus, reduced motion. */
export const componentStyles = (tokens: Tokens): Components<Theme> => ({
  MuiCssBaseline: {
    styleOverrides: {
      html: { height: '100%' },
      body: { height: '100%', fontVariantNumeric: 'tabular-nums' },
      '#root': { height: '100%' },
      ':focus-visible': { outline: `2px solid ${tokens.primary.fill}`, outlineOffset: 2 },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          animationDuration: '0.01ms !important',
          animationIterationCount: '1 !important',
          // Not a short duration, which would delay each change of style by a frame.
          transition: 'none !important',
        },
      },
      ...rowStyles(tokens),
    },
  },
  MuiButton: {
    defaultProps: { size: 'small', disableElevation: true },
    styleOverrides: { root: { minHeight: 32, paddingInline: 12 } },
  },
  MuiButtonBase: { defaultProps: { disableRipple: true } },
  MuiIconButton: { defaultProps: { size: 'small' } },
  MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiCard: { defaultProps: { variant: 'outlined' } },
  MuiTextField: { defaultProps: { size: 'small', variant: 'outlined' } },
  MuiOutlinedInput: { styleOverrides: { root: { backgroundColor: tokens.paper } } },
  // Aligns the thumb of a switch with the content above, not its padding.
  MuiFormControlLabel: { styleOverrides: { root: { marginLeft: -4, marginRight: 0 } } },
  MuiFormLabel: { styleOverrides: { asterisk: { color: tokens.bad.fill } } },
  MuiTooltip: { defaultProps: { enterDelay: 400, arrow: true }, styleOverrides: { tooltip: { fontSize: 12 } } },
  MuiChip: { defaultProps: { size: 'small' } },
  MuiTab: { styleOverrides: { root: { minHeight: 40, paddingBlock: 8 } } },
  MuiTabs: { styleOverrides: { root: { minHeight: 40 } } },
  // The list of options lies over a form of the same colour.
  MuiAutocomplete: {
    defaultProps: { slotProps: { paper: { elevation: 8 } } },
    styleOverrides: { paper: { border: `1px solid ${tokens.hairline}` } },
  },
  MuiDialog: { styleOverrides: { paper: { border: `1px solid ${tokens.hairline}` } } },
  MuiLink: { defaultProps: { underline: 'hover' } },
});
