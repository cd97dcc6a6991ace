import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AccessGate } from '../database/gate.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { createSharedCounts, type SharedCounts } from './shared-counts.ts';

const minute = 60_000;
const clock = new ManualClock();
let database: TestDatabase;
let gate: AccessGate & { close(): Promise<void> };
let nodes: readonly [SharedCounts, SharedCounts];

beforeAll(async () => {
  database = await createTestDatabase();
  gate = database.createGate({ clock });
});
afterAll(async () => {
  await gate.close();
  await database.drop();
});
beforeEach(() => {
  clock.advance(minute - (clock.now().getTime() % minute));
  nodes = [createSharedCounts({ gate, clock, max: 3 }), createSharedCounts({ gate, clock, max: 3 })];
});

const count = (node: SharedCounts, caller: string, times: number, max = 10): number =>
  Math.max(...Array.from({ length: times }, () => node.count(caller, max).current));

const share = async (): Promise<void> => {
  for (const node of [...nodes, ...nodes]) await node.share();
};
const rows = () =>
  database.asOwner<{ times: number }>('select times from gate.rate_counts where window_start = $1', [clock.now()]);

test('nodes share their counts', async () => {
  expect([count(nodes[0], 'one', 6), count(nodes[1], 'one', 4)]).toEqual([6, 4]);
  await share();
  expect([count(nodes[0], 'one', 1), count(nodes[1], 'one', 1)]).toEqual([11, 11]);
  await share();
  expect([count(nodes[0], 'one', 1), count(nodes[1], 'one', 1)]).toEqual([13, 13]);
  expect(count(nodes[1], 'another', 1)).toBe(1);
});

test('a window ends for all nodes at the same moment', async () => {
  clock.advance(20_000);
  expect(nodes[0].count('one', 10)).toEqual({ current: 1, ttl: 40_000 });
  count(nodes[0], 'one', 4);
  await share();
  clock.advance(39_999);
  expect(nodes[0].count('one', 10)).toEqual({ current: 6, ttl: 1 });
  clock.advance(1);
  expect(nodes[0].count('one', 10)).toEqual({ current: 1, ttl: minute });
  count(nodes[1], 'one', 4);
  await share();
  expect(await rows()).toEqual([{ times: 4 }]);
  expect(await database.asOwner('select from gate.rate_counts where window_start < $1', [clock.now()])).toEqual([]);
});

test('callers far below their limit are not shared, and names are hashed', async () => {
  count(nodes[0], 'few', 2);
  count(nodes[0], 'little', 100, 10_000);
  await share();
  expect(await rows()).toEqual([]);
  count(nodes[0], 'secret', 3);
  count(nodes[0], 'little', 57, 10_000);
  await share();
  const stored = await database.asOwner<{ row: string }>(
    'select c::text as row from gate.rate_counts c where window_start = $1',
    [clock.now()],
  );
  expect(stored).toHaveLength(2);
  expect(JSON.stringify(stored)).not.toMatch(/secret|little/);
});

test('the least recently seen callers are evicted', () => {
  for (const caller of ['one', 'two', 'three', 'one', 'four']) nodes[0].count(caller, 10);
  expect([count(nodes[0], 'one', 1), count(nodes[0], 'two', 1)]).toEqual([3, 1]);
});
