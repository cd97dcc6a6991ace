import type { CannedReply } from '@cfs/contracts/canned-replies';
import { cannedReplyLimit } from '@cfs/contracts/canned-reply-texts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const create = (fields: object, role: 'Administrator' | 'Operator' = 'Administrator') =>
  server.as(role).put('/v1/cannedreplies', { name: 'Thanks', body: 'Thank you.', ...fields });

test('replies are created, changed and deleted by administrators, and listed for operators', async () => {
  const made = await create({ name: 'Greeting', body: 'Dear {{StakeholderName}}, your #{{ WorkUnitNumber }}' });
  expect(made.status, made.text).toBe(201);
  const { cannedReplyId, modified } = made.body as CannedReply;
  const listed = await server.as('Operator').get('/v1/cannedreplies?$search=dear&$select=name,body');
  expect(listed.body).toMatchObject({ value: [{ name: 'Greeting' }] });
  const address = `/v1/cannedreplies/${cannedReplyId}`;
  expect((await server.as('Operator').post(address, { body: 'Hi' })).status).toBe(403);
  const changed = await server.as('Administrator').post(address, { body: 'Hi', modified });
  expect(changed.body).toMatchObject({ name: 'Greeting', body: 'Hi' });
  expect((await server.as('Administrator').post(address, { body: 'Ho', modified })).status).toBe(409);
  expect((await server.as('Administrator').post(address, { tenantId: server.tenants.foreign })).status).toBe(400);
  expect((await server.as('Operator').delete(address)).status).toBe(403);
  expect((await server.as('Administrator').delete(address)).status).toBe(204);
  expect((await server.as('Administrator').delete(address)).status).toBe(404);
});

test('a name is unique within a tenant, ignoring case', async () => {
  expect((await create({ name: 'Closing' })).status).toBe(201);
  const again = await create({ name: 'CLOSING' });
  expect(again.status).toBe(400);
  expect(again.body).toMatchObject({ errors: { Name: ['A canned reply of this name already exists.'] } });
  const { cannedReplyId } = (await create({ name: 'Other' })).body as CannedReply;
  const address = `/v1/cannedreplies/${cannedReplyId}`;
  expect((await server.as('Administrator').post(address, { name: 'closing' })).status).toBe(400);
  expect((await server.as('Administrator').post(address, { name: 'OTHER' })).status).toBe(200);
});

test.each([
  [{ name: ' ' }, 'Please enter a name.'],
  [{ body: '' }, 'Please enter a text.'],
  [{ body: 'Dear {{Nobody}}' }, 'There is no placeholder {{Nobody}}.'],
  [{ body: 'Dear {{Title' }, 'A placeholder is not closed: it must end with }}.'],
])('%o is refused', async (fields, message) => {
  const refused = await create(fields);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(message);
});

test('a tenant has a limited number of replies', async () => {
  await server.database.asOwner(
    `insert into cfs.canned_replies (tenant_id, canned_reply_id, name, body, created, created_by, modified, modified_by)
     select $1, gen_random_uuid(), 'Many ' || n, 'x', now(), 'test', now(), 'test' from generate_series(1, $2) n`,
    [server.tenants.own, cannedReplyLimit],
  );
  expect((await create({ name: 'One more' })).status).toBe(409);
});
