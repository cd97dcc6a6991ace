import { monospace } from '../theme/theme.ts';

/** The type of code, sizes in pixels. */
export const codeFont = { family: monospace, size: 13, lineHeight: 20 } as const;

/** Loads the font, so that code is measured once. Without it the browser's own monospace font is used. */
export const loadCodeFont = async (): Promise<void> => {
  await document.fonts.load(`${codeFont.size}px ${codeFont.family}`).catch(() => []);
};
