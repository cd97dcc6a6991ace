import type { TenantLookup } from '@cfs/contracts/access';
import { describe, expect } from 'vitest';
import { apiAs } from '../harness/api.ts';
import { journey } from '../harness/journey.ts';
import { addFilter, cellsOf, list, search, sorted } from '../pages/data-list.ts';
import { panel } from '../pages/fields.ts';
import { signIn } from '../pages/login-page.ts';

describe('the address of a list', () => {
  journey('shows another person the same rows and the open panel', async ({ visit }) => {
    const one = await visit();
    await signIn(one.page, 'admin', '/locations?size=25');
    await addFilter(one.page, 'Tenant', 'is any of', ['Contoso Operations', 'Fabrikam Field Services']);
    await one.page.getByRole('button', { name: /^Tenant is any of Contoso Operations, Fabrikam/ }).waitFor();
    await list(one.page, 'Locations').getByRole('columnheader', { name: 'City' }).click();
    await sorted(one.page, 'Locations', 'City');
    await one.page.getByRole('button', { name: 'Go to next page' }).click();
    await expect.poll(() => one.page.url()).toMatch(/page=2/);
    await sorted(one.page, 'Locations', 'City');
    const names = await cellsOf(one.page, 'Locations', 'Name');
    const [first = ''] = names;
    await one.page
      .getByRole('button', { name: `Edit ${first}` })
      .first()
      .click();
    await panel(one.page, `Edit Location: ${first}`).waitFor();

    const other = await visit();
    await signIn(other.page, 'admin', one.page.url());
    await panel(other.page, `Edit Location: ${first}`).waitFor();
    await panel(other.page, `Edit Location: ${first}`).press('Escape');
    await panel(other.page, `Edit Location: ${first}`).waitFor({ state: 'hidden' });
    await expect.poll(() => cellsOf(other.page, 'Locations', 'Name')).toEqual(names);
  });

  journey('reverts order, search and filter with Back', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'admin', '/locations');
    await addFilter(page, 'Tenant', 'is none of', ['Contoso Operations']);
    await search(page, 'plant');
    await expect.poll(() => page.url()).toMatch(/search=plant/);
    await list(page, 'Locations').getByRole('columnheader', { name: 'City' }).click();
    await expect.poll(() => page.url()).toMatch(/sort=city/);
    await page.goBack();
    await expect.poll(() => page.url()).not.toMatch(/sort=/);
    await page.goBack();
    await expect.poll(() => page.getByRole('search').getByRole('textbox').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Tenant is not Contoso Operations' }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Tenant is not Contoso Operations' }).waitFor({ state: 'hidden' });
  });

  journey('keeps two tabs on two tenants apart', async ({ product, visit }) => {
    const { page, context } = await visit();
    await signIn(page, 'admin', '/tokens');
    await list(page, 'Tenant Tokens').waitFor();
    const api = await apiAs(product, 'admin');
    const tenants = (await api.call('GET', '/api/generallookup/tenants')) as readonly TenantLookup[];
    const here = new URL(page.url()).pathname.split('/')[1];
    const elsewhere = tenants.find(({ tenantId }) => tenantId !== here)?.tenantId ?? '';
    const asked = (tenantId: string | undefined) => ({
      url: expect.stringContaining(`tenantId%20eq%20${tenantId ?? ''}`),
      tenant: tenantId,
    });
    const other = await context.newPage();
    const calls = new Map([
      [page, [] as { url: string; tenant: string | undefined }[]],
      [other, []],
    ]);
    for (const [tab, seen] of calls)
      tab.on('request', (request) => {
        if (request.url().includes('/v1/tokens?'))
          seen.push({ url: request.url(), tenant: request.headers()['x-tenant-id'] });
      });
    await other.goto(`/${elsewhere}/tokens`);
    await list(other, 'Tenant Tokens').waitFor();
    await search(page, 'a');
    await search(other, 'b');
    await expect.poll(() => calls.get(page)?.at(-1)).toEqual(asked(here));
    await expect.poll(() => calls.get(other)?.at(-1)).toEqual(asked(elsewhere));
    expect(new Set(calls.get(page)?.map(({ tenant }) => tenant))).toEqual(new Set([here]));
  });
});
