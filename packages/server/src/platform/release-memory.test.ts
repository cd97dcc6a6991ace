import { expect, test } from 'vitest';
import { collectionFor, createCollector, releaseMemory } from './release-memory.ts';

const mebibyte = 1024 * 1024;

const burstOver = {
  residentBytes: 300 * mebibyte,
  residentAfterLast: 170 * mebibyte,
  residentAfterLastResort: 170 * mebibyte,
};

test.for([
  { title: 'idle', busyShare: 0.05, flavor: 'last-resort' as const },
  { title: 'calm', busyShare: 0.2, flavor: 'regular' as const },
  { title: 'busy', busyShare: 0.9, flavor: undefined },
  { title: 'idle, little to release', busyShare: 0.05, residentBytes: 194 * mebibyte, flavor: undefined },
  {
    title: 'idle, enough to release',
    busyShare: 0.05,
    residentBytes: 195 * mebibyte,
    flavor: 'last-resort' as const,
  },
  { title: 'calm, little to release', busyShare: 0.2, residentBytes: 234 * mebibyte, flavor: undefined },
  { title: 'calm, enough to release', busyShare: 0.2, residentBytes: 235 * mebibyte, flavor: 'regular' as const },
  {
    title: 'idle after a regular collection',
    busyShare: 0.05,
    residentAfterLast: 290 * mebibyte,
    flavor: 'last-resort' as const,
  },
  { title: 'calm after a regular collection', busyShare: 0.2, residentAfterLast: 290 * mebibyte, flavor: undefined },
  { title: 'calm with much memory', busyShare: 0.2, residentBytes: 385 * mebibyte, flavor: 'last-resort' as const },
  { title: 'busy with much memory', busyShare: 0.9, residentBytes: 385 * mebibyte, flavor: 'last-resort' as const },
  {
    title: 'unknown load with much memory',
    busyShare: undefined,
    residentBytes: 385 * mebibyte,
    flavor: 'last-resort' as const,
  },
  { title: 'unknown load', busyShare: undefined, flavor: undefined },
  { title: 'busy with slightly less memory', busyShare: 0.9, residentBytes: 384 * mebibyte, flavor: undefined },
  {
    title: 'busy with much memory, little to release',
    busyShare: 0.9,
    residentBytes: 395 * mebibyte,
    residentAfterLastResort: 371 * mebibyte,
    flavor: undefined,
  },
  {
    title: 'calm with much memory in use',
    busyShare: 0.2,
    residentBytes: 400 * mebibyte,
    residentAfterLast: 390 * mebibyte,
    residentAfterLastResort: 390 * mebibyte,
    flavor: undefined,
  },
])('collects garbage as far as the load allows: $title', ({ flavor, ...pressure }) => {
  expect(collectionFor({ ...burstOver, ...pressure })).toBe(flavor);
});

/** Fills some hundred megabytes of the heap temporarily; returns by how many bytes the process has grown. */
const burst = (): number => {
  const before = process.memoryUsage.rss();
  const texts = Array.from({ length: 4_000 }, () => Buffer.alloc(65_000, 'x').toString('latin1'));
  const grown = process.memoryUsage.rss() - before;
  return texts.length > 0 ? grown : 0;
};

test('the pages of a burst are returned to the operating system', async () => {
  const collect = createCollector();
  // Free pages left by earlier tests of this process would absorb the burst without any growth.
  collect('last-resort');
  const before = process.memoryUsage.rss();
  expect(burst()).toBeGreaterThan(200 * mebibyte);
  const grown = (): number => {
    collect('last-resort');
    return process.memoryUsage.rss() - before;
  };
  await expect.poll(grown).toBeLessThan(100 * mebibyte);
});

test('the timer does not keep the process alive', () => {
  const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
  const before = timers();
  const watch = releaseMemory();
  expect(timers()).toBe(before);
  watch.stop();
});
