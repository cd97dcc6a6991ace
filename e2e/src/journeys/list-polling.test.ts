import type { TenantLookup } from '@cfs/contracts/access';
import { describe, expect } from 'vitest';
import { apiAs } from '../harness/api.ts';
import { journey } from '../harness/journey.ts';
import { cellsOf, list, row } from '../pages/data-list.ts';
import { signIn } from '../pages/login-page.ts';

const address = '/workunitsv2?filter=workUnitTypeId~in~1&search=Quiet+list&sort=title';

describe('a list that refreshes itself', () => {
  journey('freezes the rows under the pointer', async ({ product, visit }) => {
    const { page } = await visit();
    const api = await apiAs(product, 'admin');
    const tenants = (await api.call('GET', '/api/generallookup/tenants')) as readonly TenantLookup[];
    const create = (title: string) =>
      api.call('PUT', '/v1/workunits', {
        title,
        description: title,
        tenantId: tenants[0]?.tenantId,
        workUnitTypeId: 1,
        severityId: 'Sev4',
        stateId: 'New',
      });
    await create('Quiet list: beta');
    await create('Quiet list: gamma');
    await page.clock.install();
    await signIn(page, 'admin', address);
    await row(page, 'Work units', 'Quiet list: gamma').waitFor();
    await row(page, 'Work units', 'Quiet list: gamma').hover();
    await create('Quiet list: alpha');
    await page.clock.fastForward(61_000);
    await page.getByRole('button', { name: 'Show 1 new' }).waitFor();
    expect(await cellsOf(page, 'Work units', 'Title')).toEqual(['Quiet list: beta', 'Quiet list: gamma']);
    await page.getByRole('heading', { name: 'Work Units' }).hover();
    await expect
      .poll(() => cellsOf(page, 'Work units', 'Title'))
      .toEqual(['Quiet list: alpha', 'Quiet list: beta', 'Quiet list: gamma']);
  });

  journey('keeps its rows while offline, and recovers automatically', async ({ visit }) => {
    const { page, context, browserErrors } = await visit();
    browserErrors.allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
    await page.clock.install();
    await signIn(page, 'admin', '/workunitsv2?filter=workUnitTypeId~in~1');
    await row(page, 'Work units', /./).nth(1).waitFor();
    const titles = await cellsOf(page, 'Work units', 'Title');
    await context.setOffline(true);
    await page.clock.fastForward(61_000);
    await page.getByText(/^The server cannot be reached\. These rows are from/).waitFor();
    expect(await cellsOf(page, 'Work units', 'Title')).toEqual(titles);
    await context.setOffline(false);
    await page.getByText(/^The server cannot be reached/).waitFor({ state: 'hidden' });
    await list(page, 'Work units').waitFor();
  });
});
