import { randomUUID } from 'node:crypto';
import type { ChangeCalendar, MaintenanceWindow } from '@cfs/contracts/change-calendar';
import { calendarLimit } from '@cfs/contracts/sizes';
import { ruleOperators } from '@cfs/contracts/rule-operators';
import type { RuleInput } from '@cfs/contracts/rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedBlock } from '../../testing/seed-device.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { approverOf, changeRequest } from './testing/plan-change.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const equals = (LeftOperand: number, RightOperand: string, Type = 0) => ({
  Type,
  LeftOperand,
  Operator: ruleOperators.Equals,
  RightOperand,
});
const [entity, tenant] = [6, 20];

/** Every night of the days in Oslo, 22:00 to 04:00; each test uses a separate month. */
const night = (StartRange: string, EndRange: string) => ({
  TimeZoneId: 'Europe/Oslo',
  StartRange,
  EndRange,
  DailyStartTime: '22:00:00',
  DailyEndTime: '04:00:00',
});

const keep = async (rule: Partial<RuleInput>, client: TestClient = server.as('Administrator')): Promise<string> => {
  const answer = await client.put('/v1/rules', {
    name: 'Patch night',
    ruleTypeId: 5,
    tenantId: server.tenants.own,
    matchLifetime: '00:05:00',
    conditions: [equals(tenant, server.tenants.own)],
    ...rule,
  });
  expect(answer.status, answer.text).toBe(201);
  return (answer.body as { ruleId: string }).ruleId;
};

const lookAs = async (client: TestClient, from: string, to: string): Promise<ChangeCalendar> => {
  const answer = await client.get(`/v1/workunits/calendar?from=${from}&to=${to}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as ChangeCalendar;
};
const windowsIn = async (from: string, to: string): Promise<readonly MaintenanceWindow[]> =>
  (await lookAs(server.as('Viewer'), from, to)).windows;

test('windows follow the time zone of their rule', async () => {
  const ruleId = await keep({ timeConditions: night('2026-03-28', '2026-03-29') });
  const windows = await windowsIn('2026-03-20T00:00:00Z', '2026-04-10T00:00:00Z');
  expect(windows).toEqual([
    expect.objectContaining({ startTime: '2026-03-27T23:00:00.000Z', finishTime: '2026-03-28T03:00:00.000Z' }),
    expect.objectContaining({ startTime: '2026-03-28T21:00:00.000Z', finishTime: '2026-03-29T02:00:00.000Z' }),
    {
      ruleId,
      name: 'Patch night',
      tenantId: server.tenants.own,
      tenantName: expect.any(String) as string,
      timeZone: 'Europe/Oslo',
      startTime: '2026-03-29T20:00:00.000Z',
      finishTime: '2026-03-29T22:00:00.000Z',
      affectedResources: [],
      isWholeTenant: true,
    },
  ]);
});

test('rules that are disabled, deleted or of another type have no windows', async () => {
  const timeConditions = night('2026-04-01', '2026-04-30');
  await keep({ timeConditions, enabled: false });
  await keep({ timeConditions, ruleTypeId: 1 });
  const gone = await keep({ timeConditions });
  await server.as('Administrator').delete(`/v1/rules/${gone}`);
  expect(await windowsIn('2026-04-10T00:00:00Z', '2026-04-20T00:00:00Z')).toEqual([]);
});

test('windows are limited to tenants whose rules the caller may view', async () => {
  const timeConditions = night('2026-05-01', '2026-05-01');
  const { foreign } = server.tenants;
  const conditions = [equals(tenant, foreign)];
  const theirs = server.as('Administrator', foreign);
  await keep({ name: 'Theirs', timeConditions, tenantId: foreign, conditions }, theirs);
  const [from, to] = ['2026-05-01T00:00:00Z', '2026-05-03T00:00:00Z'];
  expect(await windowsIn(from, to)).toEqual([]);
  expect((await lookAs(theirs, from, to)).windows.map(({ name }) => name)).toEqual(['Theirs', 'Theirs']);
});

test('a caller who may view no rules gets no windows', async () => {
  await keep({ timeConditions: night('2026-07-01', '2026-07-01') });
  await server.database.asOwner(
    `update cfs.roles set permissions = array_append(permissions, 'WorkUnits:view') where role_name = 'Requester'`,
  );
  await server.services.snapshot.refresh();
  const [from, to] = ['2026-07-01T00:00:00Z', '2026-07-02T00:00:00Z'];
  expect((await lookAs(server.as('Requester'), from, to)).windows).toEqual([]);
  expect(await windowsIn(from, to)).not.toEqual([]);
});

test('a window lists blocks by name and other entities by id', async () => {
  const { blockId = '' } = await seedBlock(server.database, server.tenants.own);
  const unknown = randomUUID();
  const conditions = [equals(entity, blockId), equals(entity, unknown, 1)];
  await keep({ timeConditions: night('2026-06-02T12:00:00', '2026-06-03T12:00:00'), conditions });
  expect(await windowsIn('2026-06-01T00:00:00Z', '2026-06-08T00:00:00Z')).toMatchObject([
    { affectedResources: ['Matrix', unknown], isWholeTenant: false },
  ]);
});

test('a change lists the windows that it overlaps', async () => {
  const { blockId = '' } = await seedBlock(server.database, server.tenants.own);
  const timeConditions = night('2026-08-03T12:00:00', '2026-08-04T12:00:00');
  const block = await keep({ name: 'One block', timeConditions, conditions: [equals(entity, blockId)] });
  const all = await keep({ name: 'All of it', timeConditions });
  const change = async (title: string, from: string, to: string, affectedResources: string) => {
    const answer = await server.as('Operator').put('/v1/workunits', {
      ...changeRequest,
      approver1: await approverOf(server),
      title,
      plannedStartTime: from,
      plannedFinishTime: to,
      affectedResources,
    });
    expect(answer.status, answer.text).toBe(201);
  };
  await change('Within', '2026-08-03T21:00:00Z', '2026-08-03T23:00:00Z', 'matrix');
  await change('Longer', '2026-08-03T23:00:00Z', '2026-08-04T08:00:00Z', 'matrix, srv-2');
  await change('By day', '2026-08-03T12:00:00Z', '2026-08-03T13:00:00Z', 'matrix');
  const { value } = await lookAs(server.as('Viewer'), '2026-08-03T00:00:00Z', '2026-08-05T00:00:00Z');
  const byTitle = Object.fromEntries(value.map(({ title, maintenance }) => [title, maintenance]));
  const [byBlock, byAll] = [
    { ruleId: block, name: 'One block' },
    { ruleId: all, name: 'All of it' },
  ];
  expect(byTitle['Within']).toEqual([
    { ...byAll, isWhole: true },
    { ...byBlock, isWhole: true },
  ]);
  expect(byTitle['Longer']).toEqual([
    { ...byAll, isWhole: false },
    { ...byBlock, isWhole: false },
  ]);
  expect(byTitle['By day']).toEqual([]);
  expect(value.flatMap(({ overlaps }) => overlaps)).toEqual([]);
});

test('a rule of all tenants has a window in each tenant that it names', async () => {
  const { own, foreign } = server.tenants;
  const everywhere = server.as('Administrator', 'all');
  const [inSeptember, inOctober] = [
    night('2026-09-01T12:00:00', '2026-09-02T12:00:00'),
    night('2026-10-01T12:00:00', '2026-10-02T12:00:00'),
  ];
  const conditions = [equals(tenant, own), equals(tenant, foreign, 1)];
  await keep({ tenantId: null, timeConditions: inSeptember, conditions }, everywhere);
  await keep({ tenantId: null, timeConditions: inOctober, conditions: [equals(entity, randomUUID())] }, everywhere);
  const september = ['2026-09-01T00:00:00Z', '2026-09-03T00:00:00Z'] as const;
  const tenantsOf = ({ windows }: ChangeCalendar) => windows.map(({ tenantId }) => tenantId).sort();
  expect(tenantsOf(await lookAs(everywhere, ...september))).toEqual([own, foreign].sort());
  expect(tenantsOf(await lookAs(server.as('Viewer'), ...september))).toEqual([own]);
  expect(await windowsIn('2026-10-01T00:00:00Z', '2026-10-03T00:00:00Z')).toMatchObject([
    { tenantId: null, tenantName: null, isWholeTenant: false },
  ]);
});

test('windows beyond the limit are reported as missing', async () => {
  const timeConditions = {
    TimeZoneId: 'Etc/UTC',
    StartRange: '2027-01-01',
    DailyStartTime: '01:00:00',
    DailyEndTime: '02:00:00',
  };
  await Promise.all(Array.from({ length: 20 }, (_, index) => keep({ name: `Rule ${index}`, timeConditions })));
  const client = server.as('Viewer');
  const two = await lookAs(client, '2027-01-01T00:00:00Z', '2027-03-01T00:00:00Z');
  expect([two.windows.length, two.hasAllWindows]).toEqual([calendarLimit, false]);
  const one = await lookAs(client, '2027-01-01T00:00:00Z', '2027-01-11T00:00:00Z');
  expect([one.windows.length, one.hasAllWindows]).toEqual([200, true]);
});
