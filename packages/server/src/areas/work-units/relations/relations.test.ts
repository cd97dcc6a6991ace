import { randomUUID } from 'node:crypto';
import type { RelatedEntity } from '@cfs/contracts/work-unit-relations';
import type { WorkUnit } from '@cfs/contracts/work-units';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let unit: WorkUnit;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  unit = await create();
});

const create = async (title = 'Disk is full', tenantId = server.tenants.own): Promise<WorkUnit> =>
  (await server.as('Operator', tenantId).put('/v1/workunits', { title, severityId: 'Sev2', workUnitTypeId: 1 }))
    .body as WorkUnit;

const addMatch = async (tenantId = server.tenants.own, packet: object | null = null): Promise<string> => {
  const ruleMatchId = randomUUID();
  await server.database.asOwner(
    `insert into cfs.rule_matches (tenant_id, rule_match_id, rule_id, subject_id, label, created, first_match, last_match,
       expires, match_count, rule_packet, in_maintenance, completion_processed, modified)
     values ($1, $2, gen_random_uuid(), $2, 'Hot', $3, $3, $3, $3, 1, $4, false, false, $3)`,
    [tenantId, ruleMatchId, server.clock.now(), packet && JSON.stringify(packet)],
  );
  return ruleMatchId;
};

const relate = (referenceType: string, referenceId: string, role: 'Operator' | 'Viewer' = 'Operator') =>
  server.as(role).put(`/v1/workunits/${unit.workUnitId}/relations`, { referenceType, referenceId });

const related = async (): Promise<RelatedEntity[]> =>
  ((await server.as('Viewer').get(`/v1/workunits/${unit.workUnitId}/relations`)).body as { value: RelatedEntity[] })
    .value;

test('relations to entities of the tenant are listed with their names', async () => {
  const other = await create('The other disk');
  const match = await addMatch();
  expect((await relate('WorkUnit', String(other.workUnitId))).status).toBe(201);
  expect((await relate('RuleMatch', match)).status).toBe(201);
  expect((await relate('Message', 'mail 4711')).status).toBe(201);
  expect((await relate('RuleMatch', match)).status).toBe(201);
  expect(await related()).toMatchObject([
    { referenceType: 'RuleMatch', referenceId: match, label: 'Hot' },
    { referenceType: 'WorkUnit', referenceId: String(other.workUnitId), label: 'The other disk' },
    { referenceType: 'Message', referenceId: 'mail 4711', label: null },
  ]);
  const { text } = await server
    .as('Viewer')
    .get(`/v1/workunits/GetWorkUnitHistoryRecords(workUnitId=${unit.workUnitId})`);
  expect(text).toContain(`Related to work unit #${other.publicWorkUnitId} The other disk`);
  expect(text).toContain('Related to rule match Hot');
});

test('an entity is related once, in whatever notation its id is given', async () => {
  const other = await create('The other disk');
  const match = await addMatch();
  for (const id of ['', '0', '00'].map((zeros) => `${zeros}${other.workUnitId}`))
    expect((await relate('WorkUnit', id)).body).toMatchObject({ referenceId: String(other.workUnitId) });
  for (const id of [match.toUpperCase(), match])
    expect((await relate('RuleMatch', id)).body).toMatchObject({ referenceId: match });
  expect((await related()).map(({ referenceId }) => referenceId)).toEqual([match, String(other.workUnitId)]);
  const path = `/v1/workunits/${unit.workUnitId}/relations`;
  expect((await server.as('Operator').delete(`${path}/WorkUnit/0${other.workUnitId}`)).status).toBe(204);
  expect((await server.as('Operator').delete(`${path}/RuleMatch/${match.toUpperCase()}`)).status).toBe(204);
  expect(await related()).toEqual([]);
});

const linkedWith = async ({ workUnitId }: WorkUnit) => {
  const viewer = server.as('Viewer');
  const relations = (await viewer.get(`/v1/workunits/${workUnitId}/relations`)).body as { value: RelatedEntity[] };
  const { text } = await viewer.get(`/v1/workunits/GetWorkUnitHistoryRecords(workUnitId=${workUnitId})`);
  return { labels: relations.value.map(({ label }) => label), text };
};

test('a relation of two units is listed and recorded by both', async () => {
  const other = await create('The other disk');
  await relate('WorkUnit', String(other.workUnitId));
  const seen = await linkedWith(other);
  expect(seen.labels).toEqual(['Disk is full']);
  expect(seen.text).toContain(`Related to work unit #${unit.publicWorkUnitId} Disk is full`);
  const back = `/v1/workunits/${other.workUnitId}/relations/WorkUnit/${unit.workUnitId}`;
  expect((await server.as('Operator').delete(back)).status).toBe(204);
  expect(await related()).toEqual([]);
  expect((await linkedWith(unit)).text).toContain(
    `No longer related to work unit #${other.publicWorkUnitId} The other disk`,
  );
});

test('a unit created with a relation is listed and recorded by the other unit', async () => {
  const relations = [{ referenceType: 'WorkUnit', referenceId: String(unit.workUnitId) }];
  const body = { title: 'Follow-up', severityId: 'Sev2', workUnitTypeId: 1, relations };
  const made = (await server.as('Operator').put('/v1/workunits', body)).body as WorkUnit;
  const seen = await linkedWith(unit);
  expect(seen.labels).toEqual(['Follow-up']);
  expect(seen.text).toContain(`Related to work unit #${made.publicWorkUnitId} Follow-up`);
});

test('two units that are related to each other concurrently have one relation', async () => {
  const other = await create('The other disk');
  const put = (one: WorkUnit, two: WorkUnit) =>
    server.as('Operator').put(`/v1/workunits/${one.workUnitId}/relations`, {
      referenceType: 'WorkUnit',
      referenceId: String(two.workUnitId),
    });
  const answers = await Promise.all([put(unit, other), put(other, unit)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect((await linkedWith(unit)).labels).toEqual(['The other disk']);
  expect((await linkedWith(other)).labels).toEqual(['Disk is full']);
});

test('a relation can be removed once', async () => {
  await relate('Message', 'mail 4711');
  const address = `/v1/workunits/${unit.workUnitId}/relations/Message/${encodeURIComponent('mail 4711')}`;
  expect((await server.as('Viewer').delete(address)).status).toBe(403);
  expect((await server.as('Operator').delete(address)).status).toBe(204);
  expect((await server.as('Operator').delete(address)).status).toBe(404);
  expect(await related()).toEqual([]);
});

test('a reference to an unknown entity or another tenant is refused', async () => {
  const foreign = await create('Foreign', server.tenants.foreign);
  for (const [type, id] of [
    ['WorkUnit', String(foreign.workUnitId)],
    ['WorkUnit', '999999999999'],
    ['WorkUnit', 'abc'],
    ['WorkUnit', String(unit.workUnitId)],
    ['RuleMatch', await addMatch(server.tenants.foreign)],
    ['RuleMatch', 'not a guid'],
    ['Device', randomUUID()],
    ['Block', randomUUID()],
    ['Nothing', '1'],
    ['Message', ''],
  ] as const)
    expect((await relate(type, id)).status, `${type} ${id}`).toBe(400);
  expect((await relate('Message', 'x', 'Viewer')).status).toBe(403);
  expect(await related()).toEqual([]);
});

test('a unit can have at most 100 relations of one type', async () => {
  await server.database.asOwner(
    `insert into cfs.work_unit_relations (tenant_id, work_unit_id, reference_type, reference_id, created)
     select $1, $2, 5, 'mail ' || n, $3 from generate_series(1, 103) n`,
    [server.tenants.own, unit.workUnitId, server.clock.now()],
  );
  expect((await relate('Message', 'mail 104')).status).toBe(409);
  expect((await relate('RuleMatch', await addMatch())).status).toBe(201);
  expect(await related()).toHaveLength(101);
});

test('stored references in an invalid format are listed without a name', async () => {
  await server.database.asOwner(
    `insert into cfs.work_unit_relations (tenant_id, work_unit_id, reference_type, reference_id, created)
     select $1, $2, type, E'\\'; <b>1e400', $3 from generate_series(1, 5) type`,
    [server.tenants.own, unit.workUnitId, server.clock.now()],
  );
  expect((await related()).map(({ label }) => label)).toEqual([null, null, null, null, null]);
});

test('the message of a rule match contains its entity and reading', async () => {
  const match = await addMatch(server.tenants.own, {
    timestamp: '2026-03-02T10:00:00.000Z',
    message: { Value: 120, Properties: { BlockName: 'Boiler' } },
  });
  await addMatch();
  const foreign = await addMatch(server.tenants.foreign);
  const { body } = await server.as('Viewer').get(`/v1/messages?$filter=referenceId in (${match},${foreign})`);
  const { value } = body as { value: { referenceId: string; message: string }[] };
  expect(value).toHaveLength(1);
  expect(value[0]?.referenceId).toBe(match);
  expect(JSON.parse(value[0]?.message ?? '')).toEqual({
    EntityId: match,
    Timestamp: '2026-03-02T10:00:00.000Z',
    Value: 120,
    Properties: { BlockName: 'Boiler' },
  });
});
