import { builtInActions, resultStatuses } from '@cfs/contracts/action-enumerations';
import type { ManualActions } from '@cfs/contracts/manual-actions';
import type { WorkUnit } from '@cfs/contracts/work-units';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { scanTables } from '../../../testing/scan-tables.ts';
import { busyReason, exhaustAttempts } from '../../../testing/exhaust-attempts.ts';
import { systemContext } from '../../../platform/context.ts';
import { maxAttempts } from '../../../platform/durable-work/backoff.ts';
import { startHttpLedger, type HttpLedger } from '../testing/http-ledger.ts';
import { createProtocolScene, type ProtocolScene } from '../testing/protocol-scene.ts';
import { readManualActions } from './read-manual-actions.ts';

let server: TestServer;
let scene: ProtocolScene;
let ledger: HttpLedger;
let protocolId: string;
let definition: string;

beforeAll(async () => {
  ledger = await startHttpLedger();
  server = await startTestServer({ environment: { FEATURES: 'private-action-addresses' } });
  scene = createProtocolScene(server);
  definition = await scene.definition(`${ledger.address}/run`);
});
afterAll(async () => {
  await server.close();
  ledger.close();
});
beforeEach(async () => {
  await scene.settle();
  ledger.entries.length = 0;
  ledger.answer = () => 200;
  protocolId = await scene.protocol();
});

const trigger = (unit: WorkUnit, actionId: string, body: object = {}, role: 'Operator' | 'Viewer' = 'Operator') =>
  server.as(role).post(`/v1/workunits/${unit.workUnitId}/protocolActions/${actionId}/trigger`, body);

const pending = async (unit: WorkUnit): Promise<ManualActions> =>
  (await server.as('Viewer').get(`/v1/workunits/${unit.workUnitId}/manualActions`)).body as ManualActions;

test('manual actions wait only in the current state of the unit', async () => {
  await scene.action(protocolId, definition, 'OnNew', { sequence: 2, summary: 'Later' });
  await scene.action(protocolId, definition, 'OnNew', { sequence: 1, summary: 'Sooner' });
  await scene.action(protocolId, definition, 'OnNew', { runAutomatically: true });
  await scene.action(protocolId, definition, 'OnAcknowledged', { summary: 'Acknowledged' });
  const unit = await scene.unit({ protocolId });
  const waiting = await pending(unit);
  expect(waiting).toMatchObject({ workUnitEventType: 'OnNew', waiting: 2 });
  expect(waiting.value.map(({ summary }) => summary)).toEqual(['Sooner', 'Later']);
  expect(waiting.value[0]).toMatchObject({
    status: 'waiting',
    canRun: true,
    canReject: true,
    actionDefinition: { name: 'Call', inputParameters: 'Note' },
    runs: [],
  });
  const acknowledged = await scene.change(unit, 'stateId', 'Acknowledged');
  expect((await pending(acknowledged)).value.map(({ summary }) => summary)).toEqual(['Acknowledged']);
  expect(await pending(await scene.unit())).toMatchObject({ waiting: 0, value: [] });
});

test('a manual action runs once with the parameters of the user', async () => {
  const id = await scene.action(protocolId, definition, 'OnNew', { parameters: { Note: 'usual' }, summary: 'Page' });
  const unit = await scene.unit({ protocolId });
  const { mail } = await server.person('Operator');
  const run = await trigger(unit, id, {
    workUnitEventType: 'OnNew',
    userDefinedParams: { Note: 'urgent', Nonsense: 'x' },
    reject: false,
  });
  expect(run).toMatchObject({ status: 200, body: { rejected: false, messageId: expect.any(String) } });
  expect((await pending(unit)).value[0]).toMatchObject({ status: 'running', canRun: false, canReject: false });
  expect(await trigger(unit, id)).toMatchObject({ status: 409, body: { detail: 'The action is still running.' } });
  await scene.settle();
  expect(ledger.entries.map(({ body }) => JSON.parse(body) as object)).toMatchObject([{ note: 'urgent' }]);
  const done = (await pending(unit)).value[0];
  expect(done).toMatchObject({ status: 'succeeded', canRun: false, runs: [{ createdBy: mail }] });
  expect(await trigger(unit, id)).toMatchObject({ status: 409, body: { detail: 'The action is not repeatable.' } });
  expect((await trigger(unit, id, { reject: true })).status).toBe(409);
  expect((await scene.stream(unit)).slice(1)).toEqual([
    'ProtocolActionActivity: Run: Page',
    'ProtocolActionActivity: Page: HTTP 200: noted',
  ]);
  const { messageId } = run.body as { messageId: string };
  const histories = await server
    .as('Viewer')
    .get(`/v1/actionHistories?$filter=correlationId eq ${unit.internalWorkUnitId} and messageId eq ${messageId}`);
  const rows = (histories.body as { value: { inputParameters: string; protocolActionId: string }[] }).value;
  expect(rows).toHaveLength(2);
  expect(rows[0]?.protocolActionId).toBe(id);
  expect(JSON.parse(rows[0]?.inputParameters ?? '')).toEqual({ ProtocolActionId: id, Note: 'urgent' });
});

test('the alternative form of the payload is accepted, and the ids of the path take precedence', async () => {
  const id = await scene.action(protocolId, definition, 'OnNew');
  const unit = await scene.unit({ protocolId });
  const answer = await trigger(unit, id, {
    workUnitId: 1,
    workUnitEventTypeId: 1,
    protocolActionId: crypto.randomUUID(),
    userDefinedParams: '{}',
    reject: false,
  });
  expect(answer).toMatchObject({ status: 200, body: { workUnitId: unit.workUnitId, protocolActionId: id } });
});

test('a rejected action no longer waits, and its rejection is recorded', async () => {
  const id = await scene.action(protocolId, definition, 'OnNew', { summary: 'Page' });
  const unit = await scene.unit({ protocolId });
  expect(await trigger(unit, id, { reject: true })).toMatchObject({
    status: 200,
    body: { rejected: true, messageId: null },
  });
  await scene.settle();
  expect(ledger.entries).toEqual([]);
  expect(await pending(unit)).toMatchObject({ waiting: 0, value: [{ status: 'rejected', canRun: false }] });
  expect((await trigger(unit, id)).status).toBe(409);
  expect((await scene.stream(unit)).at(-1)).toBe('ProtocolActionActivity: Rejected: Page');
});

test('a repeatable action can be run again while the unit stays in its state', async () => {
  const id = await scene.action(protocolId, definition, 'OnNew', { repeatable: true });
  const unit = await scene.unit({ protocolId });
  for (let run = 0; run < 2; run += 1) {
    expect((await trigger(unit, id)).status).toBe(200);
    await scene.settle();
  }
  expect(ledger.entries).toHaveLength(2);
  expect(new Set(ledger.entries.map(({ key }) => key)).size).toBe(2);
  expect((await pending(unit)).value[0]).toMatchObject({ canRun: true, canReject: false, runs: [{}, {}] });
});

test('an action lists only its own runs', async () => {
  const [ran] = [
    await scene.action(protocolId, definition, 'OnNew', { sequence: 1 }),
    await scene.action(protocolId, definition, 'OnNew', { sequence: 2 }),
  ];
  const unit = await scene.unit({ protocolId });
  await trigger(unit, ran);
  await scene.settle();
  expect((await pending(unit)).value.map(({ runs }) => runs.length)).toEqual([1, 0]);
});

test('runs are listed newest first, and the newest determines the status', async () => {
  const id = await scene.action(protocolId, definition, 'OnNew', { repeatable: true });
  const unit = await scene.unit({ protocolId });
  for (const status of [403, 403, 200]) {
    ledger.answer = () => status;
    server.clock.advance(1_000);
    await trigger(unit, id);
    await scene.settle();
  }
  await scanTables(server.database);
  const { tenantId, workUnitId } = unit;
  const context = systemContext({ name: 'test', clock: server.clock, tenantId: tenantId ?? '' });
  const gate = server.database.createGate({ clock: server.clock });
  const [action] = (await readManualActions({ gate }, context, workUnitId)).value;
  const moments = action?.runs.map(({ created }) => created) ?? [];
  expect(moments).toHaveLength(3);
  expect(moments).toEqual(moments.toSorted().toReversed());
  expect(action?.status).toBe('succeeded');
});

test('an action keeps its runs if fields other than the state change', async () => {
  const id = await scene.action(protocolId, definition, 'OnNew', { repeatable: true });
  const unit = await scene.unit({ protocolId });
  await trigger(unit, id);
  await scene.settle();
  await scene.change(unit, 'title', 'Another title');
  expect((await pending(unit)).value[0]).toMatchObject({ status: 'succeeded', runs: [{}] });
});

test('an action waits again when the unit re-enters its state', async () => {
  const id = await scene.action(protocolId, definition, 'OnAcknowledged');
  let unit = await scene.change(await scene.unit({ protocolId }), 'stateId', 'Acknowledged');
  expect((await trigger(unit, id)).status).toBe(200);
  await scene.settle();
  unit = await scene.change(unit, 'stateId', 'OnHold');
  expect(await trigger(unit, id)).toMatchObject({
    status: 409,
    body: { detail: 'The action is not available in the present state of the work unit.' },
  });
  unit = await scene.change(unit, 'stateId', 'Acknowledged');
  expect(await pending(unit)).toMatchObject({ waiting: 1, value: [{ status: 'waiting' }] });
});

test('a failed run is reported with its result', async () => {
  ledger.answer = () => 403;
  const id = await scene.action(protocolId, definition, 'OnNew', { summary: 'Page' });
  const unit = await scene.unit({ protocolId });
  await trigger(unit, id);
  await scene.settle();
  expect((await pending(unit)).value[0]).toMatchObject({
    status: 'failed',
    runs: [{ resultDetail: 'HTTP 403: noted' }],
  });
  expect((await scene.stream(unit)).at(-1)).toBe('ProtocolActionFailure: Page: HTTP 403: noted');
});

test('a run fails if its unit cannot be read at the last attempt', async () => {
  const id = await scene.action(protocolId, definition, 'OnNew', { summary: 'Page' });
  const unit = await scene.unit({ protocolId });
  expect((await trigger(unit, id)).status).toBe(200);
  await exhaustAttempts(server, 'protocols', 'work-units');
  expect((await pending(unit)).value).toMatchObject([{ status: 'failed', runs: [{ resultDetail: busyReason }] }]);
  expect(await scene.stream(unit)).toContain(`ProtocolActionFailure: Page: ${busyReason}`);
  const { body } = await server
    .as('Viewer')
    .get(`/v1/actionHistories?$filter=correlationId eq ${unit.internalWorkUnitId} and attempt eq ${maxAttempts}`);
  expect(body).toMatchObject({
    value: [{ resultDetail: busyReason, resultStatusId: resultStatuses.Failure }],
  });
  expect(ledger.entries).toEqual([]);
});

test('of several concurrent triggers, one succeeds and the others return 409', async () => {
  const id = await scene.action(protocolId, definition, 'OnNew');
  const unit = await scene.unit({ protocolId });
  const answers = await Promise.all([trigger(unit, id), trigger(unit, id), trigger(unit, id, { reject: true })]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
});

test('a trigger is refused for another state, another protocol and viewers', async () => {
  const id = await scene.action(protocolId, definition, 'OnNew');
  const automatic = await scene.action(protocolId, definition, 'OnNew', { runAutomatically: true });
  const unit = await scene.unit({ protocolId });
  expect((await trigger(unit, id, { workUnitEventType: 'OnHold' })).status).toBe(409);
  expect((await trigger(unit, automatic)).status).toBe(404);
  expect((await trigger(await scene.unit(), id)).status).toBe(404);
  expect((await trigger(await scene.unit({ protocolId: await scene.protocol() }), id)).status).toBe(404);
  expect((await trigger(unit, id, {}, 'Viewer')).status).toBe(403);
  expect((await trigger(unit, builtInActions.sendEmail)).status).toBe(404);
});
