import { describe, expect } from 'vitest';
import { apiAs } from '../harness/api.ts';
import { journey } from '../harness/journey.ts';
import { chosenIn, foundIn, openPalette, palette } from '../pages/command-palette.ts';
import { signIn } from '../pages/login-page.ts';
import { mainMenu } from '../pages/main-menu.ts';
import { networkIdle } from '../pages/network-idle.ts';
import { shownContext, switchContext } from '../pages/tenant-picker.ts';

interface Listed {
  readonly value: readonly { readonly workUnitId: number; readonly title: string }[];
}

describe('the command palette', () => {
  journey('opens a screen by keyboard only', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'admin');
    await mainMenu(page).waitFor();
    await openPalette(page);
    await page.keyboard.type('loc');
    await expect.poll(() => chosenIn(page).innerText()).toMatch(/^Locations/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Locations' }).waitFor();
    expect(await palette(page).count()).toBe(0);

    await openPalette(page);
    await expect.poll(() => foundIn(page)).toEqual(expect.arrayContaining([expect.stringMatching(/^Locations/)]));
    expect(await chosenIn(page).innerText()).toMatch(/^Locations/);
    await page.keyboard.press('Escape');
    await palette(page).waitFor({ state: 'hidden' });
  });

  journey('finds a work unit by number and by text', async ({ visit, product }) => {
    const api = await apiAs(product, 'operator');
    const { value } = (await api.call('GET', '/v1/workunits?$top=1&$select=workUnitId,title')) as Listed;
    const { workUnitId = 0, title = '' } = value[0] ?? {};
    const { page } = await visit();
    await signIn(page, 'operator', '/devices');
    await page.getByRole('heading', { name: 'Devices' }).waitFor();
    const field = await openPalette(page);
    await field.fill(`#${workUnitId}`);
    await expect.poll(() => foundIn(page)).toEqual([expect.stringContaining(title)]);
    await field.fill(title);
    await palette(page).getByRole('option', { name: title }).first().waitFor();
    await palette(page)
      .getByRole('option', { name: `#${workUnitId} ` })
      .click();
    await expect.poll(() => page.title()).toMatch(`WU #${workUnitId} - `);
    expect(page.url()).toContain(`/workunitsv2?workUnitId=${workUnitId}`);
  });

  journey('switches the tenant, and opens one in a new tab', async ({ visit }) => {
    const { page, context } = await visit();
    await signIn(page, 'admin', '/locations?size=25');
    await expect.poll(() => shownContext(page)).toMatch(/^Contoso Operations, /);
    await openPalette(page);
    await page.keyboard.type('fabrikam');
    await expect.poll(() => chosenIn(page).innerText()).toMatch(/^Fabrikam Field Services/);
    const opened = context.waitForEvent('page');
    await page.keyboard.press('Control+Enter');
    const other = await opened;
    await expect.poll(() => shownContext(other)).toMatch(/^Fabrikam Field Services, /);
    expect(await shownContext(page)).toMatch(/^Contoso Operations, /);
    await other.close();

    await openPalette(page);
    await page.keyboard.type('fabrikam main');
    await page.keyboard.press('Enter');
    await expect.poll(() => shownContext(page)).toBe('Fabrikam Field Services, Main');
    expect(page.url()).toMatch(/\/locations\?size=25$/);
    await switchContext(page, 'Contoso Operations', 'Production');
    await expect.poll(() => shownContext(page)).toBe('Contoso Operations, Production');
  });

  journey('creates a work unit, opens the license, and logs out', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'operator');
    await mainMenu(page).waitFor();
    await openPalette(page);
    await page.keyboard.type('create incident');
    await expect.poll(() => chosenIn(page).innerText()).toBe('Create Incident');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('Title').waitFor();
    await page.goto('/locations');
    await mainMenu(page).waitFor();
    await openPalette(page);
    await page.keyboard.type('license');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'License' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'License' }).waitFor({ state: 'hidden' });
    await openPalette(page);
    await page.keyboard.type('log out');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Login' }).waitFor();
    const left = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('preference')));
    expect(left).toEqual([]);
  });

  journey('offers a viewer nothing without permission', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'viewer');
    await mainMenu(page).waitFor();
    const field = await openPalette(page);
    for (const closed of ['tokens', 'create incident', 'tenants']) {
      await field.fill(closed);
      await networkIdle(page);
      expect(await foundIn(page)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(new RegExp(`^${closed}(\\n|$)`, 'i'))]),
      );
    }
  });

  journey('is loaded on first use', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'viewer');
    await mainMenu(page).waitFor();
    await networkIdle(page);
    const scripts = () =>
      page.evaluate(
        () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('command-palette')).length,
      );
    expect(await scripts()).toBe(0);
    await openPalette(page);
    expect(await scripts()).toBe(1);
  });
});
