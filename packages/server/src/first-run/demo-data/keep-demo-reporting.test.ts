import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessTables } from '../../access-tables.ts';
import { readConfiguration } from '../../platform/configuration.ts';
import { createServices } from '../../platform/create-services.ts';
import type { AccessGate, Gate } from '../../platform/database/gate.ts';
import type { Services } from '../../platform/services.ts';
import { testMasterKey } from '../../testing/test-database-constants.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createTestIdentity } from '../../testing/test-identity.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { keepDemoReporting } from './keep-demo-reporting.ts';
import { seedDemoData } from './seed-demo-data.ts';

const clock = new ManualClock();
let database: TestDatabase;
let gate: Gate & AccessGate;
let services: Services;

beforeAll(async () => {
  database = await createTestDatabase();
  gate = database.createGate({ clock });
  const identity = (await createTestIdentity(clock)).source;
  const configuration = readConfiguration({ OIDC_AUTHORITY: identity.issuer, LOG_LEVEL: 'silent' });
  const log = pino({ level: 'silent' });
  services = createServices({ configuration, masterKey: testMasterKey, gate, accessTables, identity, clock, log });
  await seedDemoData({ services, access: gate });
});

afterAll(async () => {
  await services.snapshot.close();
  await database.drop();
});

/** The number of packets by block since a moment, and the longest interval between two of them in minutes. */
const readSince = (moment: Date) =>
  database.asOwner<{ name: string; packets: number; gap: number }>(
    `select block.name, count(*)::int as packets,
       max(extract(epoch from packet."timestamp" - coalesce(before, $1::timestamptz)) / 60)::float8 as gap
     from cfs.blocks block join cfs.packets_latest latest on latest.entity_id = block.block_id
     join lateral (select "timestamp", lag("timestamp") over (order by "timestamp") as before
       from cfs.packet_history where series = latest.series and "timestamp" > $1) packet on true
     group by block.name`,
    [moment],
  );

test('sends the readings missed since the last run, then a current one of each block that still exists', async () => {
  const stopped = clock.now();
  await database.asOwner(`delete from cfs.blocks where name = 'Mail queue'`);
  clock.advance(7 * 3_600_000);
  const reporting = keepDemoReporting(services);
  await reporting.stop();
  const rows = await readSince(stopped);
  const names = rows.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['Orders waiting', 'Cold store', 'shop-web-01']));
  expect(names).not.toContain('Mail queue');
  expect(names).not.toContain('kiosk-leeds-07');
  const orders = rows.find(({ name }) => name === 'Orders waiting');
  expect(orders?.packets).toBeGreaterThanOrEqual(28);
  expect(orders?.gap).toBeLessThanOrEqual(20);
});

test('does not extend the match of the slow line after the line has recovered', async () => {
  clock.advance(5 * 60_000);
  const reporting = keepDemoReporting(services);
  await reporting.stop();
  const rows = await database.asOwner<{ last_match: Date; match_count: number }>(
    `select last_match, match_count from cfs.rule_matches match join cfs.rules rule using (rule_id)
     where rule.name = 'Line to the data centre is slow' order by match.created desc limit 1`,
  );
  expect(rows[0]?.match_count).toBeGreaterThan(8);
  expect(rows[0]?.last_match.getTime()).toBeLessThan(clock.now().getTime() - 5 * 3_600_000);
});
