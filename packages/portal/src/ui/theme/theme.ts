import { breakpoints } from '@cfs/contracts/sizes';
import { createTheme, type Theme } from '@mui/material/styles';
import { componentStyles } from './component-styles.ts';
import { darkTokens, lightTokens, type Tokens } from './tokens.ts';

export type ThemeMode = 'light' | 'dark';

declare module '@mui/material/styles' {
  interface Theme {
    readonly tokens: Tokens;
  }
  interface ThemeOptions {
    readonly tokens?: Tokens;
  }
}

export const monospace = "'JetBrains Mono Variable', ui-monospace, monospace";

/** The portal's theme. */
export const portalTheme = (mode: ThemeMode): Theme => {
  const tokens = mode === 'light' ? lightTokens : darkTokens;
  const filled = ({ fill, text }: Tokens['primary']) => ({ main: fill, contrastText: text });
  return createTheme({
    tokens,
    breakpoints: { values: breakpoints },
    spacing: 4,
    shape: { borderRadius: 6 },
    palette: {
      mode,
      // The hover colour of a fill keeps the contrast to its text.
      tonalOffset: { light: 0.2, dark: 0.15 },
      background: { default: tokens.background, paper: tokens.paper },
      text: { primary: tokens.text, secondary: tokens.muted },
      divider: tokens.hairline,
      primary: filled(tokens.primary),
      success: filled(tokens.good),
      warning: filled(tokens.warning),
      error: filled(tokens.bad),
    },
    typography: {
      fontFamily: "'Inter Variable', system-ui, sans-serif",
      fontSize: 14,
      body1: { fontSize: 14, lineHeight: 1.5 },
      body2: { fontSize: 13, lineHeight: 1.45 },
      h1: { fontSize: 20, fontWeight: 600, lineHeight: 1.3 },
      h2: { fontSize: 16, fontWeight: 600, lineHeight: 1.3 },
      h3: { fontSize: 14, fontWeight: 600, lineHeight: 1.4 },
      button: { textTransform: 'none', fontWeight: 500 },
      caption: { fontSize: 12 },
    },
    transitions: {
      duration: {
        enteringScreen: 150,
        leavingScreen: 150,
        standard: 150,
        short: 150,
        shorter: 150,
        shortest: 100,
        complex: 150,
      },
    },
    components: componentStyles(tokens),
  });
};
