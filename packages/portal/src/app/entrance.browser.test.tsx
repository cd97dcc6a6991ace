import { expect, onTestFinished, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { SessionProvider } from '../lib/session/session-context.tsx';
import { fakeSession } from '../lib/session/testing/fake-session.ts';
import { accessibilityViolations } from '../ui/testing/accessibility-violations.ts';
import { fakeServer, problem, type FakeServer } from '../ui/testing/fake-server.ts';
import { render as renderScreen } from '../ui/testing/render.tsx';
import { App } from './app.tsx';
import { NoTenantScreen } from './no-tenant-screen.tsx';

const own = { tenantId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', name: 'Contoso' };
const other = { tenantId: '9b2d7a54-1c3e-4e54-8a27-6f2f0c1d2e3f', name: 'Fabrikam' };
const wrong = '6f9619ff-8b86-4011-b42d-00c04fc964ff';
const person = { name: 'Ada', userName: 'ada@example.com', tenantId: own.tenantId, subscriptionId: null };
const refusal = () => problem(403, 'You do not have access to one or more requested resources');

/** A fake server with two tenants that returns 403 for any other. */
const serve = (routes: Parameters<typeof fakeServer>[0] = {}): FakeServer =>
  fakeServer({
    'GET /api/generalLookup/environment': () => ({
      environmentName: 'Staging',
      company: 'Contoso',
      product: 'OPS',
      features: [],
    }),
    'GET /api/generalLookup/environmentcolor': () => ({ environmentColor: '#ff8800' }),
    'GET /v1/currentUser': () => person,
    'GET /v1/permissions': ({ headers }) =>
      [own.tenantId, other.tenantId, null].includes(headers.get('x-tenant-id')) ? [] : refusal(),
    'GET /api/generallookup/tenants': ({ headers }) => (headers.has('x-tenant-id') ? refusal() : [own, other]),
    ...routes,
  });

const open = async (address: string) => {
  const before = window.location.href;
  window.history.replaceState(null, '', address);
  onTestFinished(() => window.history.replaceState(null, '', before));
  await render(<App session={fakeSession('signed-in')} />);
};

const denied = page.getByText('You do not have access. Please contact your system administrator for access.');
const calls = ({ requests }: FakeServer, path: string): number =>
  requests.filter((request) => request.path === path).length;

test.for(['/', '/devices?search=a', `/${own.tenantId}/devices`, '/resolutioncenter'])(
  'opening %s without any grant shows the access-denied page, with one request for the user',
  async (address) => {
    const server = serve({
      'GET /v1/currentUser': refusal,
      'GET /v1/permissions': refusal,
      'GET /api/generallookup/tenants': refusal,
    });
    await open(address);
    await expect.element(denied).toBeVisible();
    expect(window.location.pathname).toBe('/user/accessDenied');
    expect(calls(server, '/v1/currentUser')).toBeLessThanOrEqual(1);
  },
);

test.for(['/devices?search=a&size=25', '/resolutioncenter?open=5'])(
  'a URL with a foreign tenant before %s offers the same page in the person’s own tenants',
  async (rest) => {
    serve();
    await open(`/${wrong}${rest}`);
    await expect.element(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    for (const { name, tenantId } of [own, other])
      await expect.element(page.getByRole('link', { name })).toHaveAttribute('href', `/${tenantId}${rest}`);
    expect(window.location.pathname + window.location.search).toBe(`/${wrong}${rest}`);
  },
);

test('a screen waits for the permissions on rows of all tenants', async () => {
  const { promise, resolve } = Promise.withResolvers<readonly string[]>();
  const server = serve({ 'GET /v1/permissions': ({ query }) => (query.has('inAllTenants') ? promise : []) });
  await open(`/${other.tenantId}/devices`);
  await expect.poll(() => calls(server, '/v1/permissions')).toBe(2);
  expect(calls(server, '/v1/devices')).toBe(0);
  resolve([]);
  await expect.poll(() => calls(server, '/v1/devices')).toBe(1);
});

test('many tenants can be searched', async () => {
  const many = Array.from({ length: 30 }, (_, at) => ({
    tenantId: wrong.replace(/..$/, String(at + 10)),
    name: `T ${at}`,
  }));
  serve({ 'GET /api/generallookup/tenants': () => many });
  await open(`/${wrong}/devices`);
  await expect.element(page.getByText('20 more: search for them by name.')).toBeVisible();
  await page.getByLabelText('Search tenants').fill('t 27');
  await expect.element(page.getByRole('list', { name: 'Your tenants' })).toHaveTextContent(/^T 27$/);
});

test('a return URL of the login page does not redirect to the login page', async () => {
  serve({ 'GET /v1/currentUser': refusal });
  await open('/user/login?requestUrl=%2Fuser%2Flogin%3FrequestUrl%3D%252Fuser%252Flogin');
  await expect.element(denied).toBeVisible();
});

test('without a tenant, people who may not create one are asked to contact an administrator', async () => {
  const server = serve({ 'GET /v1/currentUser': () => ({ ...person, tenantId: null }) });
  await open('/devices');
  await expect.element(page.getByRole('heading', { name: 'No Tenant Yet' })).toBeVisible();
  await expect.element(page.getByText('Ask an administrator of all tenants', { exact: false })).toBeVisible();
  server.on('GET /v1/currentUser', () => person);
  await page.getByRole('button', { name: 'Check Again' }).click();
  await expect.poll(() => window.location.pathname).toBe(`/${own.tenantId}/devices`);
});

test('people who may create the first tenant continue to its Work Units', async () => {
  const server = serve({
    'GET /v1/currentUser': () => ({ ...person, tenantId: null }),
    'GET /v1/permissions': () => ['Portal.CFS.Tenants:create'],
    'PUT /v1/tenants': () => own,
  });
  await open('/');
  await page.getByRole('button', { name: 'Create Tenant' }).click();
  await expect.element(page.getByText('Please enter a name.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).fill('Contoso');
  server.on('GET /v1/currentUser', () => person);
  await page.getByRole('button', { name: 'Create Tenant' }).click();
  await expect.poll(() => window.location.pathname).toBe(`/${own.tenantId}/workunitsv2`);
  const [sent] = server.requests.filter(({ method }) => method === 'PUT');
  expect(sent?.body).toMatchObject({ name: 'Contoso' });
  expect(sent?.headers.has('x-tenant-id')).toBe(false);
});

test.for([
  ['light', 1440],
  ['dark', 1440],
  ['light', 390],
  ['dark', 390],
] as const)('creating the first tenant has no accessibility violations, %s at %d px', async ([theme, width]) => {
  await page.viewport(width, 800);
  onTestFinished(() => page.viewport(1440, 900));
  serve({
    'GET /v1/currentUser': () => ({ ...person, tenantId: null }),
    'GET /v1/permissions': () => ['Portal.CFS.Tenants:create'],
  });
  await renderScreen(
    <SessionProvider value={fakeSession('signed-in')}>
      <NoTenantScreen />
    </SessionProvider>,
    { at: '/', theme },
  );
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toBeVisible();
  await expect.element(page.getByText('Signed in as ada@example.com')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  expect(await accessibilityViolations()).toEqual([]);
});
