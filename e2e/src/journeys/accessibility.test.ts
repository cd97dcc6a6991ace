import { describe, expect } from 'vitest';
import { accessibilityViolations, scrollsSideways } from '../harness/accessibility-violations.ts';
import { fleetJourney } from '../harness/fleet.ts';
import { openVisit } from '../harness/visit.ts';
import { openPalette } from '../pages/command-palette.ts';
import { goToProvider, signIn } from '../pages/login-page.ts';
import { mainMenu, openFromMenu } from '../pages/main-menu.ts';
import { rendered, opened, networkIdle } from '../pages/network-idle.ts';
import { portalScreens } from '../pages/portal-screens.ts';
import { showTheme, type Theme } from '../pages/theme.ts';
import type { Page } from 'playwright-core';

const widths = [1440, 1024, 390];
/** Light last: the theme is a preference of the person. */
const themes: readonly Theme[] = ['dark', 'light'];

/** The old experience is a page of the server without the portal's themes; `old-experience.test.ts` checks it. */
const themedScreens = portalScreens.filter(({ name }) => name !== '/oldexperience');

/** One administrator opens every screen. */
const looking = fleetJourney.extend('page', { scope: 'file' }, async ({ browser, product }, { onCleanup }) => {
  const { page, context } = await openVisit(browser, product.address, {});
  onCleanup(() => context.close());
  await signIn(page, 'admin');
  return page;
});

const violationsByWidth = async (page: Page): Promise<readonly string[]> => {
  const violations: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await rendered(page);
    const found = await accessibilityViolations(page);
    if (await scrollsSideways(page)) violations.push(`${width} px: the page scrolls sideways`);
    violations.push(...found.map((violation) => `${width} px: ${violation}`));
  }
  return violations;
};

/** Opens a URL and checks it in each theme. */
const inBothThemes = async (
  page: Page,
  address: string,
  look: () => Promise<readonly string[]>,
): Promise<readonly string[]> => {
  const violations: string[] = [];
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(address);
  await opened(page);
  for (const theme of themes) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await showTheme(page, theme);
    await rendered(page);
    violations.push(...(await look()).map((violation) => `${theme}, ${violation}`));
  }
  return violations;
};

describe('no accessibility violations in', () => {
  looking.for(themedScreens)('$name', async ({ place }, { fleet, page }) => {
    const violations = await inBothThemes(page, `/${fleet.tenantId}${place(fleet)}`, () => violationsByWidth(page));
    expect(violations).toEqual([]);
  });

  looking('the dialogs of the shell', async ({ fleet, page }) => {
    const violations = await inBothThemes(page, `/${fleet.tenantId}`, async () => {
      const found: string[] = [];
      for (const name of ['License', /^Profile of /, /^Tenant and subscription: /]) {
        await page.getByRole('button', { name }).click();
        await page.getByRole('dialog').waitFor();
        await networkIdle(page);
        found.push(...(await accessibilityViolations(page)));
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'hidden' });
      }
      return found;
    });
    expect(violations).toEqual([]);
  });

  looking('the command palette', async ({ fleet, page }) => {
    const violations = await inBothThemes(page, `/${fleet.tenantId}`, async () => {
      const found: string[] = [];
      const field = await openPalette(page);
      for (const text of ['', 'e', 'nothing is called this']) {
        await field.fill(text);
        await networkIdle(page);
        found.push(...(await violationsByWidth(page)));
      }
      await page.keyboard.press('Escape');
      await field.waitFor({ state: 'hidden' });
      return found;
    });
    expect(violations).toEqual([]);
  });

  looking('the menu over a narrow screen', async ({ fleet, page }) => {
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
    expect(await violationsByWidth(page)).toEqual([]);
  });

  looking("the provider's page", async ({ visit }) => {
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
