import type { Page } from 'playwright-core';
import { accessibilityViolations, colorRules, scrollsSideways } from '../harness/accessibility-violations.ts';
import { rendered } from './network-idle.ts';
import { showTheme, type Theme } from './theme.ts';

/** A theme and a width of the window in pixels. */
export interface Look {
  readonly theme: Theme;
  readonly width: number;
}

export const wideWidth = 1440;
export const narrowWidth = 390;
export const widths: readonly number[] = [wideWidth, 1024, narrowWidth];
export const looks: readonly Look[] = (['light', 'dark'] as const).flatMap((theme) =>
  widths.map((width): Look => ({ theme, width })),
);

/** The violations of the page in its current state: by all rules of axe, or by the given ones. */
export const violationsNow = async (page: Page, rules?: readonly string[]): Promise<readonly string[]> => {
  await rendered(page);
  const found = await accessibilityViolations(page, rules);
  return (await scrollsSideways(page)) ? [...found, 'the page scrolls sideways'] : found;
};

/**
 * The violations of the open page in each look. `show` opens the content to be checked, and checks it in one or more
 * states. The page is left in the last look.
 */
export const violationsIn = async (
  page: Page,
  wanted: readonly Look[],
  show = (check: (state?: string) => Promise<void>): Promise<void> => check(),
): Promise<readonly string[]> => {
  const violations: string[] = [];
  for (const { theme, width } of wanted) {
    await page.setViewportSize({ width, height: 900 });
    await showTheme(page, theme);
    await show(async (state = '') => {
      // Apart from colours, a theme changes only the theme switch, which is the same at all widths.
      const isCheckedInLight = wanted.some((other) => other.theme === 'light' && other.width === width);
      const needsColorsOnly = theme === 'dark' && width < wideWidth && isCheckedInLight;
      const found = await violationsNow(page, needsColorsOnly ? colorRules : undefined);
      violations.push(...found.map((violation) => `${theme}, ${width} px ${state}: ${violation}`));
    });
  }
  return violations;
};
