import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { accessibilityViolations, scrollsSideways } from '../harness/accessibility-violations.ts';
import { fleetJourney } from '../harness/fleet.ts';
import { openVisit } from '../harness/visit.ts';
import { openPalette } from '../pages/command-palette.ts';
import { goToProvider, signIn } from '../pages/login-page.ts';
import { looks, violationsIn, violationsNow, wideWidth, widths, type Look } from '../pages/looks.ts';
import { mainMenu, openFromMenu } from '../pages/main-menu.ts';
import { opened, networkIdle } from '../pages/network-idle.ts';
import { showTheme } from '../pages/theme.ts';

/** One administrator opens everything. */
const looking = fleetJourney.extend('page', { scope: 'file' }, async ({ browser, product }, { onCleanup }) => {
  const { page, context } = await openVisit(browser, product.address, {});
  onCleanup(() => context.close());
  await signIn(page, 'admin');
  return page;
});

/** The violations at the tenant's first screen, whose content `show` opens and checks. */
const violationsOnHome = async (
  page: Page,
  tenantId: string,
  wanted: readonly Look[],
  show: (check: (state?: string) => Promise<void>) => Promise<void>,
): Promise<readonly string[]> => {
  await page.setViewportSize({ width: wideWidth, height: 900 });
  await page.goto(`/${tenantId}`);
  await opened(page);
  const violations = await violationsIn(page, wanted, show);
  // The theme is a preference of the person.
  await showTheme(page, 'light');
  return violations;
};

describe('no accessibility violations in', () => {
  looking('the dialogs of the shell', async ({ fleet, page }) => {
    const wideLooks = looks.filter(({ width }) => width === wideWidth);
    const violations = await violationsOnHome(page, fleet.tenantId, wideLooks, async (check) => {
      for (const name of ['License', /^Profile of /, /^Tenant and subscription: /]) {
        await page.getByRole('button', { name }).click();
        await page.getByRole('dialog').waitFor();
        await networkIdle(page);
        await check(String(name));
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'hidden' });
      }
    });
    expect(violations).toEqual([]);
  });

  looking('the command palette', async ({ fleet, page }) => {
    const violations = await violationsOnHome(page, fleet.tenantId, looks, async (check) => {
      const field = await openPalette(page);
      for (const text of ['', 'e', 'nothing is called this']) {
        await field.fill(text);
        await networkIdle(page);
        await check(text);
      }
      await page.keyboard.press('Escape');
      await field.waitFor({ state: 'hidden' });
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
