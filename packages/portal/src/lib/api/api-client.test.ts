import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setPageSubscription } from '../tenant/page-subscription.ts';
import { api, call, configureApi, pageScope, sendKeepalive, type ApiDependencies } from './api-client.ts';

const [tenant, another] = ['aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa', 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb'];
const subscription = 'cccccccc-cccc-4ccc-8ccc-cccccccccccc';

const location = { pathname: '' };
/** The scope of each request, oldest first. */
const sent: (readonly [tenant: string | null, subscription: string | null])[] = [];
const statuses: number[] = [];

const answer = (_path: string, init: RequestInit): Promise<Response> => {
  const headers = new Headers(init.headers);
  sent.push([headers.get('x-tenant-id'), headers.get('x-subscription-id')]);
  return Promise.resolve(new Response('{}', { status: statuses.shift() ?? 200 }));
};

const moveToAnother = (): void => {
  location.pathname = `/${another}/versionreport`;
  setPageSubscription({ tenantId: another, subscriptionId: null });
};

beforeEach(() => {
  location.pathname = `/${tenant}/locations`;
  setPageSubscription({ tenantId: tenant, subscriptionId: subscription });
  sent.length = 0;
  statuses.length = 0;
  vi.stubGlobal('window', { location });
  vi.stubGlobal('fetch', answer);
});
afterEach(() => void vi.unstubAllGlobals());

const configure = (parts: Partial<ApiDependencies>): void =>
  configureApi({
    accessToken: () => Promise.resolve('token'),
    onUnauthorized: () => Promise.resolve(false),
    onForbidden: () => undefined,
    onRateLimited: () => undefined,
    ...parts,
  });

describe('a call is sent with the tenant and the subscription of the page at the time of the call', () => {
  it.each([
    ['a read', () => api.get('/v1/locations')],
    ['a creation', () => api.put('/v1/locations', { name: 'Oslo' })],
    ['a post', () => api.post('/v1/locations', {})],
    ['a patch', () => api.patch('/v1/locations/1', [])],
    ['a deletion', () => api.delete('/v1/locations/1')],
    ['a file', () => call('PUT', '/v1/files', { body: new Blob(['text']), contentType: 'text/plain' })],
    ['a keepalive message', () => sendKeepalive('/v1/presence', {})],
  ])('%s, even if the page moves to another tenant while the token is renewed', async (_, make) => {
    const renewed = Promise.withResolvers<string>();
    configure({ accessToken: () => renewed.promise });
    const calling = make();
    moveToAnother();
    renewed.resolve('token');
    await calling;
    expect(sent).toEqual([[tenant, subscription]]);
  });

  it('also on the retry after a 401', async () => {
    configure({
      onUnauthorized: () => {
        moveToAnother();
        return Promise.resolve(true);
      },
    });
    statuses.push(401);
    await api.put('/v1/locations', { name: 'Oslo' });
    expect(sent).toEqual([
      [tenant, subscription],
      [tenant, subscription],
    ]);
  });
});

it('sends a follow-up call in the scope of an earlier call', async () => {
  configure({});
  const scope = pageScope();
  await api.put('/v1/locations', { name: 'Oslo' }, { scope });
  moveToAnother();
  await api.post('/v1/locations/1/enable', {}, { scope });
  await sendKeepalive('/v1/presence', {}, scope);
  await api.get('/v1/locations');
  expect(sent).toEqual([
    [tenant, subscription],
    [tenant, subscription],
    [tenant, subscription],
    [another, 'none'],
  ]);
});

it('sends neither tenant nor subscription with `withoutTenant`', async () => {
  configure({});
  await api.get('/v1/currentUser/tenants', { withoutTenant: true });
  expect(sent).toEqual([[null, null]]);
});
