import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemContext, type Context } from '../../../platform/context.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addSystemNote } from '../notes/add-system-note.ts';
import { createIncident } from './create-incident.ts';
import { isOpenWorkUnit } from '../is-open-work-unit.ts';

let server: TestServer;
let context: Context;
beforeAll(async () => {
  server = await startTestServer();
  context = systemContext({ name: 'Rules', clock: server.clock, tenantId: server.tenants.own });
});
afterAll(() => server.close());

const report = (title = 'CPU is high') => ({
  tenantId: server.tenants.own,
  title,
  description: 'CPU was 97 %',
  severity: 1,
  relation: { referenceId: randomUUID(), referenceType: 'RuleMatch' as const },
  createdByRule: { ruleId: randomUUID(), depth: 1 },
  source: 'Rule',
});

const write = <Result>(work: Parameters<typeof server.services.gate.write<Result>>[2]) =>
  server.services.gate.write(context, 'WorkUnits:create', work);

test('an incident of the system is New, has its relation and raises OnNew', async () => {
  const asked = report();
  const made = await write((db, change) => createIncident(server.services, db, change, asked));
  const read = await server.as('Viewer').get(`/v1/workunits/${made.workUnitId}`);
  expect(read.body).toMatchObject({
    internalWorkUnitId: made.internalWorkUnitId,
    stateId: 'New',
    severityId: 'Sev1',
    workUnitTypeId: 1,
    createdBy: 'Rules',
    source: 'Rule',
  });
  const relations = await server.database.asOwner(
    'select reference_type, reference_id from cfs.work_unit_relations where work_unit_id = $1',
    [made.workUnitId],
  );
  expect(relations).toEqual([{ reference_type: 1, reference_id: asked.relation.referenceId }]);
  const [event] = await server.database.asOwner<{ payload: unknown }>(
    'select payload from cfs.work_events where subject_id = $1',
    [String(made.workUnitId)],
  );
  expect(event?.payload).toMatchObject({ event: 'OnNew', createdByRuleId: asked.createdByRule.ruleId });
});

test('a protocol that does not belong to the tenant is left out', async () => {
  const { workUnitId } = await write((db, change) =>
    createIncident(server.services, db, change, { ...report(), protocolId: randomUUID() }),
  );
  const { body } = await server.as('Viewer').get(`/v1/workunits/${workUnitId}`);
  expect(body).toMatchObject({ protocolId: null });
});

test('an overlong title is truncated without splitting a surrogate pair', async () => {
  const { workUnitId } = await write((db, change) =>
    createIncident(server.services, db, change, report(`${'x'.repeat(499)}💥${'y'.repeat(100)}`)),
  );
  const { body } = await server.as('Viewer').get(`/v1/workunits/${workUnitId}`);
  expect((body as { title: string }).title).toHaveLength(500);
});

test('a note of the system has the type General in the history', async () => {
  const { workUnitId } = await write((db, change) => createIncident(server.services, db, change, report()));
  const key = { tenantId: server.tenants.own, workUnitId };
  await write((db, change) => addSystemNote(db, change, { ...key, text: 'It happened again.' }));
  const { body } = await server.as('Viewer').get(`/v1/workunits/GetWorkUnitHistoryRecords(workUnitId=${workUnitId})`);
  expect(body).toMatchObject({
    value: [{ historyType: 'General', detail: 'It happened again.', createdBy: 'Rules' }, {}],
  });
});

test('a unit is open until it is resolved, closed or canceled', async () => {
  const { workUnitId } = await write((db, change) => createIncident(server.services, db, change, report()));
  const key = { tenantId: server.tenants.own, workUnitId };
  const isOpen = () => write((db) => isOpenWorkUnit(db, key));
  expect(await isOpen()).toBe(true);
  for (const [state, open] of [
    [3, true],
    [6, false],
    [7, false],
    [8, false],
    [1, true],
  ] as const) {
    await server.database.asOwner('update cfs.work_units set state = $2 where work_unit_id = $1', [workUnitId, state]);
    expect(await isOpen()).toBe(open);
  }
  expect(await write((db) => isOpenWorkUnit(db, { ...key, tenantId: server.tenants.foreign }))).toBe(false);
});

test('an incident is rolled back if its transaction fails', async () => {
  const before = await server.database.asOwner('select from cfs.work_units');
  await expect(
    write(async (db, change) => {
      await createIncident(server.services, db, change, report());
      throw new Error('later fault');
    }),
  ).rejects.toThrow('later fault');
  expect(await server.database.asOwner('select from cfs.work_units')).toHaveLength(before.length);
});
