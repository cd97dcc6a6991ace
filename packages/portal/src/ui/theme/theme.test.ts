import { getContrastRatio } from '@mui/material/styles';
import { describe, expect, test } from 'vitest';
import { portalTheme } from './theme.ts';

/** WCAG 2.2 AA, text. */
const minContrast = 4.5;
const fills = ['primary', 'success', 'warning', 'error'] as const;

describe.each(['light', 'dark'] as const)('the %s theme', (mode) => {
  const { palette, tokens } = portalTheme(mode);

  test.each(fills)('keeps text readable on %s, also on hover', (name) => {
    const { main, dark, contrastText } = palette[name];
    expect(getContrastRatio(main, contrastText)).toBeGreaterThanOrEqual(minContrast);
    expect(getContrastRatio(dark, contrastText)).toBeGreaterThanOrEqual(minContrast);
  });

  test('keeps text and muted text readable on its backgrounds', () => {
    for (const text of [tokens.text, tokens.muted])
      for (const background of [tokens.background, tokens.paper])
        expect(getContrastRatio(text, background)).toBeGreaterThanOrEqual(minContrast);
  });

  test('keeps compliance statuses readable', () => {
    for (const { fill, text } of Object.values(tokens.compliance))
      expect(getContrastRatio(text, fill)).toBeGreaterThanOrEqual(minContrast);
  });

  test('keeps severity labels readable', () => {
    for (const severity of Object.values(tokens.severity))
      if (severity) expect(getContrastRatio(severity.text, severity.fill)).toBeGreaterThanOrEqual(minContrast);
  });
});
