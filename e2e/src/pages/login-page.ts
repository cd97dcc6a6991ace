import type { Page } from 'playwright-core';
import { signInPrefix, storedSignIns, type StoredSignIn } from '../harness/sign-in-cache.ts';

export type DemoUser = 'admin' | 'operator' | 'viewer' | 'requester';

/** A URL of the product's origin without scripts. */
const plainUrl = '/healthz';

/** Navigates to the provider from the portal's login page. */
export async function goToProvider(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByLabel('User').waitFor();
}

/** Submits the provider's form. */
export async function enterPassword(page: Page, user: string, password: string): Promise<void> {
  await page.getByLabel('User').fill(user);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Waits until the portal shows the requested screen, which a panel may cover. */
const arrived = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /^Profile of ./, includeHidden: true }).waitFor();

/** Signs a demo user in through the login page, which returns to the requested screen. */
export async function signInByForm(page: Page, user: DemoUser, path = '/'): Promise<void> {
  await page.goto(path);
  await goToProvider(page);
  await enterPassword(page, user, 'demo');
  await arrived(page);
}

/** Whether a cached sign-in is still valid: a journey may have signed out. */
const isValid = async (origin: string, { value }: StoredSignIn): Promise<boolean> => {
  const { access_token: token } = JSON.parse(value) as { readonly access_token?: string };
  const answer = await fetch(`${origin}/v1/currentUser`, { headers: { authorization: `Bearer ${token ?? ''}` } });
  return answer.status !== 401;
};

/** Opens a screen as a demo user, with a cached sign-in if there is one. */
export async function signIn(page: Page, user: DemoUser, path = '/'): Promise<void> {
  await page.goto(plainUrl);
  const { origin } = new URL(page.url());
  const known = storedSignIns.find(origin, user);
  if (known && (await isValid(origin, known))) {
    await page.evaluate(({ key, value }) => localStorage.setItem(key, value), known);
    await page.goto(path);
    return arrived(page);
  }
  await signInByForm(page, user, path);
  const made = await page.evaluate((prefix) => {
    const key = Object.keys(localStorage).find((name) => name.startsWith(prefix)) ?? '';
    return { key, value: localStorage.getItem(key) ?? '' };
  }, signInPrefix);
  storedSignIns.keep(origin, user, made);
}
