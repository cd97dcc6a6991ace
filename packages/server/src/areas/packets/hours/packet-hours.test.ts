import { randomUUID } from 'node:crypto';
import type { BlockHistory } from '@cfs/contracts/blocks';
import type { PacketChart, PacketTrends } from '@cfs/contracts/packet-charts';
import { packetLimits } from '@cfs/contracts/packets';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areasNamed } from '../../../testing/areas-named.ts';
import { createTestWorker } from '../../../testing/create-test-worker.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { dropPacketPartitions, maintainPacketPartitions } from '../history/maintain-packet-partitions.ts';
import { rollUpStaleHours } from './roll-up-hours.ts';
import { systemContext } from '../../../platform/context.ts';

const [second, minute, hour] = [1_000, 60_000, 3_600_000];
const { retentionDays } = packetLimits;
const noon = Date.UTC(2026, 5, 15, 12);

let server: TestServer;
let sender: TestClient;
let clock: ManualClock;

beforeAll(async () => {
  clock = new ManualClock(new Date(noon).toISOString());
  server = await startTestServer({ areas: areasNamed('packets', 'blocks', 'tenants'), clock });
  sender = server.withCredential(await server.tenantToken(['packets']));
});
afterAll(() => server.close());

const send = async (entityId: string, ...readings: readonly (readonly [time: number, value: unknown])[]) => {
  const packets = readings.map(([time, Value]) => ({
    entityId,
    timestamp: new Date(time).toISOString(),
    message: { Value },
  }));
  expect((await sender.post('/v1/packets', packets)).body).toMatchObject({ accepted: readings.length });
};
/** Advances the clock by a minute, so that the timer is due again, and runs all due work. */
const work = async (): Promise<void> => {
  clock.advance(minute);
  const worker = createTestWorker(server.services, 'packets');
  while ((await worker.runDue()) > 0);
};
const hoursOf = (entityId: string) =>
  server.database.asOwner(
    `select hour, packet_count, number_count, minimum, maximum, average, states from cfs.packet_hours
     where entity_id = $1 order by hour`,
    [entityId],
  );
const chart = async (entityId: string, from: number, to: number, points = 100): Promise<PacketChart> => {
  const query = `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}&points=${points}`;
  const answer = await server.as('Viewer').get(`/v1/blocks/${entityId}/chart?${query}`);
  expect(answer.status).toBe(200);
  return answer.body as PacketChart;
};

describe('hours of packets', () => {
  it('are rolled up ten minutes after their end, with minimum, maximum and average', async () => {
    const entity = randomUUID();
    await send(entity, [noon, 1], [noon + minute, 5], [noon + 2 * minute, 'error'], [noon + 3 * minute, 3]);
    clock.set(new Date(noon + hour + 8 * minute));
    await work();
    expect(await hoursOf(entity)).toEqual([]);
    clock.set(new Date(noon + hour + 9 * minute));
    await work();
    expect(await hoursOf(entity)).toEqual([
      {
        hour: new Date(noon),
        packet_count: 4,
        number_count: 3,
        minimum: 1,
        maximum: 5,
        average: 3,
        states: [
          [0, null],
          [2 * minute, 'error'],
          [3 * minute, null],
        ],
      },
    ]);
  });

  it('are updated for packets that arrive after the hour was rolled up', async () => {
    const entity = randomUUID();
    const now = clock.now().getTime();
    await send(entity, [now - 5 * hour, 10], [now - 5 * hour + minute, 30], [now, 1]);
    await work();
    expect(await hoursOf(entity)).toMatchObject([{ packet_count: 2, minimum: 10, maximum: 30, average: 20 }]);
    await send(entity, [now - 5 * hour + 2 * minute, 50]);
    await work();
    expect(await hoursOf(entity)).toMatchObject([{ packet_count: 3, maximum: 50, average: 30 }]);
    expect(await server.database.asOwner('select from cfs.stale_packet_hours')).toEqual([]);
  });

  it('stay stale while a transaction that marked them runs', async () => {
    const entity = randomUUID();
    const late = clock.now().getTime() - 7 * hour;
    await send(entity, [late, 1]);
    const context = systemContext({ name: 'test', clock, tenantId: 'all' });
    const rollUp = () => server.services.gate.write(context, 'Packets:edit', (db) => rollUpStaleHours(db, 10));
    await server.services.gate.ingest(context, async (db) => {
      await db.updateTable('stale_packet_hours').set({ marked: clock.now() }).where('entity_id', '=', entity).execute();
      expect(await rollUp()).toBe(0);
    });
    expect(await rollUp()).toBe(1);
    expect(await hoursOf(entity)).toMatchObject([{ packet_count: 1 }]);
  });

  it('are caught up one by one after an outage, for more entities than one transaction processes', async () => {
    const entities = Array.from({ length: 205 }, () => randomUUID());
    const start = Math.ceil(clock.now().getTime() / hour) * hour;
    for (const offset of [0, hour]) {
      clock.set(new Date(start + offset + minute));
      for (const entity of entities) await send(entity, [start + offset, 7]);
    }
    clock.set(new Date(start + 5 * hour));
    await work();
    const rows = await server.database.asOwner(
      'select count(*)::integer as count from cfs.packet_hours where entity_id = any ($1) and hour >= $2',
      [entities, new Date(start)],
    );
    expect(rows).toEqual([{ count: 410 }]);
  });

  it('do not count a text as a number if it would fail or overflow', async () => {
    const entity = randomUUID();
    const late = clock.now().getTime() - 9 * hour;
    const values = ['1e308', 'NaN', 'Infinity', '', ' 7', '0x10', '9'.repeat(400), true, '1e99', '-1E99', '4.5', '1.'];
    await send(entity, ...values.map((value, index) => [late + index * second, value] as const));
    await work();
    expect(await hoursOf(entity)).toMatchObject([
      { packet_count: values.length, number_count: 3, minimum: -1e99, maximum: 1e99 },
    ]);
  });
});

describe('the chart of an entity', () => {
  it('shows every reading of a short span, and marks gaps', async () => {
    const entity = randomUUID();
    const start = clock.now().getTime() - 2 * hour;
    await send(entity, ...[0, 1, 2, 3, 30, 31].map((at) => [start + at * minute, at] as const));
    const { points, resolution, states } = await chart(entity, start, start + hour);
    expect(resolution).toBe('Packets');
    expect(states).toEqual([]);
    expect(points.map(({ average, isAfterGap }) => [average, isAfterGap])).toEqual([
      [0, false],
      [1, false],
      [2, false],
      [3, false],
      [30, true],
      [31, false],
    ]);
    expect(points[4]).toMatchObject({ from: new Date(start + 30 * minute).toISOString(), count: 1 });
  });

  it('keeps a single peak among many readings', async () => {
    const entity = randomUUID();
    const start = clock.now().getTime() - 20 * hour;
    const readings = Array.from(
      { length: 4_000 },
      (_, at) => [start + at * 10 * second, at === 1_234 ? 99 : 1] as const,
    );
    await send(entity, ...readings);
    const { points } = await chart(entity, start, start + 12 * hour, 50);
    expect(points.length).toBeLessThanOrEqual(50);
    expect(points.filter(({ maximum }) => maximum === 99)).toHaveLength(1);
    expect(points.reduce((sum, { count }) => sum + count, 0)).toBe(4_000);
    expect(points.some(({ isAfterGap }) => isAfterGap)).toBe(false);
  });

  it('reads the hours of a long span and the packets since, with peaks and gaps', async () => {
    const entity = randomUUID();
    const now = clock.now().getTime();
    const days = 25;
    const start = Math.floor((now - days * 24 * hour) / hour) * hour;
    await server.database.asOwner(
      `insert into cfs.packet_hours (tenant_id, entity_id, hour, packet_count, number_count, minimum, maximum, average)
       select $1, $2, $3::timestamptz + at * interval '1 hour', 360, 360, 1, case when at = 100 then 99 else 2 end, 1.5
       from generate_series(0, ($4::integer * 24) - 48) at where at not between 200 and 210`,
      [server.tenants.own, entity, new Date(start), days],
    );
    await send(entity, [now - minute, 8]);
    const { points, resolution, bucketMilliseconds } = await chart(entity, start, now, 800);
    expect(resolution).toBe('Hours');
    expect(bucketMilliseconds).toBe(hour);
    expect(points.filter(({ maximum }) => maximum === 99)).toHaveLength(1);
    expect(points.filter(({ isAfterGap }) => isAfterGap).map(({ from }) => Date.parse(from))).toEqual([
      start + 211 * hour,
      now - minute,
    ]);
    expect(points.at(-1)).toMatchObject({ average: 8 });
    const whole = await chart(entity, now - 390 * 24 * hour, now, 600);
    expect(whole.resolution).toBe('Hours');
    expect(whole.points.some(({ maximum }) => maximum === 99)).toBe(true);
  });

  it('reads hours if each point represents an hour and there are more packets than points', async () => {
    const entity = randomUUID();
    const start = Math.floor((clock.now().getTime() - 20 * hour) / hour) * hour;
    const readings = Array.from({ length: 720 }, (_, at) => [start + at * minute, at === 400 ? 99 : 1] as const);
    await send(entity, ...readings);
    await work();
    const coarse = await chart(entity, start, start + 12 * hour, 10);
    expect([coarse.resolution, coarse.bucketMilliseconds]).toEqual(['Hours', 2 * hour]);
    expect(coarse.points.map(({ maximum, count }) => [maximum, count])).toEqual(
      [1, 1, 1, 99, 1, 1].map((maximum) => [maximum, 120]),
    );
    expect((await chart(entity, start, start + 12 * hour, 13)).resolution).toBe('Packets');
    const sparse = randomUUID();
    await send(sparse, ...readings.slice(0, 10));
    await work();
    expect((await chart(sparse, start, start + 12 * hour, 10)).resolution).toBe('Packets');
  });

  it('shows an hour that has ended and is not rolled up yet, also to a viewer of a single tenant', async () => {
    const entity = randomUUID();
    const ended = Math.ceil(clock.now().getTime() / hour) * hour;
    const readingsFrom = (start: number) => Array.from({ length: 20 }, (_, at) => [start + at * minute, at] as const);
    clock.set(new Date(ended + minute));
    await send(entity, ...readingsFrom(ended - 5 * hour), ...readingsFrom(ended - hour));
    await work();
    expect(await hoursOf(entity)).toHaveLength(1);
    const { points, resolution } = await chart(entity, ended - 12 * hour, ended + 5 * minute, 10);
    expect(resolution).toBe('Hours');
    expect(points.reduce((sum, { count }) => sum + count, 0)).toBe(40);
    const answer = await server.as('Viewer').get(`/v1/packets/trends?entityIds=${entity}`);
    const [trend] = (answer.body as PacketTrends).trends;
    expect(trend?.points.length).toBeGreaterThan(1);
  });

  it('shows texts as bands that end at silence and at numbers', async () => {
    const entity = randomUUID();
    const start = clock.now().getTime() - 3 * hour;
    const at = (minutes: number, value: unknown) => [start + minutes * minute, value] as const;
    await send(entity, at(0, 'up'), at(1, 'up'), at(2, 'down'), at(3, 'down'), at(4, 5), at(5, 'up'), at(6, 'up'));
    await send(entity, at(30, 'up'), at(31, 'up'));
    const band = (from: number, to: number, value: string) => ({
      from: new Date(start + from * minute).toISOString(),
      to: new Date(start + to * minute).toISOString(),
      value,
      changes: 1,
    });
    const { states, points } = await chart(entity, start, start + hour);
    expect(states).toEqual([band(0, 2, 'up'), band(2, 4, 'down'), band(5, 6, 'up'), band(30, 31, 'up')]);
    expect(points).toHaveLength(1);
  });

  it('returns 400 for spans that are missing, reversed or too long, and 404 for an unknown entity', async () => {
    const viewer = server.as('Viewer');
    for (const span of [
      'from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z',
      'from=2020-01-01T00:00:00Z&to=2026-01-01T00:00:00Z',
      'from=x&to=2026-01-01T00:00:00Z',
      '',
    ])
      expect((await viewer.get(`/v1/blocks/${randomUUID()}/chart?${span}`)).status).toBe(400);
    const span = 'from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z';
    expect((await viewer.get(`/v1/blocks/${randomUUID()}/chart?${span}`)).status).toBe(404);
  });
});

describe('trends', () => {
  it('are the averages of closed hours and of the packets since', async () => {
    const [entity, other] = [randomUUID(), randomUUID()];
    const now = clock.now().getTime();
    await send(entity, [now - 5 * hour, 2], [now - 5 * hour + second, 4], [now - minute, 9], [now, 'error']);
    await work();
    const answer = await server.as('Viewer').get(`/v1/packets/trends?entityIds=${entity.toUpperCase()},${other}`);
    const { trends } = answer.body as PacketTrends;
    expect(trends.map(({ entityId, points }) => [entityId, points.map(([, value]) => value)])).toEqual([
      [entity, [3, 9]],
    ]);
    expect((await server.as('Viewer').get('/v1/packets/trends?entityIds=x')).status).toBe(400);
    const many = Array.from({ length: 101 }, () => randomUUID()).join(',');
    expect((await server.as('Viewer').get(`/v1/packets/trends?entityIds=${many}`)).status).toBe(400);
  });
});

describe('the history of an entity', () => {
  const countOf = async (entityId: string): Promise<number> => {
    const answer = await server.as('Viewer').get(`/v1/blocks/${entityId}/history?pageNumber=0&rowCount=1`);
    expect(answer.status).toBe(200);
    return (answer.body as BlockHistory).totalCount;
  };

  it('counts the packets of hours that are open, rolled up and stale', async () => {
    const entity = randomUUID();
    const now = clock.now().getTime();
    await send(
      entity,
      [now - 5 * hour, 1],
      [now - 5 * hour + second, 2],
      [now - 2 * hour, 3],
      [now, 4],
      [now + minute, 5],
    );
    expect(await countOf(entity)).toBe(5);
    await work();
    expect(await hoursOf(entity)).toHaveLength(2);
    expect(await countOf(entity)).toBe(5);
    await send(entity, [now - 5 * hour + minute, 6], [now - 30 * hour, 7]);
    expect(await countOf(entity)).toBe(7);
    await work();
    expect(await countOf(entity)).toBe(7);
    // For hours that are rolled up, the stored counts are read, not the packets.
    await server.database.asOwner(
      'update cfs.packet_hours set packet_count = packet_count + 100 where entity_id = $1 and hour < $2',
      [entity, new Date(now - 24 * hour)],
    );
    expect(await countOf(entity)).toBe(107);
  });

  it('does not count packets of dropped days, although their hours are kept', async () => {
    const [entity, silent] = [randomUUID(), randomUUID()];
    const now = clock.now().getTime();
    await send(entity, [now - 20 * 24 * hour, 1], [now, 2]);
    await send(silent, [now - 20 * 24 * hour, 1]);
    await work();
    clock.advance(15 * 24 * hour);
    const { gate } = server.services;
    await maintainPacketPartitions(gate, clock, retentionDays);
    expect(await dropPacketPartitions(gate, clock, retentionDays, new AbortController().signal)).toBe(true);
    expect(await hoursOf(entity)).toHaveLength(1);
    expect([await countOf(entity), await countOf(silent)]).toEqual([1, 0]);
  });
});
