import type { ChangeCalendar, PlannedChange } from '@cfs/contracts/change-calendar';
import type { WorkUnit } from '@cfs/contracts/work-units';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { planChange } from './testing/plan-change.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const at = (day: number, hour: number): string => new Date(Date.UTC(2026, 2, day, hour)).toISOString();

const plan = (
  title: string,
  day: number,
  [from, to]: readonly [number, number],
  affectedResources: string,
  tenantId = server.tenants.own,
): Promise<WorkUnit> =>
  planChange(
    server,
    { title, affectedResources, plannedStartTime: at(day, from), plannedFinishTime: at(day, to) },
    tenantId,
  );

const look = (from: string, to: string, more = '') =>
  server.as('Viewer').get(`/v1/workunits/calendar?from=${from}&to=${to}${more}`);
const lookAt = async (from: string, to: string, more = ''): Promise<ChangeCalendar> =>
  (await look(from, to, more)).body as ChangeCalendar;
const march = async (): Promise<readonly PlannedChange[]> =>
  (await lookAt('2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z')).value;

test('planned changes are ordered by start and list their clashes on a resource', async () => {
  const disk = await plan('Replace the disk', 3, [18, 20], 'srv-1, srv-2');
  const patch = await plan('Patch the system', 3, [19, 21], 'SRV-1; db-1');
  const after = await plan('Restart', 3, [20, 21], 'srv-2');
  const elsewhere = await plan('Paint the wall', 3, [18, 21], 'wall');
  const foreign = await plan('Theirs', 3, [18, 21], 'srv-1', server.tenants.foreign);
  const changes = await march();
  const overlapsOf = ({ workUnitId }: WorkUnit) => changes.find((change) => change.workUnitId === workUnitId)?.overlaps;
  expect(changes.map(({ title }) => title)).toEqual([
    'Replace the disk',
    'Paint the wall',
    'Patch the system',
    'Restart',
  ]);
  expect(overlapsOf(disk)).toMatchObject([{ workUnitId: patch.workUnitId }]);
  expect(overlapsOf(patch)).toMatchObject([{ workUnitId: disk.workUnitId }]);
  expect([overlapsOf(after), overlapsOf(elsewhere), overlapsOf(foreign)]).toEqual([[], [], undefined]);
});

test('changes that began before the span are ordered by start as well, and those with the same start by number', async () => {
  const tenantId = server.tenants.foreign;
  const later = await plan('Later', 21, [5, 6], 'a', tenantId);
  const twin = await plan('Twin', 21, [5, 6], 'b', tenantId);
  const before = await plan('Under way', 20, [1, 23], 'c', tenantId);
  const long = await planChange(
    server,
    { title: 'Long', affectedResources: 'd', plannedStartTime: at(10, 0), plannedFinishTime: at(25, 0) },
    tenantId,
  );
  const calendar = await server
    .as('Viewer', tenantId)
    .get('/v1/workunits/calendar?from=2026-03-20T12:00:00Z&to=2026-03-22T00:00:00Z');
  expect((calendar.body as ChangeCalendar).value.map(({ workUnitId }) => workUnitId)).toEqual(
    [long, before, later, twin].map(({ workUnitId }) => workUnitId),
  );
});

test('a change clashes with changes outside of the span, up to a week from it', async () => {
  const tenantId = server.tenants.foreign;
  const resource = 'srv-edge';
  const planned = (title: string, [start, finish]: readonly [string, string], affectedResources = resource) =>
    planChange(server, { title, affectedResources, plannedStartTime: start, plannedFinishTime: finish }, tenantId);
  const longBefore = await planned('Long before', [at(-30, 0), at(-11, 0)]);
  const dayBefore = await planned('Day before', [at(-3, 0), at(-2, 0)]);
  const across = await planned('Across', [at(-30, 0), at(16, 0)]);
  const dayAfter = await planned('Day after', [at(2, 12), at(2, 13)]);
  await planned('Eighth day after', [at(9, 0), at(9, 1)]);
  await planned('Elsewhere', [at(2, 12), at(2, 13)], 'wall');
  const lookOn = async (from: string, to: string): Promise<ChangeCalendar> => {
    const answer = await server.as('Viewer', tenantId).get(`/v1/workunits/calendar?from=${from}&to=${to}`);
    return answer.body as ChangeCalendar;
  };
  const partner = ({ workUnitId, publicWorkUnitId, title, plannedStartTime, plannedFinishTime }: WorkUnit) => ({
    workUnitId,
    publicWorkUnitId,
    title,
    plannedStartTime,
    plannedFinishTime,
  });
  const day = await lookOn(at(0, 0), at(1, 0));
  expect(day.value.map(({ title }) => title)).toEqual([across.title]);
  expect(day.value[0]?.overlaps).toEqual([
    { workUnitId: dayBefore.workUnitId, resources: [resource] },
    { workUnitId: dayAfter.workUnitId, resources: [resource] },
  ]);
  expect(day.clashPartners).toEqual([partner(dayBefore), partner(dayAfter)]);
  const earlier = await lookOn(at(-7, 0), at(-6, 0));
  expect(earlier.clashPartners.map(({ title }) => title)).toEqual([longBefore.title, dayBefore.title]);
  const all = await lookOn(at(-30, 0), at(20, 0));
  expect(all.clashPartners).toEqual([]);
  expect(all.value.find(({ title }) => title === across.title)?.overlaps).toHaveLength(4);
});

test('canceled changes and other types are left out', async () => {
  const unit = await plan('Never mind', 10, [1, 2], 'x');
  await server.as('Operator').patch(`/v1/workunits/${unit.workUnitId}`, [
    { op: 'test', path: '/stateId', value: 'New' },
    { op: 'replace', path: '/stateId', value: 'Canceled' },
  ]);
  expect((await march()).map(({ title }) => title)).not.toContain('Never mind');
});

test('a change is part of each span that it touches', async () => {
  await plan('Over midnight', 14, [22, 26], 'y');
  const titles = async (from: string, to: string) => (await lookAt(from, to)).value.map(({ title }) => title);
  expect(await titles('2026-03-15T00:00:00Z', '2026-03-16T00:00:00Z')).toEqual(['Over midnight']);
  expect(await titles('2026-03-15T01:59:59.999Z', '2026-03-16T00:00:00Z')).toEqual(['Over midnight']);
  expect(await titles('2026-03-16T00:00:00Z', '2026-03-17T00:00:00Z')).toEqual([]);
  expect(await titles('2026-03-14T00:00:00Z', '2026-03-14T22:00:00Z')).toEqual([]);
  expect(await titles('2026-03-14T00:00:00Z', '2026-03-14T22:00:00.001Z')).toEqual(['Over midnight']);
});

test('a change of many weeks is part of a day within it', async () => {
  const move = await plan('Move the data centre', 1, [0, 24 * 75], 'hall 2');
  const week = await plan('Renew the cables', 1, [0, 24 * 7], 'hall 3');
  const onDay = async (day: number) => (await lookAt(at(day, 0), at(day + 1, 0))).value.map((change) => change.title);
  expect(await onDay(7)).toEqual([move.title, week.title]);
  expect(await onDay(40)).toEqual([move.title]);
  expect(await onDay(77)).toEqual([]);
});

test('tenants can be included and excluded', async () => {
  await plan('Ours', 20, [1, 2], 'z');
  const titles = async (more: string) =>
    (await lookAt(at(20, 0), at(21, 0), more)).value.map(({ title }) => title).filter((title) => title === 'Ours');
  const { own, foreign } = server.tenants;
  expect(await titles(`&tenantIds=${foreign},${own}`)).toEqual(['Ours']);
  expect(await titles(`&tenantIds=${foreign}`)).toEqual([]);
  expect(await titles(`&exceptTenantIds=${foreign}`)).toEqual(['Ours']);
  expect(await titles(`&exceptTenantIds=${own}`)).toEqual([]);
  expect((await look(at(20, 0), at(21, 0), '&tenantIds=mine')).status).toBe(400);
});

test('an invalid or too long span is refused with 400, and a requester with 403', async () => {
  for (const [from, to] of [
    ['2026-03-02T00:00:00Z', '2026-03-01T00:00:00Z'],
    ['2026-03-01T00:00:00Z', '2026-06-01T00:00:00Z'],
    ['yesterday', '2026-06-01T00:00:00Z'],
  ] as const)
    expect((await look(from, to)).status).toBe(400);
  const requester = server.as('Requester');
  const address = '/v1/workunits/calendar?from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00Z';
  expect((await requester.get(address)).status).toBe(403);
});
