import { randomUUID } from 'node:crypto';
import { packetLimits } from '@cfs/contracts/packets';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { systemContext } from '../../../platform/context.ts';
import type { Gate, ScopedDatabase } from '../../../platform/database/gate.ts';
import { createRandom } from '../testing/create-random.ts';
import type { EvaluationTurns } from '../evaluation/evaluation-turns.ts';
import type { SampleColumns } from './sample-columns.ts';
import { createWindowCache, type PastWindow, type WindowCache, type WindowQuery } from './window-cache.ts';

const clock = new ManualClock();
const context = systemContext({ name: 'test', clock, tenantId: 'all' });
const second = 1_000;
const minute = 60 * second;
const day = 24 * 60 * minute;
const mebibyte = 1024 * 1024;
const load = { group: 'Metrics', name: 'Load' } as const;
const value = { group: 'Value' } as const;
let database: TestDatabase;
let gate: Gate;
let cache: WindowCache;
let now: number;

beforeAll(async () => {
  database = await createTestDatabase();
  gate = database.createGate({ clock });
  await database.asOwner('select gate.maintain_packet_partitions($1, 2, $2)', [
    clock.now(),
    packetLimits.retentionDays,
  ]);
});
afterAll(() => database.drop());
beforeEach(() => {
  cache = createWindowCache(clock, { minUnits: 0 });
  now = clock.now().getTime();
});

interface Entity {
  readonly tenantId: string;
  readonly entityId: string;
  readonly series: number;
}

const addEntity = async (tenantId: string = randomUUID()): Promise<Entity> => {
  const entityId = randomUUID();
  const [row] = await database.asOwner<{ series: number }>(
    `insert into cfs.packets_latest (tenant_id, entity_id, "timestamp", received_at)
     values ($1, $2, $3, $3) returning series`,
    [tenantId, entityId, new Date(now)],
  );
  return { tenantId, entityId, series: row?.series ?? 0 };
};

/** Adds a packet at each of the times, `bytes` longer than its load. */
const addPackets = async ({ tenantId, series }: Entity, times: readonly number[], bytes = 0): Promise<void> => {
  await database.asOwner(
    `insert into cfs.packet_history (tenant_id, series, delay, "timestamp", message)
     select $1, $2, 0, to_timestamp(time / 1000.0)::timestamptz(3),
       json_build_object('Metrics', json_build_object('Load', mod(time::bigint, 1000)), 'States', repeat('x', $4))
     from unnest($3::float8[]) time`,
    [tenantId, series, times, bytes],
  );
};

const addWithin = (db: ScopedDatabase, { tenantId, series }: Entity, time: number) =>
  db
    .insertInto('packet_history')
    .values({ tenant_id: tenantId, series, delay: 0, timestamp: new Date(time), number: 1 })
    .execute();

const queryOf = ({ tenantId, entityId }: Entity, at: number, more: Partial<WindowQuery> = {}): WindowQuery => ({
  tenantId,
  entityId,
  evaluated: new Set([at]),
  firstAdded: at,
  span: 7 * day,
  ahead: 0,
  fields: [load],
  ...more,
});

const noTurns: EvaluationTurns = {
  enter: () => undefined,
  isDue: () => false,
  take: () => Promise.reject(new Error('No turn is due.')),
  end: () => undefined,
};

interface ReducedWindow extends PastWindow {
  readonly samples: SampleColumns;
}

const readWithin = async (db: ScopedDatabase, query: WindowQuery, by = cache): Promise<ReducedWindow> => {
  const [window] = await by.read(db, [query], noTurns);
  if (!window || !('columns' in window.samples)) throw new Error('No window was reduced.');
  return window as ReducedWindow;
};

const read = (query: WindowQuery, by = cache): Promise<ReducedWindow> =>
  gate.ingest(context, (db) => readWithin(db, query, by));

const contentOf = ({ samples: { times, bytes, columns } }: ReducedWindow) => ({ times, bytes, columns });
const loadsOf = (window: PastWindow) => window.samples.samples(load, 0, now + day).map(({ value: each }) => each);
const fresh = () => createWindowCache(clock);

/** Expects the cached window to equal the result of an uncached read. */
const expectSame = async (query: WindowQuery): Promise<ReducedWindow> => {
  const window = await read(query);
  expect(contentOf(window)).toEqual(contentOf(await read(query, fresh())));
  return window;
};

describe('a window', () => {
  it('contains the packets of the span before the evaluated ones', async () => {
    const entity = await addEntity();
    await addPackets(entity, [now - 7 * day, now - day, now - 3, now - 2, now - 1, now]);
    const window = await read(
      queryOf(entity, now, { evaluated: new Set([now - 2, now]), firstAdded: now - 2, span: day }),
    );
    expect(window.samples.times).toEqual([now - day, now - 3, now - 1]);
    expect(loadsOf(window)).toEqual(window.samples.times.map((time) => time % 1_000));
  });

  it('is counted instead of read on the next use', async () => {
    const entity = await addEntity();
    await addPackets(
      entity,
      Array.from({ length: 1_000 }, (_, place) => now - place * minute),
    );
    expect((await read(queryOf(entity, now))).units).toBeGreaterThan(1_000);
    await addPackets(entity, [now + second, now + 2 * second]);
    const window = await expectSame(queryOf(entity, now + 3 * second));
    expect(window.samples.times).toHaveLength(1_002);
    expect(window.units).toBeLessThan(60);
  });

  it.each([
    [190, 0, 197],
    [200, 0, 10],
    [2, 100_000, 198],
    [2, 102_000, 1],
  ])('is cached if reading takes longer than counting: %i packets, %i bytes', async (packets, bytes, units) => {
    const entity = await addEntity();
    await addPackets(
      entity,
      Array.from({ length: packets }, (_, place) => now - place * minute),
      bytes,
    );
    cache = createWindowCache(clock);
    await read(queryOf(entity, now + second));
    expect(Math.floor((await read(queryOf(entity, now + second))).units)).toBeCloseTo(units, -1);
  });

  it('includes packets that another node has stored in the cached part', async () => {
    const entity = await addEntity();
    await addPackets(entity, [now - 3 * minute, now - minute]);
    await read(queryOf(entity, now));
    await addPackets(entity, [now - 2 * minute]);
    const { samples } = await expectSame(queryOf(entity, now + second));
    expect(samples.times).toEqual([now - 3 * minute, now - 2 * minute, now - minute]);
  });

  it('excludes removed packets, even if as many were added', async () => {
    const entity = await addEntity();
    await addPackets(entity, [now - 3 * minute, now - 2 * minute]);
    await read(queryOf(entity, now));
    await database.asOwner('delete from cfs.packet_history where series = $1 and "timestamp" < $2', [
      entity.series,
      new Date(now - 2 * minute),
    ]);
    await addPackets(entity, [now - minute]);
    const { samples } = await expectSame(queryOf(entity, now + second));
    expect(samples.times).toEqual([now - 2 * minute, now - minute]);
  });

  it('excludes packets of a transaction that was rolled back', async () => {
    const entity = await addEntity();
    await addPackets(entity, [now - minute]);
    const query = queryOf(entity, now, { firstAdded: now - second });
    await expect(
      gate.ingest(context, async (db) => {
        await addWithin(db, entity, now - second);
        await addWithin(db, entity, now);
        const { samples } = await readWithin(db, query);
        expect(samples.times).toEqual([now - minute, now - second]);
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    // The same number of packets as were read, but different ones.
    await addPackets(entity, [now - 2 * second]);
    const { samples } = await expectSame(queryOf(entity, now + second));
    expect(samples.times).toEqual([now - minute, now - 2 * second]);
  });

  it('includes packets before the cached part when a packet arrives out of order', async () => {
    const entity = await addEntity();
    const times = [now - 65 * second, now - 30 * second];
    await addPackets(entity, times);
    await read(queryOf(entity, now, { firstAdded: now - 10 * second, span: minute }));
    const { samples } = await expectSame(queryOf(entity, now - 8 * second, { span: minute }));
    expect(samples.times).toEqual(times);
  });

  it.each([
    ['20,000 packets', 20_003, 0, 20_000, 1_100],
    ['16 MiB', 20, mebibyte, 15, 3_000],
  ])('keeps the newest %s, however often it is read', async (_, packets, bytes, max, maxUnits) => {
    const entity = await addEntity();
    await addPackets(
      entity,
      Array.from({ length: packets }, (__, place) => now - place * second),
      bytes,
    );
    await read(queryOf(entity, now + 1));
    for (const at of [now + second, now + 2 * second]) {
      await addPackets(entity, [at], bytes);
      const { samples, units } = await expectSame(queryOf(entity, at));
      expect([max - 1, max]).toContain(samples.times.length);
      expect(units).toBeLessThan(maxUnits);
    }
  });

  it('is read again for spooled packets before the cached part', async () => {
    const entity = await addEntity();
    await addPackets(entity, [now - 3 * day, now - minute]);
    await read(queryOf(entity, now));
    const { samples } = await expectSame(queryOf(entity, now - 2 * day));
    expect(samples.times).toEqual([now - 3 * day]);
    await expectSame(queryOf(entity, now));
  });

  it('equals an uncached read after any sequence of changes', async () => {
    const random = createRandom(1);
    const entities = [await addEntity(), await addEntity()];
    const used = new Set<number>();
    const moment = (): number => {
      const time = now - random(20) * second + random(5) * minute;
      if (used.has(time)) return moment();
      used.add(time);
      return time;
    };
    for (let step = 0; step < 150; step += 1) {
      const entity = entities[random(2)] as Entity;
      now += second;
      if (random(3) === 0) await addPackets(entity, [moment()]);
      if (random(20) === 0)
        await database.asOwner('delete from cfs.packet_history where series = $1 and "timestamp" < $2', [
          entity.series,
          new Date(now - minute),
        ]);
      const late = random(5) === 0 ? [moment()] : [];
      const times = Array.from({ length: 1 + random(2) }, moment);
      const query = queryOf(entity, now, {
        evaluated: new Set(times),
        firstAdded: Math.min(...times, ...late),
        span: [minute, 5 * minute][random(2)] ?? minute,
        ahead: random(2) * minute,
        fields: [[load], [load, value]][random(2)] ?? [load],
      });
      const isUndone = random(4) === 0;
      await gate
        .ingest(context, async (db) => {
          for (const time of [...times, ...late]) await addWithin(db, entity, time);
          const cached = await readWithin(db, query);
          expect(contentOf(cached), `step ${step}`).toEqual(contentOf(await readWithin(db, query, fresh())));
          if (isUndone) throw new Error('undone');
        })
        .catch((error: unknown) => {
          if (!isUndone) throw error;
        });
    }
  });
});

describe('a window of many fields', () => {
  /** With 2,000 packets, 100 fields are reduced, and 101 are too many. */
  const fieldsOf = (count: number) => [
    load,
    ...Array.from({ length: count - 1 }, (_, place) => ({ group: 'Metrics', name: `Other ${place}` }) as const),
  ];
  const addMany = async (): Promise<Entity> => {
    const entity = await addEntity();
    await addPackets(
      entity,
      Array.from({ length: 2_000 }, (_, place) => now - place * second),
    );
    return entity;
  };
  const readMany = (query: WindowQuery, turns = noTurns) =>
    gate.ingest(context, (db) => cache.read(db, [query], turns));

  it('is neither reduced nor cached', async () => {
    const entity = await addMany();
    for (const [count, isReduced] of [
      [100, true],
      [101, false],
    ] as const) {
      const query = queryOf(entity, now, { fields: fieldsOf(count) });
      for (const attempt of [1, 2]) {
        const [window] = await readMany(query);
        expect(window && 'columns' in window.samples, `${count} fields`).toBe(isReduced);
        expect((window?.units ?? 0) > 1_000, `${count} fields, attempt ${attempt}`).toBe(attempt === 1 || !isReduced);
        expect(window?.samples.samples(load, now - 5 * second, now + 1).map(({ value: each }) => each)).toEqual(
          [4, 3, 2, 1].map((seconds) => (now - seconds * second) % 1_000),
        );
      }
    }
  });

  it('is reduced in turns that are charged to its tenant', async () => {
    const entity = await addMany();
    const asked: string[] = [];
    let reduced = 0;
    const turns: EvaluationTurns = {
      enter: (tenantId) => void asked.push(tenantId),
      isDue: () => (reduced += 1) % 500 === 0,
      take: async () => void asked.push('turn'),
      end: () => void asked.push('end'),
    };
    const query = queryOf(entity, now, { fields: fieldsOf(100) });
    await readMany(query, turns);
    expect(asked).toEqual([entity.tenantId, 'turn', 'turn', 'turn', 'turn', 'end']);
    const exceeded = { ...turns, isDue: () => true, take: () => Promise.reject(new Error('beyond the budget')) };
    await expect(readMany(queryOf(await addMany(), now), exceeded)).rejects.toThrow('beyond the budget');
  });
});

describe('the memory of windows', () => {
  /** Fields whose values are about 100 KiB. */
  const text = { group: 'States', name: 'Text' } as const;
  const addText = async (tenantId: string): Promise<Entity> => {
    const entity = await addEntity(tenantId);
    await database.asOwner(
      `insert into cfs.packet_history (tenant_id, series, delay, "timestamp", message)
       values ($1, $2, 0, $3, json_build_object('States', json_build_object('Text', repeat('x', 50000))))`,
      [tenantId, entity.series, new Date(now - minute)],
    );
    return entity;
  };
  const readText = async (entity: Entity): Promise<boolean> =>
    (await read(queryOf(entity, now, { fields: [text] }))).units < 1;

  beforeEach(() => {
    cache = createWindowCache(clock, { memoryLimit: 500 * 1024, minUnits: 0 });
  });

  it('is shared by tenants, none of which uses more than half', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    const entities = [await addText(one), await addText(one), await addText(one), await addText(other)];
    for (const entity of entities) expect(await readText(entity)).toBe(false);
    const cached: boolean[] = [];
    for (const entity of entities) cached.push(await readText(entity));
    expect(cached).toEqual([true, true, false, true]);
  });

  it('evicts windows that have not been used for a quarter of an hour', async () => {
    const tenantId = randomUUID();
    const entities = [await addText(tenantId), await addText(tenantId), await addText(tenantId)];
    for (const entity of entities) await readText(entity);
    clock.set(new Date(clock.now().getTime() + 10 * minute));
    expect(await readText(entities[0] as Entity)).toBe(true);
    clock.set(new Date(clock.now().getTime() + 6 * minute));
    const cached: boolean[] = [];
    for (const place of [2, 2, 0, 1]) cached.push(await readText(entities[place] as Entity));
    expect(cached).toEqual([false, true, true, false]);
  });

  it('evicts them also after the clock was set back', async () => {
    const tenantId = randomUUID();
    const entities = [await addText(tenantId), await addText(tenantId), await addText(tenantId)];
    const [one, two, three] = entities as [Entity, Entity, Entity];
    for (const entity of [one, two]) await readText(entity);
    const before = clock.now();
    clock.set(new Date(before.getTime() - 120 * minute));
    await readText(three);
    expect(await readText(three)).toBe(true);
    clock.set(before);
  });

  it('is freed for a tenant that uses less than others', async () => {
    cache = createWindowCache(clock, { memoryLimit: 405 * 1024, minUnits: 0 });
    const [one, other, third] = [randomUUID(), randomUUID(), randomUUID()];
    const first = [await addText(one), await addText(one), await addText(other), await addText(other)];
    for (const entity of first) await readText(entity);
    const late = await addText(third);
    await readText(late);
    for (let round = 0; round < 3; round += 1) {
      const cached: boolean[] = [];
      for (const entity of [...first, late]) cached.push(await readText(entity));
      expect(cached.filter(Boolean)).toHaveLength(4);
      expect(cached.at(-1)).toBe(true);
    }
  });

  it('does not cache parts of messages', async () => {
    const entity = await addEntity();
    await database.asOwner(
      `insert into cfs.packet_history (tenant_id, series, delay, "timestamp", message)
       values ($1, $2, 0, $3, '{"States":{"Deep":{"a":1}}}')`,
      [entity.tenantId, entity.series, new Date(now - minute)],
    );
    const query = queryOf(entity, now, { fields: [{ group: 'States', name: 'Deep' }] });
    for (const attempt of [1, 2]) expect((await read(query)).units, `attempt ${attempt}`).toBeGreaterThan(1);
  });
});
