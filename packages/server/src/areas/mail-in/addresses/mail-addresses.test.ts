import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { mailInSettings, testDomain } from '../testing/deliver-mail.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: mailInSettings });
});
afterAll(() => server.close());

const address = (tenantId = server.tenants.own): string => `/v1/tenants/${tenantId}/mailaddress`;

test('a tenant has no address until one is set', async () => {
  const administrator = server.as('Administrator');
  expect((await administrator.get(address())).body).toEqual({ localPart: '', domain: testDomain });
  const given = await administrator.put(address(), { localPart: ' Support.Desk ' });
  expect(given.body).toEqual({ localPart: 'support.desk', domain: testDomain });
  expect((await administrator.get(address())).body).toEqual(given.body);
});

test('an address belongs to one tenant, and is available again after it was removed', async () => {
  const [own, foreign] = [server.as('Administrator'), server.as('Administrator', server.tenants.foreign)];
  await own.put(address(), { localPart: 'support' });
  const refused = await foreign.put(address(server.tenants.foreign), { localPart: 'support' });
  expect(refused).toMatchObject({ status: 409, body: { detail: 'Another tenant already uses this address.' } });
  expect((await own.put(address(), { localPart: '' })).body).toMatchObject({ localPart: '' });
  expect((await foreign.put(address(server.tenants.foreign), { localPart: 'support' })).status).toBe(200);
});

test.each(['a b', 'a@b', '.a', 'a.', 'a..b', 'reply+1', 'reply', 'Postmaster', 'x'.repeat(65), 7, null])(
  'returns 400 for the address %j',
  async (localPart) => {
    const answer = await server.as('Administrator').put(address(), { localPart });
    expect(answer).toMatchObject({ status: 400, body: { errors: { LocalPart: [expect.any(String)] } } });
  },
);

test('setting an address needs permission to edit tenants', async () => {
  expect((await server.as('Viewer').put(address(), { localPart: 'mine' })).status).toBe(403);
});
