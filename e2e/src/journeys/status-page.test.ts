import { describe, expect } from 'vitest';
import { accessibilityViolations, scrollsSideways } from '../harness/accessibility-violations.ts';
import { apiAs, type Api } from '../harness/api.ts';
import { journey } from '../harness/journey.ts';
import { panel } from '../pages/fields.ts';
import { signIn } from '../pages/login-page.ts';
import { rendered } from '../pages/network-idle.ts';

const visitor = 'visitor@example.com';
const tenantName = 'Contoso Operations';

/** Waits for the n-th mail to the visitor and returns its link that contains this word. */
const linkInMail = async (staff: Api, place: number, word: string): Promise<string> => {
  const filter = encodeURIComponent(`recipient eq '${visitor}'`);
  const messages = async () => {
    const answer = await staff.call('GET', `/v1/outboxMessages?$filter=${filter}&$orderby=created`);
    return (answer as { readonly value: readonly { readonly messageId: string }[] }).value;
  };
  await expect.poll(async () => (await messages()).length).toBeGreaterThanOrEqual(place);
  const { messageId = '' } = (await messages())[place - 1] ?? {};
  const { text } = (await staff.call('POST', `/v1/outboxMessages/${messageId}/preview`)) as { readonly text: string };
  return new RegExp(`http\\S+/${word}/[\\w.-]+`).exec(text)?.[0] ?? '';
};

describe('the status page', () => {
  journey('a visitor reads it, subscribes and unsubscribes', async ({ visit, product }) => {
    const staff = await apiAs(product, 'admin');
    const tenants = (await staff.call('GET', '/api/generallookup/tenants')) as readonly {
      readonly tenantId: string;
      readonly name: string;
    }[];
    const { tenantId = '' } = tenants.find(({ name }) => name === tenantName) ?? {};
    await staff.call('PUT', `/v1/tenants/${tenantId}/subscribersettings`, { allowsVisitors: true });

    const { page: desk } = await visit();
    await signIn(desk, 'admin', `/tenants?open=${tenantId}`);
    const drawer = panel(desk, `Edit Tenant: ${tenantName}`);
    await drawer.getByRole('tab', { name: 'Status Page' }).click();
    await drawer.getByRole('switch', { name: 'Public status page' }).click();
    const address = (await drawer.getByRole('link').getAttribute('href')) ?? '';
    expect(new URL(address).pathname).toBe(`/status/${tenantId}`);

    const { page } = await visit();
    await page.goto(`/status/${tenantId}`);
    await page.getByRole('heading', { name: 'Slow connections to the data centre' }).waitFor();
    expect(await page.getByText('Bridge 3').count()).toBe(0);
    for (const width of [1440, 1024, 390])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await rendered(page);
        expect(await accessibilityViolations(page), `${width} px, ${colorScheme}`).toEqual([]);
        expect(await scrollsSideways(page), `${width} px`).toBe(false);
      }
    const feed = (await page.getByRole('link', { name: 'Atom feed' }).getAttribute('href')) ?? '';
    expect(await (await fetch(new URL(feed, product.address))).text()).toContain('<feed xmlns=');

    await page.getByLabel('Email address').fill(visitor);
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByRole('heading', { name: 'Almost there' }).waitFor();
    await page.goto(await linkInMail(staff, 1, 'confirm'));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('heading', { name: 'You are subscribed' }).waitFor();

    const { workUnitCommunicationId } = (await staff.call('PUT', '/v1/workunitcommunications', {
      title: 'The printers of the second floor are out of order',
      serviceManager: 'operator@demo.example',
      tenantId,
    })) as { readonly workUnitCommunicationId: string };
    const unsubscribe = await linkInMail(staff, 2, 'unsubscribe');
    await staff.call('POST', `/v1/workunitcommunications/${workUnitCommunicationId}`, {
      status: 'Resolved',
      rootCause: 'They were switched off',
    });
    await page.goto(unsubscribe);
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();

    await drawer.getByRole('switch', { name: 'Public status page' }).click();
    await drawer.getByRole('link').waitFor({ state: 'hidden' });
    await staff.call('PUT', `/v1/tenants/${tenantId}/subscribersettings`, { allowsVisitors: false });
    // The first visitor's browser may show its cached page for five seconds.
    const { page: next, browserErrors } = await visit();
    browserErrors.allow(/status of 404/);
    await next.goto(`/status/${tenantId}`);
    await next.getByRole('heading', { name: 'There is no status page here' }).waitFor();
  });
});
