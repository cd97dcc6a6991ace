import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { systemContext } from '../../../platform/context.ts';
import type { Gate } from '../../../platform/database/gate.ts';
import {
  entityIdLength,
  historyStatement,
  readHistoryLine,
  type HistoryPacket,
  type HistoryQuery,
} from './history-statement.ts';

const clock = new ManualClock();
const tenantId = randomUUID();
const [meter, sensor, stranger] = [randomUUID(), randomUUID(), randomUUID()].toSorted();
const midnight = Date.parse('2026-03-02T00:00:00.000Z');

let database: TestDatabase;
let gate: Gate;

const store = async (ofTenant: string, entityId: string | undefined, rows: readonly (readonly unknown[])[]) => {
  const [series] = await database.asOwner<{ series: number }>(
    `insert into cfs.packets_latest (tenant_id, entity_id, "timestamp", received_at) values ($1, $2, $3, $3)
     returning series`,
    [ofTenant, entityId, new Date(midnight)],
  );
  for (const [time, delay, number, text, message] of rows)
    await database.asOwner(
      `insert into cfs.packet_history (tenant_id, series, "timestamp", delay, number, text, message)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [ofTenant, series?.series, new Date(time as number), delay, number, text, message],
    );
};

beforeAll(async () => {
  database = await createTestDatabase();
  gate = database.createGate({ clock });
  await database.asOwner('select gate.maintain_packet_partitions($1, 2, 30)', [new Date(midnight)]);
  await store(tenantId, meter, [
    [midnight - 1, 0, 21.5, null, null],
    [midnight, 50, -0.0001, null, '{"Value":-0.0001,"Metrics":{"Load":3}}'],
    [midnight + 1, 10_000_000, null, 'say "no"\n', null],
    [midnight + 2, 3, 999_999_999_999_999, null, null],
    [midnight + 3, 3, null, null, '{"Metrics":{"Load":4}}'],
  ]);
  await store(
    tenantId,
    sensor,
    [5, 6, 7].map((time) => [midnight + time, 7, time, null, null]),
  );
  await store(randomUUID(), stranger, [[midnight, 0, 1, null, null]]);
});
afterAll(() => database.drop());

const read = async (asked: Partial<HistoryQuery>): Promise<Readonly<Record<string, readonly HistoryPacket[]>>> => {
  const query = { from: midnight - 10, to: midnight + 10, entityIds: undefined, maxPacketsOfDay: 1_000 };
  const statement = historyStatement({ tenantId, needsValueAlone: true, ...query, ...asked });
  const context = systemContext({ name: 'test', clock, tenantId });
  const { signal } = new AbortController();
  const text = await gate.readStream(context, 'Packets:view', statement, signal, async (pieces) => {
    let whole = '';
    for await (const piece of pieces) whole += piece;
    return whole;
  });
  const found: Record<string, HistoryPacket[]> = {};
  for (const line of text.split('\n').slice(0, -1))
    (found[line.slice(0, entityIdLength)] ??= []).push(...readHistoryLine(line));
  for (const packets of Object.values(found)) packets.sort((one, other) => one.time - other.time);
  return found;
};

describe('the history of packets', () => {
  it('returns values of any kind by entity, across days', async () => {
    expect(await read({})).toEqual({
      [meter ?? '']: [
        { time: midnight - 1, receivedAt: midnight - 1, json: 21.5 },
        { time: midnight, receivedAt: midnight + 50, json: -0.0001 },
        { time: midnight + 1, receivedAt: midnight + 10_000_001, json: '"say \\"no\\"\\n"' },
        { time: midnight + 2, receivedAt: midnight + 5, json: 999_999_999_999_999 },
        { time: midnight + 3, receivedAt: midnight + 6, json: 'null' },
      ],
      [sensor ?? '']: [5, 6, 7].map((time) => ({ time: midnight + time, receivedAt: midnight + time + 7, json: time })),
    });
  });

  it('returns messages', async () => {
    const found = await read({ needsValueAlone: false, entityIds: [meter ?? ''] });
    expect(Object.keys(found)).toEqual([meter]);
    expect((found[meter ?? ''] ?? []).map(({ json }) => JSON.parse(String(json)) as unknown)).toEqual([
      { Value: 21.5 },
      { Value: -0.0001, Metrics: { Load: 3 } },
      { Value: 'say "no"\n' },
      { Value: 999_999_999_999_999 },
      { Metrics: { Load: 4 } },
    ]);
  });

  it('returns packets after the start, up to and including the end', async () => {
    const { [meter ?? '']: packets = [] } = await read({
      from: midnight - 1,
      to: midnight + 2,
      entityIds: [meter ?? ''],
    });
    expect(packets.map(({ time }) => time - midnight)).toEqual([0, 1, 2]);
  });

  it('returns at most one number of a day more than wanted', async () => {
    const { [sensor ?? '']: packets = [] } = await read({ maxPacketsOfDay: 1 });
    expect(packets).toHaveLength(2);
  });
});
