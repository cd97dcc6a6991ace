import type { Page } from 'playwright-core';
import { choose } from './fields.ts';

const picker = (page: Page) => page.getByRole('button', { name: /^Tenant and subscription: / });

/** The tenant and subscription in the header, such as `Contoso Operations, Production`. */
export async function shownContext(page: Page): Promise<string> {
  const name = await picker(page).getAttribute('aria-label');
  return name?.replace('Tenant and subscription: ', '') ?? '';
}

/** Switches tenant and subscription in the header. */
export async function switchContext(page: Page, tenant: string, subscription: string): Promise<void> {
  await picker(page).click();
  const form = page.getByRole('dialog', { name: 'Tenant and subscription' });
  await choose(form, 'Tenant', tenant);
  await choose(form, 'Subscription', subscription);
  await form.getByRole('button', { name: 'Switch' }).click();
}
