import { expect, test, vi } from 'vitest';
import { createCollector } from './give-memory-back.ts';
import { growthAfter, limitHeapGrowth, youngGrowthFor } from './heap-growth.ts';

test.for([
  { millisecondsSinceLast: 0, mebibytes: 64, percent: 100 },
  { millisecondsSinceLast: 9_999, mebibytes: 116, percent: 55 },
  { millisecondsSinceLast: 9_999, mebibytes: 130, percent: 28 },
  { millisecondsSinceLast: 9_999, mebibytes: 150, percent: 11 },
  { millisecondsSinceLast: 9_999, mebibytes: 640, percent: 3 },
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

test.for([
  { usedMebibytes: 140, youngMebibytes: 48, growth: 2 },
  { usedMebibytes: 141, youngMebibytes: 48, growth: 1 },
  { usedMebibytes: 141, youngMebibytes: 8, growth: 1 },
  { usedMebibytes: 141, youngMebibytes: 7, growth: 2 },
])(
  'a young generation of $youngMebibytes MiB beside $usedMebibytes MiB in use grows by a factor of $growth',
  ({ usedMebibytes, youngMebibytes, growth }) => {
    expect(youngGrowthFor(usedMebibytes * 1024 * 1024, youngMebibytes * 1024 * 1024)).toBe(growth);
  },
);

test('major collections set the growth, until the watch stops', async () => {
  const collect = createCollector();
  const setFlags = vi.fn<(flags: string) => void>();
  const watch = limitHeapGrowth(setFlags);
  collect('regular');
  const growth = expect.stringMatching(/^--heap-growing-percent=\d+$/) as string;
  await expect.poll(() => setFlags.mock.calls.flat()).toContainEqual(growth);
  watch.stop();
});
