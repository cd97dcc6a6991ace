import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { journey } from '../harness/journey.ts';
import { signInPrefix } from '../harness/sign-in-cache.ts';
import { toast } from '../pages/fields.ts';
import { enterPassword, goToProvider, signInByForm } from '../pages/login-page.ts';

const storedToken = (page: Page): Promise<string> =>
  page.evaluate((prefix) => {
    const key = Object.keys(localStorage).find((name) => name.startsWith(prefix)) ?? '';
    return (JSON.parse(localStorage.getItem(key) ?? '{}') as { access_token: string }).access_token;
  }, signInPrefix);

const statusWith = (page: Page, token: string): Promise<number> =>
  page.evaluate(
    async (bearer) => (await fetch('/v1/currentUser', { headers: { authorization: `Bearer ${bearer}` } })).status,
    token,
  );

describe('signing in', () => {
  journey('a wrong password shows an error', async ({ visit }) => {
    const { page, browserErrors } = await visit();
    browserErrors.allow(/status of 401/);
    await page.goto('/');
    await goToProvider(page);
    await enterPassword(page, 'viewer', 'guess');
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('User').inputValue()).toBe('viewer');
    await enterPassword(page, 'viewer', 'demo');
    await page.getByRole('button', { name: 'Profile of Viktor Viewer' }).waitFor();
  });

  journey('uses the authorization code flow with PKCE', async ({ visit }) => {
    const { page } = await visit();
    await page.goto('/');
    const asked = page.waitForRequest((request) => new URL(request.url()).searchParams.has('code_challenge'));
    const redeemed = page.waitForRequest((request) => request.method() === 'POST' && /\/token$/.test(request.url()));
    await goToProvider(page);
    await enterPassword(page, 'operator', 'demo');
    const query = new URL((await asked).url()).searchParams;
    expect(query.get('response_type')).toBe('code');
    expect(query.get('code_challenge_method')).toBe('S256');
    expect(new URLSearchParams((await redeemed).postData() ?? '').get('code_verifier')).toMatch(/^[\w.~-]{43,128}$/);
    await page.getByRole('button', { name: 'Profile of Olga Operator' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  journey('a reload keeps the session', async ({ visit }) => {
    const { page } = await visit();
    await signInByForm(page, 'operator');
    await page.reload();
    await page.getByRole('button', { name: 'Profile of Olga Operator' }).waitFor();
  });

  journey('the login page returns to the requested URL', async ({ visit }) => {
    const { page } = await visit();
    await signInByForm(page, 'admin', '/locations?search=Oslo&size=25');
    await page.getByRole('heading', { name: 'Locations' }).waitFor();
    expect(page.url()).toMatch(/\/[0-9a-f-]{36}\/locations\?search=Oslo&size=25$/);
  });

  journey('signing out in another tab leads to login', async ({ visit }) => {
    const { page, context, browserErrors } = await visit();
    browserErrors.allow(/status of 401/);
    await signInByForm(page, 'operator', '/locations');
    const other = await context.newPage();
    await other.goto('/');
    const token = await storedToken(other);
    expect(await statusWith(other, token)).toBe(200);
    await other.getByRole('button', { name: /^Profile of / }).click();
    await other.getByRole('button', { name: 'Log out' }).click();
    for (const tab of [other, page]) await tab.getByRole('button', { name: 'Login' }).waitFor();
    for (const tab of [other, page]) expect(new URL(tab.url()).pathname).toBe('/user/login');
    expect(await statusWith(page, token)).toBe(401);
    expect(
      await page.evaluate((prefix) => Object.keys(localStorage).filter((key) => key.startsWith(prefix)), signInPrefix),
    ).toEqual([]);
  });

  journey('asks for the password after a sign-out', async ({ visit }) => {
    const { page } = await visit();
    await signInByForm(page, 'operator');
    await page.getByRole('button', { name: /^Profile of / }).click();
    const ended = page.waitForRequest((request) => new URL(request.url()).pathname === '/identity/session/end');
    await page.getByRole('button', { name: 'Log out' }).click();
    expect(new URL((await ended).url()).searchParams.get('id_token_hint')).toBeTruthy();
    await page.getByRole('button', { name: 'Login' }).waitFor();
    expect(page.url()).toBe(new URL('/user/login', page.url()).href);
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await goToProvider(page);
    await enterPassword(page, 'viewer', 'demo');
    await page.getByRole('button', { name: 'Profile of Viktor Viewer' }).waitFor();
  });

  journey('asks for the password at a provider without an end-session endpoint', async ({ visit }) => {
    const { page, context } = await visit();
    await context.route('**/.well-known/openid-configuration', async (route) => {
      const published = (await (await route.fetch()).json()) as Record<string, unknown>;
      delete published['end_session_endpoint'];
      await route.fulfill({ json: published });
    });
    await signInByForm(page, 'operator');
    await page.getByRole('button', { name: /^Profile of / }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('button', { name: 'Login' }).waitFor();
    const asked = page.waitForRequest((request) => new URL(request.url()).searchParams.has('code_challenge'));
    await goToProvider(page);
    expect(new URL((await asked).url()).searchParams.get('prompt')).toBe('login');
  });

  journey('renews the access token silently', async ({ visit }) => {
    const { page } = await visit();
    await page.clock.install();
    await signInByForm(page, 'operator', '/locations');
    const renewed = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && /\/token$/.test(answer.url()),
    );
    await page.clock.fastForward('09:30');
    const answer = await renewed;
    expect(new URLSearchParams(answer.request().postData() ?? '').get('grant_type')).toBe('refresh_token');
    expect(answer.status()).toBe(200);
    await page.getByRole('button', { name: 'Profile of Olga Operator' }).waitFor();
  });

  for (const isLeft of [false, true])
    journey(
      `stays signed in when a renewal's answer is lost, ${isLeft ? 'page left' : 'page open'}`,
      async ({ visit }) => {
        const { page, browserErrors } = await visit();
        await page.clock.install();
        await signInByForm(page, 'operator', '/locations');
        await page.getByRole('grid', { name: 'Locations' }).waitFor();
        const spent = Promise.withResolvers<void>();
        await page.route(
          (url) => url.pathname.endsWith('/token'),
          async (route) => {
            await route.fetch();
            await route.abort();
            spent.resolve();
          },
          { times: 1 },
        );
        browserErrors.allow(/\/token|status of 40[01]/);
        await page.clock.fastForward('09:30');
        await spent.promise;
        const renewed = page.waitForResponse((answer) => /\/token$/.test(answer.url()) && answer.ok());
        if (isLeft) await page.reload();
        else await page.clock.fastForward('00:06');
        const answer = await renewed;
        expect(new URLSearchParams(answer.request().postData() ?? '').get('grant_type')).toBe('authorization_code');
        await page.getByRole('grid', { name: 'Locations' }).waitFor();
        await page.reload();
        await page.getByRole('button', { name: 'Profile of Olga Operator' }).waitFor();
      },
    );

  journey('ends a session at its maximum age', async ({ visit }) => {
    const { page } = await visit();
    await page.clock.install();
    await signInByForm(page, 'operator', '/locations');
    await page.clock.fastForward('08:01:00');
    await page.getByRole('button', { name: 'Login' }).waitFor();
  });

  journey('a URL of another tenant offers the same page in an accessible tenant', async ({ visit }) => {
    const { page, browserErrors } = await visit();
    await signInByForm(page, 'viewer');
    const tenants = await page.evaluate(async (prefix) => {
      const key = Object.keys(localStorage).find((name) => name.startsWith(prefix)) ?? '';
      const { access_token: token } = JSON.parse(localStorage.getItem(key) ?? '{}') as { access_token: string };
      const answer = await fetch('/api/generallookup/tenants', { headers: { authorization: `Bearer ${token}` } });
      return (await answer.json()) as { tenantId: string; name: string }[];
    }, signInPrefix);
    const elsewhere = tenants.find(({ name }) => name === 'Fabrikam Field Services');
    const stranger = await visit();
    stranger.browserErrors.allow(/status of 403/);
    await signInByForm(stranger.page, 'requester');
    await stranger.page.goto(`/${elsewhere?.tenantId}/devices`);
    await stranger.page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
    const contoso = tenants.find(({ name }) => name === 'Contoso Operations');
    const link = stranger.page.getByRole('link', { name: 'Contoso Operations' });
    expect(await link.getAttribute('href')).toBe(`/${contoso?.tenantId}/devices`);
    expect(browserErrors.unexpected()).toEqual([]);
  });

  journey('a rejected token redirects to login and back', async ({ visit }) => {
    const { page, browserErrors } = await visit();
    await signInByForm(page, 'admin', '/locations?search=a');
    await page.getByRole('grid', { name: 'Locations' }).waitFor();
    const address = new URL(page.url());
    browserErrors.allow(/status of 401/);
    await page.evaluate((prefix) => {
      const key = Object.keys(localStorage).find((name) => name.startsWith(prefix)) ?? '';
      const user = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>;
      localStorage.setItem(key, JSON.stringify({ ...user, access_token: 'not-a-token' }));
    }, signInPrefix);
    await page.reload();
    await page.getByRole('button', { name: 'Login' }).waitFor();
    expect(new URL(page.url()).searchParams.get('requestUrl')).toBe(address.pathname + address.search);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByRole('grid', { name: 'Locations' }).waitFor();
    expect(page.url()).toBe(address.href);
  });

  journey('a 403 shows a toast for eight seconds', async ({ visit }) => {
    const { page, browserErrors } = await visit();
    browserErrors.allow(/status of 403/);
    await page.clock.install();
    await signInByForm(page, 'viewer');
    const tenantId = new URL(page.url()).pathname.split('/')[1] ?? '';
    await page.goto(`/${tenantId}/tokens`);
    const denied = toast(page, 'You do not have access to one or more requested resources');
    await denied.waitFor();
    await page.clock.fastForward(7_000);
    expect(await denied.isVisible()).toBe(true);
    await page.clock.fastForward(1_500);
    await denied.waitFor({ state: 'hidden' });
  });
});
