import { expect, test, vi } from 'vitest';
import { createCollector } from './give-memory-back.ts';
import { growthAfter, limitHeapGrowth } from './heap-growth.ts';

test.for([
  { millisecondsSinceLast: 0, mebibytes: 64, percent: 100 },
  { millisecondsSinceLast: 9_999, mebibytes: 100, percent: 64 },
  { millisecondsSinceLast: 9_999, mebibytes: 150, percent: 20 },
  { millisecondsSinceLast: 9_999, mebibytes: 640, percent: 4 },
  { millisecondsSinceLast: 10_000, mebibytes: 64, percent: 25 },
  { millisecondsSinceLast: 600_000, mebibytes: 160, percent: 10 },
  { millisecondsSinceLast: 600_000, mebibytes: 1, percent: 100 },
  { millisecondsSinceLast: 600_000, mebibytes: 9_000, percent: 1 },
])(
  '$mebibytes MiB that were collected after $millisecondsSinceLast ms grow by at most $percent percent',
  ({ millisecondsSinceLast, mebibytes, percent }) => {
    expect(growthAfter({ millisecondsSinceLast, usedBytes: mebibytes * 1024 * 1024 })).toBe(percent);
  },
);

test('major collections set the growth, until the watch stops', async () => {
  const collect = createCollector();
  const setFlags = vi.fn<(flags: string) => void>();
  const watch = limitHeapGrowth(setFlags);
  collect('regular');
  await expect.poll(() => setFlags.mock.calls.length).toBeGreaterThan(0);
  expect(setFlags.mock.lastCall?.[0]).toMatch(/^--heap-growing-percent=\d+$/);
  watch.stop();
});
