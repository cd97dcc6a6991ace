import type { WorkUnit } from '@cfs/contracts/work-units';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { apiAs } from '../harness/api.ts';
import { journey } from '../harness/journey.ts';
import { panel } from '../pages/fields.ts';
import { signIn } from '../pages/login-page.ts';
import { entriesOf, mainMenu, openFromMenu } from '../pages/main-menu.ts';
import { opened } from '../pages/network-idle.ts';
import { shownContext, switchContext } from '../pages/tenant-picker.ts';

const menu = ['Work Units', 'Change Calendar', 'Work Unit Communications', 'Devices', 'Blocks', 'Rules', 'Compliance'];
const administration = [
  ...['Tenants', 'Locations', 'Package Catalog', 'Work Unit Protocols', 'Action Catalog', 'Pending Devices'],
  ...['Metric Sources', 'Tokens', 'Work Unit Settings', 'Service Levels', 'Version Report', 'Access', 'Outbox'],
];

const tenantOf = (address: string): string => new URL(address).pathname.split('/')[1] ?? '';

describe('the menu', () => {
  journey.for([
    { user: 'admin', groups: [menu, administration] },
    { user: 'operator', groups: [menu, ['Version Report']] },
    { user: 'viewer', groups: [menu, []] },
  ] as const)('shows $user the entries that the permissions allow', async ({ user, groups }, { visit }) => {
    const { page } = await visit();
    await signIn(page, user);
    await expect.poll(() => entriesOf(page, 'Menu')).toEqual(groups[0]);
    await expect.poll(() => entriesOf(page, 'Administration')).toEqual(groups[1]);
  });

  journey('highlights the entry of the current screen', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'admin');
    await openFromMenu(page, 'Locations');
    await page.getByRole('heading', { name: 'Locations' }).waitFor();
    const current = mainMenu(page).locator('[aria-current="page"]');
    await expect.poll(() => current.allInnerTexts()).toEqual(['Locations']);
  });

  journey('redirects a requester to the Resolution Center', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'requester');
    await page.getByRole('heading', { name: 'Resolution Center' }).first().waitFor();
    expect(page.url()).toMatch(/\/[0-9a-f-]{36}\/resolutioncenter$/i);
    expect(await mainMenu(page).count()).toBe(0);
  });

  journey(
    'redirects a requester from a staff URL to the same unit in the Resolution Center',
    async ({ visit, product }) => {
      const body = { title: 'No picture', description: 'It stays dark', stakeHolderPhoneNumber: '555' };
      const made = (await (await apiAs(product, 'requester')).call('PUT', '/v1/rc/workunits', body)) as WorkUnit;
      const { page } = await visit();
      await signIn(page, 'requester', `/workunitsv2?workUnitId=${made.workUnitId}`);
      const details = panel(page, `#${made.publicWorkUnitId}: No picture`);
      await details.getByText('No notes for this incident.').waitFor();
      await details.getByRole('textbox', { name: 'New note' }).fill('Is there any news?');
      await details.getByRole('button', { name: 'Add note' }).click();
      await details.getByRole('list', { name: 'Notes' }).getByText('Is there any news?').waitFor();
      await details.getByRole('button', { name: 'Call Me' }).click();
      await page.getByRole('dialog', { name: 'Call Me' }).getByRole('button', { name: 'Yes' }).click();
      await details.getByText(/Rita Requester .* asks to be called back/).waitFor();
      await details.getByRole('button', { name: 'Close', exact: true }).click();
      await page.goto(page.url().replace(/\/resolutioncenter.*$/, '/devices'));
      await page.waitForURL(/\/resolutioncenter$/);
      await page.getByRole('grid', { name: 'Requests' }).waitFor();
    },
  );
});

describe('the tenant in the address', () => {
  journey('is added to a URL without one', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'admin', '/locations?size=25');
    await expect.poll(() => page.url()).toMatch(/\/[0-9a-f-]{36}\/locations\?size=25$/);
  });

  journey('follows the tenant picker', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'admin', '/locations?size=25');
    await expect.poll(() => shownContext(page)).toMatch(/^Contoso Operations, /);
    const before = tenantOf(page.url());
    await switchContext(page, 'Fabrikam Field Services', 'Main');
    await expect.poll(() => shownContext(page)).toBe('Fabrikam Field Services, Main');
    expect(tenantOf(page.url())).not.toBe(before);
    expect(page.url()).toMatch(/\/locations\?size=25$/);
    await switchContext(page, 'Contoso Operations', 'Production');
    await expect.poll(() => shownContext(page)).toBe('Contoso Operations, Production');
    expect(tenantOf(page.url())).toBe(before);
  });

  journey('keeps two tabs on two tenants apart', async ({ visit }) => {
    const { page, context } = await visit();
    await signIn(page, 'viewer', '/locations');
    await expect.poll(() => shownContext(page)).toMatch(/^Contoso Operations, /);
    const contoso = tenantOf(page.url());
    const other = await context.newPage();
    await other.goto('/locations');
    await expect.poll(() => shownContext(other)).toMatch(/^Contoso Operations, /);
    await switchContext(other, 'Fabrikam Field Services', 'Main');
    await expect.poll(() => shownContext(other)).toBe('Fabrikam Field Services, Main');
    const fabrikam = tenantOf(other.url());

    const asked = new Map<unknown, Set<string>>([page, other].map((tab) => [tab, new Set()]));
    for (const tab of [page, other]) {
      tab.on('request', (request) => {
        const tenant = request.headers()['x-tenant-id'];
        if (tenant !== undefined) asked.get(tab)?.add(tenant);
      });
    }
    await page.reload();
    await other.reload();
    await expect.poll(() => shownContext(page)).toMatch(/^Contoso Operations, /);
    await expect.poll(() => shownContext(other)).toMatch(/^Fabrikam Field Services, /);
    expect([...(asked.get(page) ?? [])]).toEqual([contoso]);
    expect([...(asked.get(other) ?? [])]).toEqual([fabrikam]);
    await switchContext(other, 'Contoso Operations', 'Production');
    await expect.poll(() => shownContext(other)).toBe('Contoso Operations, Production');
  });

  journey('keeps the subscription that a tab shows when another tab chooses one', async ({ visit }) => {
    const { page, context } = await visit();
    await signIn(page, 'viewer', '/locations');
    await switchContext(page, 'Contoso Operations', 'Production');
    await expect.poll(() => shownContext(page)).toBe('Contoso Operations, Production');
    await opened(page);
    const other = await context.newPage();
    await other.goto('/locations');
    await expect.poll(() => shownContext(other)).toBe('Contoso Operations, Production');
    await switchContext(other, 'Contoso Operations', 'Staging');
    await expect.poll(() => shownContext(other)).toBe('Contoso Operations, Staging');
    await opened(other);

    const devicesOf = async (tab: Page): Promise<string | undefined> => {
      const request = tab.waitForRequest((each) => each.url().includes('/v1/devices?'));
      await openFromMenu(tab, 'Devices');
      return (await request).headers()['x-subscription-id'];
    };
    const [first, second] = [await devicesOf(page), await devicesOf(other)];
    expect(new Set([first, second]).size).toBe(2);
    await expect.poll(() => shownContext(page)).toBe('Contoso Operations, Production');
    await switchContext(page, 'Contoso Operations', 'Staging');
    await expect.poll(() => shownContext(page)).toBe('Contoso Operations, Staging');
    await opened(page);
    expect(await devicesOf(page)).toBe(second);
    await switchContext(page, 'Contoso Operations', 'Production');
    await expect.poll(() => shownContext(page)).toBe('Contoso Operations, Production');
  });
});

describe('the shell', () => {
  journey('shows screen and company in the document title', async ({ visit }) => {
    const { page } = await visit();
    await page.goto('/');
    await expect.poll(() => page.title()).toBe('Login - CFS');
    await signIn(page, 'admin', '/locations');
    await expect.poll(() => page.title()).toBe('Locations - CFS');
  });

  journey('shows Page Not Found for an unknown URL', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'viewer');
    await page.goto('/no/such/screen');
    await page.getByText('Page Not Found').waitFor();
    await page.getByRole('link', { name: /home/i }).click();
    await mainMenu(page).waitFor();
  });

  journey('starts in light mode and persists dark mode', async ({ visit }) => {
    const { page } = await visit();
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await signIn(page, 'viewer');
    expect(await background()).toBe('rgb(246, 247, 249)');
    await page.getByRole('button', { name: 'Switch to dark' }).click();
    await expect.poll(background).toBe('rgb(15, 20, 27)');
    await page.reload();
    await page.getByRole('button', { name: 'Switch to light' }).waitFor();
    expect(await background()).toBe('rgb(15, 20, 27)');
    await page.getByRole('button', { name: 'Switch to light' }).click();
    await expect.poll(background).toBe('rgb(246, 247, 249)');
  });

  journey('shows version, license and agreement in the sidebar', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'viewer');
    await page.getByText(/^Version \d+\.\d+\.\d+/).waitFor();
    await page.getByRole('button', { name: 'License' }).click();
    const license = page.getByRole('dialog', { name: 'License' });
    await license.getByText(/^Expires 31\/Dec\/2030 /).waitFor();
    await license.getByText(/^\d+ days left$/).waitFor();
    await license.getByRole('button', { name: 'End-user license agreement' }).click();
    await license.getByRole('region', { name: 'End-user license agreement' }).waitFor();
    await page.keyboard.press('Escape');
    await license.waitFor({ state: 'hidden' });
  });

  journey('menu, profile and panels have the specified sizes', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'admin', '/locations');
    const widthOf = async (name: string) => (await page.getByRole('dialog', { name }).boundingBox())?.width;
    const menuBox = await mainMenu(page).boundingBox();
    expect(Math.round(menuBox?.width ?? 0)).toBeGreaterThanOrEqual(258);
    expect(Math.round(menuBox?.width ?? 0)).toBeLessThanOrEqual(260);

    await page.getByRole('button', { name: 'Profile of Ada Admin' }).click();
    await page.getByRole('dialog', { name: 'Profile' }).getByText('Ada Admin').waitFor();
    await expect.poll(() => widthOf('Profile')).toBe(290);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('dialog', { name: 'Create Location' }).waitFor();
    await expect.poll(() => widthOf('Create Location')).toBe(720);
    await page.setViewportSize({ width: 768, height: 900 });
    await expect.poll(() => widthOf('Create Location')).toBe(384);
    await page.setViewportSize({ width: 767, height: 900 });
    await expect.poll(() => widthOf('Create Location')).toBe(767);
  });
});
