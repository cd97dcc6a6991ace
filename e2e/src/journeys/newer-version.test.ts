import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { journey } from '../harness/journey.ts';
import { panel } from '../pages/fields.ts';
import { signIn } from '../pages/login-page.ts';
import { openFromMenu } from '../pages/main-menu.ts';
import { box, storeWorkUnit, workUnitPanel } from '../pages/work-unit-panel.ts';

/** Simulates an upgrade of the server to this version. */
const upgrade = (page: Page): Promise<unknown> =>
  page.route('**/api/generalLookup/version', (route) => route.fulfill({ json: { version: '99.0.0' } }));

/** Simulates an upgrade to a version whose scripts have other names. */
const removeScripts = (page: Page): Promise<unknown> =>
  page.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }));

describe('an open page of an older version', () => {
  journey('reports the newer version and keeps unsaved input', async ({ visit, product }) => {
    const unit = await storeWorkUnit(product, 'Disk of the old version');
    const { page } = await visit();
    await page.clock.install();
    await signIn(page, 'admin', '/workunitsv2');
    await page.getByRole('gridcell', { name: 'Disk of the old version' }).click();
    const form = workUnitPanel(page, unit);
    await box(form, 'Title').fill('Disk of the new version');
    const reload = page.getByRole('banner').getByRole('button', { name: 'Reload', exact: true });
    expect(await reload.count()).toBe(0);

    await upgrade(page);
    await page.clock.fastForward('01:05');
    await page.getByRole('banner').getByText('A newer version is installed').waitFor();
    await reload.click();
    await form.getByText(/^What you typed before the page was reloaded was restored\./).waitFor();
    expect(await box(form, 'Title').inputValue()).toBe('Disk of the new version');

    await form.getByRole('textbox', { name: 'Note' }).fill('A note that no draft holds');
    await reload.click();
    const question = panel(page, 'Unsaved changes');
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await form.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('A note that no draft holds');
  });

  journey('offers a reload when a script no longer exists', async ({ visit }) => {
    const { page, browserErrors } = await visit();
    browserErrors.allow(/status of 404|Failed to fetch dynamically imported module/);
    await signIn(page, 'admin', '/locations');
    await page.getByRole('grid', { name: 'Locations' }).waitFor();
    await removeScripts(page);

    await page.getByRole('button', { name: /^Tenant/ }).click();
    const question = panel(page, 'Reload to continue');
    await question.getByRole('button', { name: 'Not now' }).click();
    await panel(page, 'Tenant and subscription').getByText('cannot be loaded').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('grid', { name: 'Locations' }).waitFor();

    await openFromMenu(page, 'Compliance');
    await page.getByText('The portal could not be loaded.').waitFor();
    await page.unroute('**/assets/*.js');
    await page.getByRole('link', { name: 'Reload the page' }).click();
    await page.getByRole('heading', { name: 'Compliance', level: 1 }).waitFor();
  });
});
