import { maxSubscriptionsPerTenant, type Subscription } from '@cfs/contracts/subscriptions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { accessArea } from '../access/access-area.ts';
import { tenantsArea } from '../tenants/tenants-area.ts';
import { subscriptionsArea } from './subscriptions-area.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ areas: [accessArea, subscriptionsArea, tenantsArea] });
});
afterAll(() => server.close());

const create = async (name: string): Promise<Subscription> => {
  const { status, body } = await server.as('Administrator').put('/v1/subscriptions', { name });
  expect(status).toBe(201);
  return body as Subscription;
};
const addressOf = ({ subscriptionId }: Subscription): string => `/v1/subscriptions/${subscriptionId}`;

test('a created subscription is listed for its tenant', async () => {
  const { subscriptionId } = await create(' Production ');
  const { own, foreign } = server.tenants;
  const viewer = server.as('Viewer');
  const list = await viewer.get(`/v1/subscriptions?$filter=tenantId eq ${own}&$search=PROD&$expand=tenant`);
  expect(list.body).toMatchObject({
    value: [{ subscriptionId, tenantId: own, name: 'Production', tenant: { name: 'Own' } }],
  });
  const other = await viewer.get(`/v1/subscriptions?$filter=tenantId eq ${foreign}`);
  expect(other.body).toMatchObject({ value: [] });
});

test('a created or renamed subscription is in the lookup at once', async () => {
  const created = await create('Staging');
  const administrator = server.as('Administrator');
  expect((await administrator.post(addressOf(created), { name: 'Rehearsal' })).status).toBe(200);
  const lookup = await administrator.get('/api/generallookup/subscriptions');
  expect(lookup.body).toContainEqual({
    subscriptionId: created.subscriptionId,
    name: 'Rehearsal',
    tenantId: server.tenants.own,
  });
});

test('an administrator of all tenants creates subscriptions in any tenant', async () => {
  const tenantId = server.tenants.foreign;
  const body = { name: 'Remote', tenantId };
  expect((await server.as('Administrator', 'all').put('/v1/subscriptions', body)).body).toMatchObject(body);
});

test('a subscription without a name is refused with a field error', async () => {
  const { status, body } = await server.as('Administrator').put('/v1/subscriptions', { name: '  ' });
  expect(status).toBe(400);
  expect(body).toMatchObject({ errors: { Name: ['Please enter a name.'] } });
});

test('an update with a stale modified returns 409', async () => {
  const created = await create('Test');
  const administrator = server.as('Administrator');
  const rename = (name: string) => administrator.post(addressOf(created), { name, modified: created.modified });
  expect((await rename('Test 2')).status).toBe(200);
  expect((await rename('Test 3')).status).toBe(409);
});

test('the tenant of a subscription cannot be changed', async () => {
  const administrator = server.as('Administrator', 'all');
  const created = await create('Fixed');
  expect((await administrator.post(addressOf(created), { tenantId: server.tenants.foreign })).status).toBe(400);
  expect((await administrator.post(addressOf(created), { tenantId: server.tenants.own })).status).toBe(200);
});

test('an operator can view subscriptions but not change them', async () => {
  const created = await create('Watched');
  const operator = server.as('Operator');
  expect((await operator.get('/v1/subscriptions')).status).toBe(200);
  expect((await operator.put('/v1/subscriptions', { name: 'Mine' })).status).toBe(403);
  expect((await operator.post(addressOf(created), { name: 'Mine' })).status).toBe(403);
});

test('a change is audited with the values before and after', async () => {
  const created = await create('Old');
  await server.as('Administrator').post(addressOf(created), { name: 'New' });
  const records = await server.database.asOwner(
    `select before ->> 'name' as before, after ->> 'name' as after from cfs.audit_records
     where entity = 'Subscription' and entity_id = $1 order by before nulls first`,
    [created.subscriptionId],
  );
  expect(records).toEqual([
    { before: null, after: 'Old' },
    { before: 'Old', after: 'New' },
  ]);
});

test(`a tenant has at most ${maxSubscriptionsPerTenant} subscriptions, however many are created at once`, async () => {
  const { foreign } = server.tenants;
  await server.database.asOwner(
    `insert into cfs.subscriptions (tenant_id, subscription_id, name, created, created_by, modified, modified_by)
     select $1, gen_random_uuid(), 'Part ' || n, now(), 'test', now(), 'test' from generate_series(2, $2::integer - (select count(*)::integer from cfs.subscriptions where tenant_id = $1)) n`,
    [foreign, maxSubscriptionsPerTenant],
  );
  const administrator = server.as('Administrator', foreign);
  const answers = await Promise.all(['One', 'Two'].map((name) => administrator.put('/v1/subscriptions', { name })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    detail: 'A tenant has at most 1,000 subscriptions.',
  });
});
