import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemContext } from '../../../platform/context.ts';
import type { Gate } from '../../../platform/database/gate.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { dropPacketPartitions, maintainPacketPartitions } from './maintain-packet-partitions.ts';

const day = 86_400_000;
const retentionDays = 3;
const clock = new ManualClock();
const { signal } = new AbortController();
const once = { retries: 0, pauseMilliseconds: 0 };
const untilDropped = { retries: Number.POSITIVE_INFINITY, pauseMilliseconds: 1 };

let database: TestDatabase;
let gate: Gate;

beforeAll(async () => {
  database = await createTestDatabase();
  gate = database.createGate({ clock });
  await maintainPacketPartitions(gate, clock, retentionDays);
});
afterAll(() => database.drop());

const partitionsOf = async (table: string): Promise<readonly string[]> => {
  const rows = await database.asOwner<{ name: string }>(
    `select child.relname as name from pg_inherits join pg_class child on child.oid = inhrelid
     where inhparent = $1::regclass order by 1`,
    [`cfs.${table}`],
  );
  return rows.map(({ name }) => name);
};

const oldest = async (): Promise<string> => (await partitionsOf('packet_history'))[0] ?? '';

/** Stores a packet with the current time, as ingest does. */
const write = (series: number): Promise<void> =>
  gate.ingest(systemContext({ name: 'test', clock, tenantId: 'all' }), async (db) => {
    await db.run(sql`
      insert into packet_history (tenant_id, series, delay, "timestamp", number)
      select '10000000-0000-4000-8000-000000000001'::uuid, ${series}::integer, 0, ${clock.now()}::timestamptz, 1
      where ${db.scopeGuard}`);
  });

const passDays = async (days: number): Promise<void> => {
  clock.advance(days * day);
  await maintainPacketPartitions(gate, clock, retentionDays);
};

describe('partitions of packets', () => {
  it('are dropped as whole days and months, and only if they are no longer kept', async () => {
    const [days, months] = [await partitionsOf('packet_history'), await partitionsOf('packet_hours')];
    await passDays(31);
    expect(await dropPacketPartitions(gate, clock, retentionDays, signal, once)).toBe(true);
    const [daysLater, monthsLater] = [await partitionsOf('packet_history'), await partitionsOf('packet_hours')];
    expect(daysLater).toHaveLength(days.length);
    expect(daysLater.filter((name) => days.includes(name))).toEqual([]);
    expect(monthsLater).toHaveLength(months.length);
    expect(monthsLater.filter((name) => months.includes(name))).toEqual(months.slice(1));
  });

  it('are dropped once no reader uses them, neither waiting for a reader nor blocking a writer', async () => {
    const name = await oldest();
    await passDays(1);
    let dropped: Promise<boolean>;
    {
      await using _reader = await database.hold('select from cfs.packet_history limit 1');
      expect(await dropPacketPartitions(gate, clock, retentionDays, signal, once)).toBe(false);
      expect(await oldest()).toBe(name);
      dropped = dropPacketPartitions(gate, clock, retentionDays, signal, untilDropped);
      // All writes complete while the reader still reads and the drop is retried.
      for (let series = 1; series <= 5; series += 1) await write(series);
      expect(await oldest()).toBe(name);
    }
    expect(await dropped).toBe(true);
    expect(await partitionsOf('packet_history')).not.toContain(name);
  });

  it('wait at most 100 ms for the lock that makes others wait', async () => {
    expect(
      await database.asOwner(`select proconfig from pg_proc where oid = 'gate.drop_packet_partition'::regproc`),
    ).toEqual([{ proconfig: ['search_path=""', 'lock_timeout=100ms'] }]);
  });

  it('are not dropped while the partition itself is locked', async () => {
    const name = await oldest();
    await passDays(1);
    {
      await using _vacuum = await database.hold(`lock table cfs.${name} in share update exclusive mode`);
      expect(await dropPacketPartitions(gate, clock, retentionDays, signal, once)).toBe(false);
      await write(6);
    }
    expect(await dropPacketPartitions(gate, clock, retentionDays, signal, once)).toBe(true);
  });

  it('are created while expired ones are in use', async () => {
    const before = await partitionsOf('packet_history');
    await using _reader = await database.hold('select from cfs.packet_history limit 1');
    await passDays(1);
    expect(await partitionsOf('packet_history')).toHaveLength(before.length + 1);
    expect(await dropPacketPartitions(gate, clock, retentionDays, signal, once)).toBe(false);
  });

  it('are not retried once the server shuts down', async () => {
    const ending = new AbortController();
    await using _reader = await database.hold('select from cfs.packet_history limit 1');
    const dropped = dropPacketPartitions(gate, clock, retentionDays, ending.signal, {
      ...untilDropped,
      pauseMilliseconds: day,
    });
    ending.abort();
    expect(await dropped).toBe(false);
  });

  it('are dropped by two nodes at the same time without an error', async () => {
    const name = await oldest();
    await passDays(1);
    const nodes = [gate, database.createGate({ clock })];
    expect(
      await Promise.all(nodes.map((node) => dropPacketPartitions(node, clock, retentionDays, signal, untilDropped))),
    ).toEqual([true, true]);
    expect(await partitionsOf('packet_history')).not.toContain(name);
  });
});
