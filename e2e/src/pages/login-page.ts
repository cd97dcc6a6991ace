import type { Page } from 'playwright-core';
import { signInPrefix, storedSignIns, type StoredSignIn } from '../harness/kept-sign-ins.ts';

export type DemoUser = 'admin' | 'operator' | 'viewer' | 'requester';

/** An answer of the product's origin that runs no script. */
const plainAnswer = '/healthz';

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

/** Waits until the portal shows the screen that was asked for, be it behind a panel. */
const arrived = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /^Profile of ./, includeHidden: true }).waitFor();

/** Signs a demo user in by the real login page, on the way to the screen that is asked for. */
export async function signInByForm(page: Page, user: DemoUser, path = '/'): Promise<void> {
  await page.goto(path);
  await goToProvider(page);
  await enterPassword(page, user, 'demo');
  await arrived(page);
}

/** Whether the server still takes a sign-in: a journey about sign-ins may have ended it. */
const holds = async (origin: string, { value }: StoredSignIn): Promise<boolean> => {
  const { access_token: token } = JSON.parse(value) as { readonly access_token?: string };
  const answer = await fetch(`${origin}/v1/currentUser`, { headers: { authorization: `Bearer ${token ?? ''}` } });
  return answer.status !== 401;
};

/** Shows a demo user the screen that is asked for: somebody who has signed in, by the real login page, a while ago. */
export async function signIn(page: Page, user: DemoUser, path = '/'): Promise<void> {
  await page.goto(plainAnswer);
  const { origin } = new URL(page.url());
  const known = storedSignIns.find(origin, user);
  if (known && (await holds(origin, known))) {
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
