import { randomUUID } from 'node:crypto';
import { builtInActions } from '@cfs/contracts/action-enumerations';
import { finishedStates } from '@cfs/contracts/work-unit-enumerations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { maxAttempts, backoffAfter } from '../../../platform/durable-work/backoff.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { action, matchOnce } from '../../rules/testing/match-once.ts';
import { startHttpLedger, type HttpLedger } from '../testing/http-ledger.ts';
import { createProtocolScene, type ProtocolScene } from '../testing/protocol-scene.ts';

const minute = 60_000;
let server: TestServer;
let scene: ProtocolScene;
let ledger: HttpLedger;

beforeAll(async () => {
  ledger = await startHttpLedger();
  server = await startTestServer({ environment: { FEATURES: 'private-action-addresses' } });
  scene = createProtocolScene(server);
});
afterAll(async () => {
  await server.close();
  ledger.close();
});
beforeEach(() => {
  ledger.entries.length = 0;
  ledger.answer = () => 200;
});

const automatic = { runAutomatically: true };
const paths = () => ledger.entries.map(({ path }) => path);

describe('automatic actions', () => {
  it('run on their event in the order of their sequence', async () => {
    const protocolId = await scene.protocol();
    for (const [sequence, name] of [
      [2, 'second'],
      [1, 'first'],
      [3, 'third'],
    ] as const)
      await scene.action(protocolId, await scene.definition(`${ledger.address}/${name}`), 'OnNew', {
        ...automatic,
        sequence,
      });
    await scene.action(protocolId, await scene.definition(`${ledger.address}/changed`), 'OnChange', automatic);
    const unit = await scene.unit({ protocolId, title: 'Say "hi"' });
    await scene.settle();
    expect(paths()).toEqual(['/first', '/second', '/third']);
    expect(JSON.parse(ledger.entries[0]?.body ?? '')).toEqual({ title: 'Say "hi"', event: 'OnNew', note: '' });
    expect(await scene.stream(unit)).toEqual([
      'WorkUnitEvent: OnNew',
      ...Array.from({ length: 3 }, () => 'ProtocolActionActivity: Call: HTTP 200: noted'),
    ]);
    await scene.change(unit, 'effort', 3);
    await scene.settle();
    expect(paths().slice(3)).toEqual(['/changed']);
  });

  it('run for the entered state and are recorded in the action history', async () => {
    const protocolId = await scene.protocol();
    const id = await scene.action(protocolId, await scene.definition(`${ledger.address}/ack`), 'OnAcknowledged', {
      ...automatic,
      parameters: { Note: 'for {{AssignedTo}}' },
      summary: 'Tell the pager',
    });
    await server.colleague('someone@example.com');
    const unit = await scene.unit({ protocolId, assignedTo: 'someone@example.com' });
    await scene.change(unit, 'stateId', 'Acknowledged');
    await scene.settle();
    expect(JSON.parse(ledger.entries[0]?.body ?? '')).toMatchObject({ note: 'for someone@example.com' });
    const histories = await server
      .as('Viewer')
      .get(`/v1/actionHistories?$filter=correlationId eq ${unit.internalWorkUnitId}&$orderby=resultStatusId`);
    const rows = (histories.body as { value: { resultStatusId: number; inputParameters: string }[] }).value;
    expect(rows.map((row) => row.resultStatusId)).toEqual([1, 3]);
    expect(JSON.parse(rows[0]?.inputParameters ?? '')).toEqual({ ProtocolActionId: id, Note: 'for {{AssignedTo}}' });
    expect(await scene.stream(unit)).toContain('ProtocolActionActivity: Tell the pager: HTTP 200: noted');
  });

  it('that fail do not affect the change and the next action', async () => {
    const protocolId = await scene.protocol();
    ledger.answer = ({ path }) => (path === '/bad' ? 400 : 200);
    for (const [sequence, name] of ['bad', 'good'].entries())
      await scene.action(protocolId, await scene.definition(`${ledger.address}/${name}`), 'OnNew', {
        ...automatic,
        sequence,
      });
    const unit = await scene.unit({ protocolId });
    await scene.settle();
    expect(paths()).toEqual(['/bad', '/good']);
    expect((await scene.stream(unit)).slice(1)).toEqual([
      'ProtocolActionFailure: Call: HTTP 400: noted',
      'ProtocolActionActivity: Call: HTTP 200: noted',
    ]);
  });

  it('are retried with the same idempotency key, and their failure is recorded once', async () => {
    const protocolId = await scene.protocol();
    ledger.answer = () => 503;
    await scene.action(protocolId, await scene.definition(`${ledger.address}/down`), 'OnNew', automatic);
    const unit = await scene.unit({ protocolId });
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      await scene.settle();
      server.clock.advance(backoffAfter(attempt));
    }
    expect(ledger.entries).toHaveLength(maxAttempts);
    expect(new Set(ledger.entries.map(({ key }) => key)).size).toBe(1);
    const failures = (await scene.stream(unit)).filter((entry) => entry.startsWith('ProtocolActionFailure'));
    expect(failures).toEqual(['ProtocolActionFailure: Call: HTTP 503: noted']);
  });

  it('of a shared protocol run for the units of any tenant', async () => {
    const { body } = await server.as('Administrator', 'all').put('/v1/protocols', { name: 'All', tenantId: null });
    const { protocolId } = body as { protocolId: string };
    await server.as('Administrator', 'all').put('/v1/protocolActions', {
      protocolId,
      actionDefinitionId: builtInActions.sendEmail,
      workUnitEventTypeId: 'OnNew',
      parameters: { To: 'shared@example.com' },
      ...automatic,
    });
    const unit = await scene.unit({ protocolId });
    await scene.settle();
    expect((await scene.stream(unit)).at(-1)).toMatch(/^ProtocolActionActivity: Send Email: The mail to shared@/);
  });
});

it('a unit created by a rule can follow a shared protocol', async () => {
  const everywhere = server.as('Administrator', 'all');
  const { body } = await everywhere.put('/v1/protocols', { name: 'For rules', tenantId: null });
  const { protocolId } = body as { protocolId: string };
  await everywhere.put('/v1/protocolActions', {
    protocolId,
    actionDefinitionId: builtInActions.sendEmail,
    workUnitEventTypeId: 'OnNew',
    parameters: { To: 'rules@example.com' },
    ...automatic,
  });
  await matchOnce(server, randomUUID(), [action(builtInActions.createWorkUnit, { ProtocolId: protocolId })]);
  await scene.settle();
  const [made] = await server.database.asOwner<{ id: number }>(
    'select work_unit_id as id from cfs.work_units where protocol_id = $1',
    [protocolId],
  );
  expect(made).toBeDefined();
  const { text } = await server
    .as('Viewer')
    .get(`/v1/workunits/GetWorkUnitHistoryRecords(workUnitId=${made?.id ?? 0})`);
  expect(text).toContain('The mail to rules@example.com is in the outbox');
});

describe('the timer of a protocol', () => {
  const withTimer = async (path: string): Promise<string> => {
    const protocolId = await scene.protocol({ timerInverval: '00:10:00' });
    await scene.action(protocolId, await scene.definition(`${ledger.address}/${path}`), 'OnTimer', automatic);
    return protocolId;
  };

  it('fires for each unit that still needs work', async () => {
    const protocolId = await withTimer('ring');
    const open = await scene.unit({ protocolId });
    const done = await Promise.all(
      finishedStates.map(async (state) =>
        scene.change(await scene.change(await scene.unit({ protocolId }), 'stateId', 'Acknowledged'), 'stateId', state),
      ),
    );
    server.clock.advance(10 * minute - 1);
    await scene.settle();
    expect(paths()).toEqual([]);
    server.clock.advance(1);
    await scene.settle();
    expect(paths()).toEqual(['/ring']);
    expect(await scene.stream(open)).toContain('WorkUnitEvent: OnTimer');
    for (const unit of done) expect((await scene.stream(unit)).join()).not.toContain('OnTimer');
    server.clock.advance(10 * minute);
    await scene.settle();
    expect(paths()).toEqual(['/ring', '/ring']);
  });

  it('fires once after an outage and records the delay', async () => {
    const protocolId = await withTimer('late');
    const unit = await scene.unit({ protocolId });
    server.clock.advance(95 * minute);
    await scene.settle();
    expect(paths().filter((path) => path === '/late')).toEqual(['/late']);
    expect(await scene.stream(unit)).toContain('WorkUnitEvent: OnTimer (85 min late)');
    server.clock.advance(5 * minute);
    await scene.settle();
    expect(paths().filter((path) => path === '/late')).toHaveLength(2);
  });

  it('raises the event once for each of more units than fit in a page', async () => {
    const protocolId = await withTimer('many');
    await server.database.asOwner(
      `insert into cfs.work_units (tenant_id, internal_work_unit_id, title, severity, state, work_unit_type_id, protocol_id, created, created_by, modified, modified_by)
       select $1, gen_random_uuid(), 'Many', 1, 2, 1, $2, $3, 'test', $3, 'test' from generate_series(1, 1001)`,
      [server.tenants.own, protocolId, server.clock.now()],
    );
    server.clock.advance(10 * minute);
    await server.database.asOwner("delete from cfs.work_timers where kind = 'protocol-timer' and key <> $1", [
      protocolId,
    ]);
    await scene.worker.runDue();
    const counts = await server.database.asOwner<{ units: number; events: number }>(
      `select count(distinct subject_id)::int as units, count(*)::int as events from cfs.work_events
       where payload ->> 'event' = 'OnTimer' and subject_id in
         (select work_unit_id::text from cfs.work_units where protocol_id = $1)`,
      [protocolId],
    );
    expect(counts).toEqual([{ units: 1001, events: 1001 }]);
    await server.database.asOwner('delete from cfs.work_events');
  });
});
