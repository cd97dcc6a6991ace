import type { Page } from 'playwright-core';

export type DemoUser = 'admin' | 'operator' | 'viewer' | 'requester';

/** Goes to the provider by the portal's own login page. */
export async function goToProvider(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByLabel('User').waitFor();
}

/** Fills in the provider's form and sends it. */
export async function enterPassword(page: Page, user: string, password: string): Promise<void> {
  await page.getByLabel('User').fill(user);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Signs a demo user in by the real login page, and waits until the portal shows the screen that was asked for, be it behind a panel. */
export async function signIn(page: Page, user: DemoUser, path = '/'): Promise<void> {
  await page.goto(path);
  await goToProvider(page);
  await enterPassword(page, user, 'demo');
  await page.getByRole('button', { name: /^Profile of ./, includeHidden: true }).waitFor();
}
