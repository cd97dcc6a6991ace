import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packetLimits } from '@cfs/contracts/packets';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { systemContext } from '../../../platform/context.ts';
import { maintainPacketPartitions } from './maintain-packet-partitions.ts';
import { partsByWindow, readPastPackets, type PastSpan } from './read-past-packets.ts';

const clock = new ManualClock();
const tenantId = randomUUID();
const now = clock.now().getTime();
const minute = 60_000;
const day = 24 * 60 * minute;
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await maintainPacketPartitions(database.createGate({ clock }), clock, packetLimits.retentionDays);
});
afterAll(() => database.drop());

/** Adds an entity with a packet for each of the last minutes, each with `bytes` in its message or only in its value. */
const addEntity = async (packets: number, bytes: number, column: 'message' | 'text' = 'message'): Promise<string> => {
  const entityId = randomUUID();
  await database.asOwner(
    `with latest as (
       insert into cfs.packets_latest (tenant_id, entity_id, "timestamp", received_at)
       values ($1, $2, $3, $3) returning tenant_id, series, "timestamp"
     )
     insert into cfs.packet_history (tenant_id, series, delay, "timestamp", ${column})
     select tenant_id, series, 0, "timestamp" - minute * interval '1 minute', json_build_object('Value', repeat('x', $4))
     from latest, generate_series(0, $5 - 1) minute`,
    [tenantId, entityId, clock.now(), bytes, packets],
  );
  return entityId;
};

const queryOf = (entityId: string, more: Partial<PastSpan> = {}): PastSpan => ({
  tenantId,
  entityId,
  from: now - 7 * day,
  to: now,
  needsValueAlone: false,
  ...more,
});

const read = (...queries: PastSpan[]) =>
  database
    .createGate({ clock })
    .ingest(systemContext({ name: 'test', clock, tenantId: 'all' }), (db) => readPastPackets(db, queries));

const mebibyte = 1024 * 1024;

describe('the past packets of entities', () => {
  it('are read by time and returned in the order of the queries, however these are split into statements', async () => {
    const [one, two, three] = [await addEntity(3, 1), await addEntity(2, 2), await addEntity(1, 3)];
    const found = await read(
      queryOf(one),
      queryOf(two, { from: now - minute }),
      queryOf(three, { from: now - minute }),
      queryOf(randomUUID()),
      queryOf(one, { from: now - 2 * minute, to: now - minute }),
    );
    expect(found.map((packets) => packets.map(({ time }) => (now - time) / minute))).toEqual([
      [2, 1, 0],
      [0],
      [0],
      [],
      [1],
    ]);
    expect(found[1]).toEqual([{ bytes: 16, time: now, receivedAt: now, message: { Value: 'xx' } }]);
  });

  it.each(['message', 'text'] as const)('are the newest up to 16 MiB of an entity, by %s', async (column) => {
    const entity = await addEntity(20, mebibyte, column);
    const needsValueAlone = column === 'text';
    const [packets = []] = await read(queryOf(entity, { needsValueAlone }));
    expect(packets.map(({ time }) => (now - time) / minute)).toEqual(
      Array.from({ length: 16 }, (_, place) => 15 - place),
    );
  });

  it('are limited only by the bytes that are read of them', async () => {
    const entity = await addEntity(20, mebibyte);
    const [packets = []] = await read(queryOf(entity, { needsValueAlone: true }));
    expect(packets).toHaveLength(20);
  });

  it('contain a single packet that is larger than the limit', async () => {
    const [packets = []] = await read(queryOf(await addEntity(2, 17 * mebibyte)));
    expect(packets.map(({ time }) => time)).toEqual([now]);
  });
});

describe('windows that are read together', () => {
  it.each([
    [[], []],
    [
      [1, 2, 21, 1, 6],
      [
        [1, 2, 21],
        [1, 6],
      ],
    ],
    [
      [0, 24, 0, 0, 1],
      [[0, 24, 0, 0], [1]],
    ],
    [
      [168, 0, 25],
      [[168], [0], [25]],
    ],
  ])('last at most a day in total, or are a single one: %j hours', (hours, parts) => {
    expect(partsByWindow(hours, (each) => each * 60 * minute)).toEqual(parts);
  });
});
