import type { SubscriptionLookup } from '@cfs/contracts/access';
import { describe, expect } from 'vitest';
import { accessibilityViolations, scrollsSideways } from '../harness/accessibility-violations.ts';
import { apiAs } from '../harness/api.ts';
import { journey } from '../harness/journey.ts';
import { openVisit } from '../harness/visit.ts';
import { openPalette } from '../pages/command-palette.ts';
import { goToProvider, signIn } from '../pages/login-page.ts';
import { mainMenu, openFromMenu } from '../pages/main-menu.ts';
import { rendered, opened, networkIdle } from '../pages/network-idle.ts';
import { showTheme, type Theme } from '../pages/theme.ts';
import type { Page } from 'playwright-core';

const widths = [1440, 1024, 390];
/** Light last: the theme is a preference of the person. */
const themes: readonly Theme[] = ['dark', 'light'];

interface Fleet {
  readonly tenantId: string;
  /** The id of the device, its agent and its heartbeat block. */
  readonly deviceId: string;
  readonly locationId: string;
  readonly workUnitId: number;
  /** A unit in the Resolution Center. */
  readonly requestId: number;
  readonly ruleId: string;
}

/** The ids in the URLs of the screens. */
type Place = (fleet: Fleet) => string;

const screens: readonly { readonly name: string; readonly place: Place }[] = [
  { name: 'Home', place: () => '' },
  { name: 'Work Units', place: () => '/workunitsv2' },
  { name: 'a work unit', place: ({ workUnitId }) => `/workunitsv2?workUnitId=${workUnitId}` },
  { name: 'a new work unit', place: () => '/workunitsv2?workUnitId=new&createType=1' },
  { name: 'a new Change Request', place: () => '/workunitsv2?workUnitId=new&createType=2' },
  { name: 'Change Calendar: a month', place: () => '/changecalendar?date=2026-12-01' },
  { name: 'Change Calendar: a week', place: () => '/changecalendar?span=week&date=2026-12-01' },
  { name: 'Change Calendar: a day', place: () => '/changecalendar?span=day&date=2026-12-01' },
  { name: 'the choice of a tenant for an intake', place: () => '/workunitsv2?intake=new' },
  { name: 'an intake', place: ({ tenantId }) => `/workunitsv2?intake=${tenantId}` },
  { name: 'Work Unit Settings: categories', place: () => '/workunitsettings' },
  { name: 'Work Unit Settings: a new category', place: () => '/workunitsettings?open=new' },
  { name: 'Work Unit Settings: subcategories', place: () => '/workunitsettings?subcategories=1' },
  { name: 'Work Unit Settings: types', place: () => '/workunitsettings?tab=types' },
  { name: 'Work Unit Settings: a type', place: () => '/workunitsettings?tab=types&open=1' },
  { name: 'Devices', place: () => '/devices' },
  { name: 'a device', place: ({ deviceId }) => `/devices?open=${deviceId}` },
  { name: 'packets of a device', place: ({ deviceId }) => `/devices?packets=${deviceId}` },
  { name: 'Pending Devices', place: () => '/pendingdevices' },
  { name: 'Blocks', place: () => '/blocks' },
  { name: 'a block', place: ({ deviceId }) => `/blocks?blockId=${deviceId}` },
  { name: "a block's history", place: ({ deviceId }) => `/blocks?blockId=${deviceId}&tab=history` },
  { name: 'Rules', place: () => '/rules' },
  { name: 'a rule', place: ({ ruleId }) => `/rules?open=${ruleId}` },
  { name: 'Locations', place: () => '/locations' },
  { name: 'a location', place: ({ locationId }) => `/locations?open=${locationId}` },
  { name: 'Tenants', place: () => '/tenants' },
  { name: 'a tenant', place: ({ tenantId }) => `/tenants?open=${tenantId}` },
  { name: 'subscriptions of a tenant', place: ({ tenantId }) => `/tenants?subscriptions=${tenantId}` },
  { name: 'Tokens', place: () => '/tokens' },
  { name: 'a new token', place: () => '/tokens?open=new' },
  { name: 'Access: people', place: () => '/access' },
  { name: 'Access: an invitation', place: () => '/access?open=new' },
  { name: 'Access: roles', place: () => '/access?tab=roles' },
  { name: 'Access: a new role', place: () => '/access?tab=roles&open=new' },
  { name: 'Access: grants', place: () => '/access?tab=grants' },
  { name: 'Access: a new grant', place: () => '/access?tab=grants&grant=new' },
  { name: 'Outbox', place: () => '/outbox' },
  { name: 'an unbuilt screen', place: () => '/compliance' },
  { name: 'an address that leads nowhere', place: () => '/no/such/screen' },
  { name: 'Resolution Center', place: () => '/resolutioncenter' },
  { name: 'a request', place: ({ requestId }) => `/resolutioncenter?workUnitId=${requestId}` },
  { name: 'a request that is not there', place: () => '/resolutioncenter?workUnitId=999999' },
];

interface Listed {
  readonly value: readonly Record<string, string & number>[];
}

/** One administrator opens every screen, with one agent. */
const looking = journey
  .extend('fleet', { scope: 'file' }, async ({ product }): Promise<Fleet> => {
    const api = await apiAs(product, 'admin');
    const first = async (path: string) => {
      const { value } = (await api.call('GET', path)) as Listed;
      return value[0];
    };
    const subscriptions = (await api.call('GET', '/api/generallookup/subscriptions')) as readonly SubscriptionLookup[];
    const production = subscriptions.find(({ name }) => name === 'Production');
    const { tenantId = '', subscriptionId } = production ?? {};
    await api.call('POST', `/v1/tenantSubscriptionContext/${tenantId}`, { tenant: tenantId, subscriptionId });
    await expect
      .poll(async () => {
        const pending = await first('/v1/pendingdevices');
        if (pending !== undefined)
          await api.call('POST', '/v1/pendingdevices/batchpromote', [pending['pendingDeviceId']]);
        return first('/v1/packets');
      })
      .toBeDefined();
    return {
      tenantId,
      deviceId: (await first('/v1/devices'))?.['deviceId'] ?? '',
      locationId: (await first('/v1/locations'))?.['locationId'] ?? '',
      workUnitId: (await first('/v1/workunits?$orderby=workUnitId'))?.['workUnitId'] ?? 0,
      requestId: (await first('/v1/workunits/rc?$orderby=workUnitId'))?.['workUnitId'] ?? 0,
      ruleId: (await first('/v1/rules'))?.['ruleId'] ?? '',
    };
  })
  .extend('page', { scope: 'file' }, async ({ browser, product }, { onCleanup }) => {
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
  looking.for(screens)('$name', async ({ place }, { fleet, page }) => {
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
