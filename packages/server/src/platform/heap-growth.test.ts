import { expect, test, vi } from 'vitest';
import { createCollector } from './release-memory.ts';
import { flagsForSize, growthAfter, limitHeapGrowth } from './heap-growth.ts';

const mebibyte = 1024 * 1024;

test.for([
  { millisecondsSinceLast: 0, mebibytes: 64, percent: 100 },
  { millisecondsSinceLast: 9_999, mebibytes: 116, percent: 48 },
  { millisecondsSinceLast: 9_999, mebibytes: 130, percent: 32 },
  { millisecondsSinceLast: 9_999, mebibytes: 150, percent: 16 },
  { millisecondsSinceLast: 9_999, mebibytes: 640, percent: 4 },
  { millisecondsSinceLast: 10_000, mebibytes: 64, percent: 25 },
  { millisecondsSinceLast: 600_000, mebibytes: 160, percent: 10 },
  { millisecondsSinceLast: 600_000, mebibytes: 1, percent: 100 },
  { millisecondsSinceLast: 600_000, mebibytes: 9_000, percent: 1 },
])(
  'a heap of $mebibytes MiB may grow by $percent percent after $millisecondsSinceLast ms between collections',
  ({ millisecondsSinceLast, mebibytes, percent }) => {
    expect(growthAfter({ millisecondsSinceLast, usedBytes: mebibytes * mebibyte })).toBe(percent);
  },
);

test.for([
  { usedMebibytes: 140, flags: ['--no-optimize-for-size', '--semi-space-growth-factor=2'] },
  { usedMebibytes: 141, flags: ['--optimize-for-size', '--semi-space-growth-factor=1'] },
])('$usedMebibytes MiB in use set $flags', ({ usedMebibytes, flags }) => {
  expect(flagsForSize(usedMebibytes * mebibyte)).toEqual(flags);
});

test('sets the flags at each major collection until it is stopped', async () => {
  const collect = createCollector();
  const setFlags = vi.fn<(flags: string) => void>();
  const watch = limitHeapGrowth(setFlags);
  collect('regular');
  const growth = expect.stringMatching(/^--heap-growing-percent=\d+$/) as string;
  await expect.poll(() => setFlags.mock.calls.flat()).toContainEqual(growth);
  const ofSize = setFlags.mock.calls.flat().filter((flag) => !flag.startsWith('--heap-growing-percent='));
  expect(ofSize.slice(0, 2)).toEqual([
    expect.stringMatching(/optimize-for-size$/),
    expect.stringMatching(/^--semi-space-growth-factor=[12]$/),
  ]);
  watch.stop();
});
