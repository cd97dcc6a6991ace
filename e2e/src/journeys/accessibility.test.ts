import { describe, expect } from 'vitest';
import { accessibilityViolations, colorRules, scrollsSideways } from '../harness/accessibility-violations.ts';
import { fleetJourney } from '../harness/fleet.ts';
import { openVisit, saveFailure } from '../harness/visit.ts';
import { openPalette } from '../pages/command-palette.ts';
import { goToProvider, signIn } from '../pages/login-page.ts';
import { mainMenu, openFromMenu } from '../pages/main-menu.ts';
import { rendered, opened, networkIdle } from '../pages/network-idle.ts';
import { portalScreens } from '../pages/portal-screens.ts';
import { showTheme, type Theme } from '../pages/theme.ts';
import type { Page } from 'playwright-core';

const widths = [1440, 1024, 390];
const themes: readonly Theme[] = ['light', 'dark'];

interface Look {
  readonly theme: Theme;
  readonly width: number;
}

const looks = themes.flatMap((theme) => widths.map((width): Look => ({ theme, width })));

/** The old experience is a page of the server without the portal's themes; `old-experience.test.ts` checks it. */
const themedScreens = portalScreens.filter(({ name }) => name !== '/oldexperience');

/** One administrator opens every screen. */
const looking = fleetJourney.extend('page', { scope: 'file' }, async ({ browser, product }, { onCleanup }) => {
  const { page, context } = await openVisit(browser, product.address, {});
  onCleanup(() => context.close());
  await signIn(page, 'admin');
  return page;
});

interface Looking {
  readonly looks?: readonly Look[];
  /** Opens the content to be checked, and checks it in one or more states. */
  readonly show?: (check: (state?: string) => Promise<void>) => Promise<void>;
}

/** The violations of the page in its current state: by all rules of axe, or by the given ones. */
const violationsNow = async (page: Page, rules?: readonly string[]): Promise<readonly string[]> => {
  await rendered(page);
  const found = await accessibilityViolations(page, rules);
  return (await scrollsSideways(page)) ? [...found, 'the page scrolls sideways'] : found;
};

/** The violations at a URL, by default of its screen alone. */
const violationsOf = async (
  page: Page,
  address: string,
  { looks: wanted = looks, show = (check) => check() }: Looking = {},
): Promise<readonly string[]> => {
  const violations: string[] = [];
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(address);
  await opened(page);
  for (const { theme, width } of wanted) {
    await page.setViewportSize({ width, height: 900 });
    await showTheme(page, theme);
    await show(async (state = '') => {
      // Apart from colours, a theme changes only the theme switch, which is the same at all widths.
      const found = await violationsNow(page, theme === 'dark' && width < 1440 ? colorRules : undefined);
      violations.push(...found.map((violation) => `${theme}, ${width} px ${state}: ${violation}`));
    });
  }
  // The theme is a preference of the person.
  await showTheme(page, 'light');
  return violations;
};

describe('no accessibility violations in', () => {
  looking.for(themedScreens)('$name', async ({ name, place }, { fleet, page, onTestFailed }) => {
    onTestFailed(() => saveFailure({ context: page.context() }, `accessibility ${name}`));
    expect(await violationsOf(page, `/${fleet.tenantId}${place(fleet)}`)).toEqual([]);
  });

  looking('the dialogs of the shell', async ({ fleet, page }) => {
    const violations = await violationsOf(page, `/${fleet.tenantId}`, {
      looks: looks.filter(({ width }) => width === 1440),
      show: async (check) => {
        for (const name of ['License', /^Profile of /, /^Tenant and subscription: /]) {
          await page.getByRole('button', { name }).click();
          await page.getByRole('dialog').waitFor();
          await networkIdle(page);
          await check(String(name));
          await page.keyboard.press('Escape');
          await page.getByRole('dialog').waitFor({ state: 'hidden' });
        }
      },
    });
    expect(violations).toEqual([]);
  });

  looking('the command palette', async ({ fleet, page }) => {
    const violations = await violationsOf(page, `/${fleet.tenantId}`, {
      show: async (check) => {
        const field = await openPalette(page);
        for (const text of ['', 'e', 'nothing is called this']) {
          await field.fill(text);
          await networkIdle(page);
          await check(text);
        }
        await page.keyboard.press('Escape');
        await field.waitFor({ state: 'hidden' });
      },
    });
    expect(violations).toEqual([]);
  });

  looking('the menu on a narrow screen', async ({ fleet, page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/${fleet.tenantId}`);
    await page.getByRole('button', { name: 'Menu' }).click();
    await mainMenu(page).waitFor();
    await opened(page);
    expect(await accessibilityViolations(page)).toEqual([]);
    await openFromMenu(page, 'Devices');
    await page.getByRole('heading', { name: 'Devices' }).waitFor();
    await mainMenu(page).waitFor({ state: 'hidden' });
  });

  looking.for(['/user/login', '/user/accessDenied', '/no/such/screen'])('%s', async (address, { visit }) => {
    const { page } = await visit();
    await page.goto(address);
    await opened(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      expect(await violationsNow(page), `${width} px`).toEqual([]);
    }
  });

  looking('the sign-in page of the provider', async ({ visit }) => {
    const { page } = await visit();
    await page.goto('/');
    await goToProvider(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      expect(await accessibilityViolations(page)).toEqual([]);
      expect(await scrollsSideways(page)).toBe(false);
    }
  });
});
