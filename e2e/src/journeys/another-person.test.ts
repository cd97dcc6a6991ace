import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { journey } from '../harness/journey.ts';
import { signInPrefix } from '../harness/sign-in-cache.ts';
import { enterPassword, goToProvider, signIn, signInByForm } from '../pages/login-page.ts';

const subjectOf = (authorization: string): string => {
  const [, claims = ''] = authorization.split('.');
  const { sub } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as { sub: string };
  return sub;
};

/** Records the subjects of the tokens that each document of a page sends. */
const watchCallers = (page: Page): readonly Set<string>[] => {
  const callers: Set<string>[] = [new Set()];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) callers.push(new Set());
    const { authorization } = request.headers();
    if (authorization?.startsWith('Bearer ')) callers.at(-1)?.add(subjectOf(authorization));
  });
  return callers;
};

const storedSignIn = ({ page }: { readonly page: Page }): Promise<string> =>
  page.evaluate((prefix) => {
    const key = Object.keys(localStorage).find((name) => name.startsWith(prefix)) ?? '';
    return localStorage.getItem(key) ?? '';
  }, signInPrefix);

/** Replaces the stored sign-in, as another tab does when another person signs in. */
const takeOver = async (context: BrowserContext, signedIn: string): Promise<void> => {
  const page = await context.newPage();
  await page.goto('/healthz');
  await page.evaluate(
    ([prefix, value]) => {
      const key = Object.keys(localStorage).find((name) => name.startsWith(prefix)) ?? '';
      localStorage.setItem(key, value);
    },
    [signInPrefix, signedIn] as const,
  );
  await page.close();
};

describe('when another person signs in', () => {
  journey('a second tab shows their rows, menu and picture', async ({ visit }) => {
    const { page, context } = await visit();
    await signInByForm(page, 'operator', '/devices');
    await page.getByRole('grid', { name: 'Devices' }).waitFor();
    const callers = watchCallers(page);
    const other = await context.newPage();
    await other.goto('/');
    await other.getByRole('button', { name: /^Profile of / }).click();
    await other.getByRole('button', { name: 'Log out' }).click();
    await goToProvider(other);
    await enterPassword(other, 'requester', 'demo');
    await page.getByRole('heading', { name: 'Resolution Center' }).waitFor();
    await page.getByRole('button', { name: /^Profile of R/ }).waitFor();
    expect(await page.getByText('Olga Operator').count()).toBe(0);
    expect(await page.getByRole('grid', { name: 'Devices' }).count()).toBe(0);
    for (const subjects of callers) expect(subjects.size).toBeLessThanOrEqual(1);
  });

  journey('unsaved edits of the first person neither prompt nor remain', async ({ visit }) => {
    const second = await visit();
    await signIn(second.page, 'viewer');
    const { page, context } = await visit();
    page.on('dialog', (dialog) => {
      throw new Error(`The page asked: ${dialog.message()}`);
    });
    await signInByForm(page, 'admin', '/locations?open=new');
    await page.getByRole('textbox', { name: 'Name' }).fill('Of the first person alone');
    const callers = watchCallers(page);
    await takeOver(context, await storedSignIn(second));
    await page.getByRole('button', { name: 'Profile of Viktor Viewer' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(await page.getByText('Of the first person alone').count()).toBe(0);
    const left = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
    expect(left).not.toContain('Of the first person alone');
    for (const subjects of callers) expect(subjects.size).toBeLessThanOrEqual(1);
  });
});
