import { randomUUID } from 'node:crypto';
import type { FirstHour } from '@cfs/contracts/first-hour';
import { firstRunAuthor } from '@cfs/contracts/first-hour-steps';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

type Role = Parameters<TestServer['as']>[0];

let server: TestServer;
const deviceId = randomUUID();
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const read = async (role: Role = 'Administrator'): Promise<FirstHour['steps']> => {
  const { status, text, body } = await server.as(role).get('/v1/home/firstHour');
  expect(status, text).toBe(200);
  return (body as FirstHour).steps;
};
const done = async (): Promise<readonly string[]> =>
  (await read()).filter(({ isDone }) => isDone).map(({ step }) => step);
const idOf = async (step: string): Promise<string | null | undefined> =>
  (await read()).find((each) => each.step === step)?.id;

/** Creates a rule, with another author if one is given. */
const addRule = async (author?: string): Promise<string> => {
  const { status, text, body } = await server.as('Administrator').put('/v1/rules', {
    name: `Rule of ${author ?? 'a person'}`,
    ruleTypeId: 1,
    matchLifetime: '00:05:00',
    conditions: [{ Type: 0, LeftOperand: 2, LeftOperandFieldName: 'Load', Operator: 3, RightOperand: '90' }],
  });
  expect(status, text).toBe(201);
  const { ruleId } = body as { readonly ruleId: string };
  if (author !== undefined)
    await server.database.asOwner('update cfs.rules set created_by = $2 where rule_id = $1', [ruleId, author]);
  return ruleId;
};
const addDevice = (subscriptionId: string, id: string, author: string): Promise<unknown> =>
  server.database.asOwner(
    `insert into cfs.devices (tenant_id, device_id, subscription_id, name, device_type_id, operating_system_id,
       device_logging_level_id, heartbeat_interval, enabled, created, created_by, modified, modified_by)
     values ($1, $2, $3, 'd', 1, 1, 1, 60, true, now(), $4, now(), $4)`,
    [server.tenants.own, id, subscriptionId, author],
  );
const addMatch = (tenantId: string, ruleId: string): Promise<unknown> =>
  server.database.asOwner(
    `insert into cfs.rule_matches (tenant_id, rule_match_id, rule_id, subject_id, label, created, first_match,
       last_match, expires, match_count, in_maintenance, completion_processed, modified)
     values ($1, gen_random_uuid(), $2, gen_random_uuid(), 'x', now(), now(), now(), now(), 1, false, false, now())`,
    [tenantId, ruleId],
  );

test('shows each role the steps that it is permitted to do', async () => {
  expect((await read()).map(({ step }) => step)).toEqual(['token', 'agent', 'promotion', 'reading', 'rule', 'match']);
  expect((await read('Operator')).map(({ step }) => step)).toEqual(['reading', 'rule', 'match']);
  expect(await read('Requester')).toEqual([]);
});

test("marks the steps as done, from the token to the first match of the tenant's own rule", async () => {
  const { own, foreign } = server.tenants;
  const before = await done();
  expect(before.filter((step) => step !== 'token')).toEqual([]);

  const { status, text } = await server.as('Administrator').put('/v1/tokens', { name: 'Agents', lifetimeYears: 1 });
  expect(status, text).toBeLessThan(300);
  expect(await done()).toEqual(['token']);

  await server.database.asOwner(
    `insert into cfs.pending_devices (tenant_id, pending_device_id, machine_name, operating_system, operating_system_id,
       architecture, key_fingerprint, created, last_ping) values ($1, $2, 'm', 'Linux', 1, 'x64', 'f', now(), now())`,
    [own, randomUUID()],
  );
  expect(await done()).toEqual(['token', 'agent']);

  const subscriptionId = randomUUID();
  await server.database.asOwner(
    `insert into cfs.subscriptions (tenant_id, subscription_id, name, created, created_by, modified, modified_by)
     values ($1, $2, 's', now(), 'test', now(), 'test')`,
    [own, subscriptionId],
  );
  await addDevice(subscriptionId, randomUUID(), firstRunAuthor);
  expect(await done()).toEqual(['token', 'agent']);
  await addDevice(subscriptionId, deviceId, 'admin@demo.example');
  expect(await done()).toEqual(['token', 'agent', 'promotion']);

  await server.database.asOwner(
    `insert into cfs.packets_latest (tenant_id, entity_id, "timestamp", received_at) values ($1, $2, now(), now())`,
    [own, deviceId],
  );
  expect(await done()).toEqual(['token', 'agent', 'promotion', 'reading']);
  expect(await idOf('reading')).toBe(deviceId);

  const demoRule = await addRule(firstRunAuthor);
  await addMatch(own, demoRule);
  expect(await idOf('rule')).toBeNull();
  const ruleId = await addRule();
  expect(await done()).toEqual(['token', 'agent', 'promotion', 'reading', 'rule']);
  expect([await idOf('rule'), await idOf('match')]).toEqual([ruleId, ruleId]);

  await addMatch(foreign, ruleId);
  expect(await done()).not.toContain('match');
  await addMatch(own, ruleId);
  expect((await done()).at(-1)).toBe('match');
});
