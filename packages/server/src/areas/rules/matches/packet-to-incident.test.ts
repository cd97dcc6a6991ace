import { randomUUID } from 'node:crypto';
import { builtInActions } from '@cfs/contracts/action-enumerations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { areas } from '../../../areas.ts';
import { startWorker } from '../../../start-worker.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let worker: { stop(): Promise<void> };

beforeAll(async () => {
  server = await startTestServer();
  worker = startWorker(server.services, areas);
});
afterAll(async () => {
  await worker.stop();
  await server.close();
});

/** Waits for work that the worker does in the background, however busy the machine is. */
const eventually = (read: () => Promise<unknown>) => expect.poll(read);

const setColor = (Color: string) => ({ ActionDefinitionId: builtInActions.setColor, Parameters: { Color } });

const addSubscription = async (): Promise<string> => {
  const subscriptionId = randomUUID();
  await server.database.asOwner(
    `insert into cfs.subscriptions (tenant_id, subscription_id, name, created, created_by, modified, modified_by)
     values ($1, $2, 'Production', $3, 'test', $3, 'test')`,
    [server.tenants.own, subscriptionId, server.clock.now()],
  );
  await server.services.snapshot.refresh();
  return subscriptionId;
};

test('a packet above the bound becomes a coloured block and one incident', { timeout: 200_000 }, async () => {
  const administrator = server.as('Administrator');
  const subscriptionId = await addSubscription();
  const blockId = randomUUID();
  const block = await administrator.put('/v1/blocks', { blockId, subscriptionId, name: 'Boiler', blockTypeId: 1 });
  expect(block.status).toBe(201);
  const rule = await administrator.put('/v1/rules', {
    name: 'Too hot',
    ruleTypeId: 1,
    subscriptionId,
    matchLifetime: '00:05:00',
    conditions: [
      { Type: 0, LeftOperand: 20, Operator: 1, RightOperand: server.tenants.own },
      { Type: 0, LeftOperand: 2, LeftOperandFieldName: 'Celsius', Operator: 3, RightOperand: '90' },
    ],
    matchActions: [
      { ActionDefinitionId: builtInActions.createWorkUnit, Parameters: { SeverityId: '1' } },
      setColor('Red'),
    ],
    expirationActions: [setColor('Green')],
  });
  expect(rule.status).toBe(201);

  const agent = server.withCredential(await server.tenantToken(['packets']));
  const packet = (Celsius: number, offset: number) => ({
    entityId: blockId,
    timestamp: new Date(server.clock.now().getTime() + offset).toISOString(),
    message: { Metrics: { Celsius } },
  });
  const sent = await agent.post('/v1/packets', [packet(80, 0), packet(95, 1), packet(96, 2)]);
  expect(sent.status).toBe(202);

  const matches = await administrator.get(`/v1/rulematches?$filter=subjectId eq ${blockId}&$expand=rule`);
  expect(matches.body).toMatchObject({
    value: [{ label: 'Too hot: Boiler', matchCount: 2, completionProcessed: false, rule: { name: 'Too hot' } }],
  });

  await eventually(
    async () => (await administrator.get(`/v1/blocks?$filter=blockId eq ${blockId}&$expand=entityColor`)).body,
  ).toMatchObject({ value: [{ entityColor: { color: 'FF3333' } }] });
  await eventually(
    async () => (await administrator.get(`/v1/workunits?$filter=title eq 'Too hot: Boiler'`)).body,
  ).toMatchObject({ value: [{ severityId: 'Sev1', stateId: 'New' }] });

  server.clock.advance(5 * 60_000 + 1);
  await eventually(
    async () => (await administrator.get(`/v1/blocks?$filter=blockId eq ${blockId}&$expand=entityColor`)).body,
  ).toMatchObject({ value: [{ entityColor: { color: '009900' } }] });
});
