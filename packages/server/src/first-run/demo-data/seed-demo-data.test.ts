import { packetLimits } from '@cfs/contracts/packets';
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
import { ManualClock } from '../../testing/manual-clock.ts';
import { testMasterKey } from '../../testing/test-database-constants.ts';
import { seedDemoData } from './seed-demo-data.ts';

let database: TestDatabase;
let gate: Gate & AccessGate;
let services: Services;

beforeAll(async () => {
  database = await createTestDatabase();
  const clock = new ManualClock();
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

/** The moment as an SQL literal. */
const hoursAgo = (hours: number): string =>
  `timestamptz '${new Date(services.clock.now().getTime() - hours * 3_600_000).toISOString()}'`;

describe('the demo data', () => {
  test('fill both tenants with locations and with work units of two months', async () => {
    const { tenantsByName, subscriptions } = await services.snapshot.current();
    expect(tenantsByName.map(({ name }) => name)).toEqual(['Contoso Operations', 'Fabrikam Field Services']);
    expect([...subscriptions.values()].map(({ name }) => name).sort()).toEqual(['Main', 'Production', 'Staging']);
    expect(await numberOf('locations')).toBe(112);
    expect(await numberOf('work_units')).toBe(215);
    expect(
      await numberOf('work_units', 'created > modified or work_unit_type_id <> 2 and work_unit_category_id is null'),
    ).toBe(0);
  });

  test('contain blocks and devices with a month of readings, none of which arrived late', async () => {
    expect(await numberOf('blocks')).toBe(22);
    expect(await numberOf('entity_colors')).toBe(16);
    const [history] = await database.asOwner<{ entities: number; packets: number; days: number; latest: number }>(
      `select count(distinct series)::int as entities, count(*)::int as packets, max(delay)::float8 as latest,
         extract(day from max("timestamp") - min("timestamp"))::int as days from cfs.packet_history`,
    );
    expect(history).toMatchObject({ entities: 22, days: 29 });
    expect(history?.packets).toBeGreaterThan(55_000);
    expect(history?.latest).toBeLessThan(packetLimits.lateAfterMilliseconds);
    expect(await numberOf('packets_latest', 'value is null')).toBe(0);
  });

  test('contain the matches of that month: the match of the ongoing event is open, past ones have ended on time', async () => {
    const open = await database.asOwner(
      `select rule.name, block.name as block from cfs.rule_matches match join cfs.rules rule using (rule_id)
         join cfs.blocks block on block.block_id = match.subject_id where match.ended is null order by 1`,
    );
    expect(open).toContainEqual({ name: 'Line to the data centre is slow', block: 'Data centre: round trip' });
    const rules = await database.asOwner<{ matches: number }>(
      `select count(match.rule_match_id)::int as matches from cfs.rules rule left join cfs.rule_matches match using (rule_id)
         where rule.name not in ('Processor busy', 'Staging patch night') group by rule.rule_id`,
    );
    expect(rules).toHaveLength(8);
    expect(rules.filter(({ matches }) => matches === 0)).toEqual([]);
    const past = `created < ${hoursAgo(3)}`;
    expect(await numberOf('rule_matches', past)).toBeGreaterThan(15);
    expect(await numberOf('rule_matches', `${past} and (ended is null or ended > expires or end_reason <> 1)`)).toBe(0);
    expect(await numberOf('work_events', `kind = 'RuleMatchBegan' and ${past}`)).toBe(0);
  });

  test('contain devices with locations, inventories and packages, some out of date, and one device without heartbeats', async () => {
    expect(await numberOf('devices', 'location_id is not null')).toBe(6);
    expect(await numberOf('device_inventories')).toBe(6);
    expect(await numberOf('version_report_rows')).toBe(6);
    expect(await numberOf('version_report_rows', 'version_status = 2')).toBe(3);
    const silent = `"timestamp" < ${hoursAgo(48)}`;
    expect(await numberOf('packets_latest join cfs.devices on devices.device_id = entity_id', silent)).toBe(1);
  });

  test('contain service level targets, of which some are missed and more are met', async () => {
    expect(await numberOf('service_level_targets')).toBe(4);
    const [missed, met] = [
      await numberOf('service_level_clocks', 'outcome = 2'),
      await numberOf('service_level_clocks', 'outcome = 1'),
    ];
    expect(missed).toBeGreaterThan(5);
    expect(met).toBeGreaterThan(missed);
  });

  test('contain a communication about one ongoing event', async () => {
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

  test('contain work units in open and in final states', async () => {
    const states = await database.asOwner<{ state: number }>('select distinct state from cfs.work_units');
    expect(states.map(({ state }) => state)).toEqual(expect.arrayContaining([1, 2, 3, 6, 7, 8]));
  });

  test('contain an enabled rule and an enabled maintenance window', async () => {
    expect(await numberOf('rules', `enabled and name = 'Processor busy'`)).toBe(1);
    expect(await numberOf('rules', `enabled and name = 'Staging patch night'`)).toBe(1);
  });

  test('contain control statuses of a year in one tenant and of a quarter in the other, partial for the current week', async () => {
    const weeks = await database.asOwner<{ tenant_id: string; count: number }>(
      'select tenant_id, count(*)::int as count from cfs.control_statuses group by tenant_id, check_date order by 1, check_date',
    );
    const counts = [...Map.groupBy(weeks, (week) => week.tenant_id).values()].map((of) => of.map(({ count }) => count));
    const full = (count: number): number[] => [...Array.from({ length: count }, () => 20), 7];
    expect(counts.toSorted((one, other) => other.length - one.length)).toEqual([full(52), full(12)]);
    expect(await numberOf('control_statuses', 'created > modified or status = 0')).toBe(0);
    expect(await numberOf('control_statuses', 'status in (2, 3, 4)')).toBeGreaterThan(40);
  });

  test('contain planned changes that clash, wait for approval or lie in a maintenance window', async () => {
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

  test('invite the demo users, each with a different role', async () => {
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

  test('are created once, and completed after an interrupted start', async () => {
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
