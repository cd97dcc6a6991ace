import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readChangeCalendar } from '../../areas/change-calendar/read-change-calendar.ts';
import { accessTables } from '../../access-tables.ts';
import { readConfiguration } from '../../platform/configuration.ts';
import { systemContext } from '../../platform/context.ts';
import { createServices } from '../../platform/create-services.ts';
import type { AccessGate, Gate } from '../../platform/database/gate.ts';
import type { Services } from '../../platform/services.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createTestIdentity } from '../../testing/test-identity.ts';
import { TurnableClock } from '../../testing/turnable-clock.ts';
import { testMasterKey } from '../../testing/test-database-constants.ts';
import { seedDemoData } from './seed-demo-data.ts';

let database: TestDatabase;
let gate: Gate & AccessGate;
let services: Services;

beforeAll(async () => {
  database = await createTestDatabase();
  const clock = new TurnableClock();
  gate = database.createGate({ clock });
  const identity = (await createTestIdentity(clock)).source;
  const configuration = readConfiguration({ OIDC_AUTHORITY: identity.issuer, LOG_LEVEL: 'silent' });
  services = createServices({
    configuration,
    masterKey: testMasterKey,
    gate,
    accessTables,
    identity,
    clock,
    log: pino({ level: 'silent' }),
  });
  await seedDemoData({ services, access: gate });
});

afterAll(async () => {
  await services.snapshot.close();
  await database.drop();
});

const numberOf = async (table: string, condition = 'true'): Promise<number> => {
  const [row] = await database.asOwner<{ count: number }>(`select count(*) from cfs.${table} where ${condition}`);
  return row?.count ?? 0;
};

describe('the demo data', () => {
  test('fill both tenants with places and two months of work', async () => {
    const { tenantsByName, subscriptions } = await services.snapshot.current();
    expect(tenantsByName.map(({ name }) => name)).toEqual(['Contoso Operations', 'Fabrikam Field Services']);
    expect([...subscriptions.values()].map(({ name }) => name).sort()).toEqual(['Main', 'Production', 'Staging']);
    expect(await numberOf('locations')).toBe(112);
    expect(await numberOf('work_units')).toBe(215);
    expect(
      await numberOf('work_units', 'created > modified or work_unit_type_id <> 2 and work_unit_category_id is null'),
    ).toBe(0);
  });

  test('show blocks with a month of readings in both tenants', async () => {
    expect(await numberOf('blocks')).toBe(15);
    expect(await numberOf('entity_colors')).toBe(15);
    const [history] = await database.asOwner<{ entities: number; packets: number; days: number }>(
      `select count(distinct entity_id)::int as entities, count(*)::int as packets,
         extract(day from max("timestamp") - min("timestamp"))::int as days from cfs.packet_history`,
    );
    expect(history).toMatchObject({ entities: 15, days: 29 });
    expect(history?.packets).toBeGreaterThan(40_000);
    expect(await numberOf('packets_latest', 'value is null')).toBe(0);
    expect(await numberOf('rules', `enabled and name = 'Too many orders waiting'`)).toBe(1);
  });

  test('report on one event that is going on', async () => {
    expect(await numberOf('work_unit_communications', 'status = 2 and next_update > created')).toBe(1);
    expect(await numberOf('work_unit_communication_activities')).toBe(3);
  });

  test('number the work units in the order of their creation', async () => {
    const [row] = await database.asOwner<{ disordered: number }>(
      `select count(*) as disordered from cfs.work_units one join cfs.work_units other
         on other.work_unit_id > one.work_unit_id and other.created < one.created`,
    );
    expect(row?.disordered).toBe(0);
  });

  test('leave work to do and work that is done', async () => {
    const states = await database.asOwner<{ state: number }>('select distinct state from cfs.work_units');
    expect(states.map(({ state }) => state)).toEqual(expect.arrayContaining([1, 2, 3, 6, 7, 8]));
  });

  test('hold an enabled rule and a maintenance window in the first tenant', async () => {
    expect(await numberOf('rules', `enabled and name = 'Processor busy'`)).toBe(1);
    expect(await numberOf('rules', `enabled and name = 'Staging patch night'`)).toBe(1);
  });

  test('record twelve weeks of compliance in both tenants, and a part of the present one', async () => {
    const weeks = await database.asOwner<{ tenant_id: string; count: number }>(
      'select tenant_id, count(*)::int as count from cfs.control_statuses group by tenant_id, check_date order by 1, check_date',
    );
    const counts = [...Array.from({ length: 12 }, () => 20), 7];
    expect(weeks.map(({ count }) => count)).toEqual([...counts, ...counts]);
    expect(await numberOf('control_statuses', 'created > modified or status = 0')).toBe(0);
    expect(await numberOf('control_statuses', 'status in (2, 3, 4)')).toBeGreaterThan(40);
  });

  test('plan changes that clash, await approval and lie within maintenance', async () => {
    const now = services.clock.now();
    const days = (count: number): string => new Date(now.getTime() + count * 86_400_000).toISOString();
    const context = systemContext({ name: 'test', clock: services.clock, tenantId: 'all' });
    const calendar = await readChangeCalendar(services, context, { from: now.toISOString(), to: days(14) });
    expect(calendar.value.map(({ title, overlaps, maintenance }) => [title, overlaps.length, maintenance])).toEqual([
      ['Renew the certificates of the gateway at Seattle Data Center', 0, []],
      ['Exchange the core switch at Seattle Data Center', 1, []],
      ['Update the firmware of the disk arrays at Seattle Data Center', 1, []],
      ['Patch the servers of Staging', 0, [expect.objectContaining({ name: 'Staging patch night', isWhole: true })]],
      ['Move the dispatch service to new hosts', 0, []],
    ]);
    expect(calendar.windows).toMatchObject([{ name: 'Staging patch night', affectedResources: ['Staging'] }]);
    const [place] = calendar.value[1]?.overlaps ?? [];
    expect(place?.resources).toEqual(['Seattle Data Center']);
    const approvals = await database.asOwner<{ approver1: string; approved1_by: string | null }>(
      'select approver1, approved1_by from cfs.work_units where work_unit_type_id = 2 order by work_unit_id',
    );
    expect(approvals.map(({ approver1, approved1_by }) => [approver1, approved1_by !== null])).toEqual([
      ['operator@demo.example', true],
      ['operator@demo.example', true],
      ['admin@demo.example', false],
      ['operator@demo.example', true],
      ['admin@demo.example', false],
    ]);
  });

  test('invite the demo users, each with a role of their own', async () => {
    const rows = await database.asOwner(
      `select mail, string_agg(distinct role_name, ',') as roles, count(*) as grants
         from cfs.people join cfs.grants using (user_id) group by mail order by mail`,
    );
    expect(rows).toEqual([
      { mail: 'admin@demo.example', roles: 'Administrator', grants: 1 },
      { mail: 'operator@demo.example', roles: 'Operator', grants: 2 },
      { mail: 'requester@demo.example', roles: 'Requester', grants: 1 },
      { mail: 'viewer@demo.example', roles: 'Viewer', grants: 2 },
    ]);
  });

  test('are made once, and completed after an interrupted start', async () => {
    await seedDemoData({ services, access: gate });
    expect(await numberOf('people')).toBe(4);
    await database.asOwner('delete from cfs.grants');
    await database.asOwner('delete from cfs.people');
    await services.snapshot.refresh();
    await seedDemoData({ services, access: gate });
    expect([await numberOf('people'), await numberOf('work_units'), await numberOf('locations')]).toEqual([
      4, 215, 112,
    ]);
  });
});
