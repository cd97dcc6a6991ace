import { expect, test } from 'vitest';
import { createCollector, giveMemoryBack, isWorthwhile } from './give-memory-back.ts';

const mebibyte = 1024 * 1024;

test('memory is given back when there is much of it and the process is calm', () => {
  const calm = { residentBytes: 300 * mebibyte, residentAfterLast: 170 * mebibyte, busyShare: 0.1 };
  expect(isWorthwhile(calm)).toBe(true);
  expect(isWorthwhile({ ...calm, busyShare: 0.9 })).toBe(false);
  expect(isWorthwhile({ ...calm, residentBytes: 190 * mebibyte })).toBe(false);
  expect(isWorthwhile({ ...calm, residentBytes: 194 * mebibyte })).toBe(false);
  expect(isWorthwhile({ ...calm, residentBytes: 195 * mebibyte })).toBe(true);
});

/** Fills some hundred megabytes of the heap, of which nothing is kept; answers how much the process grew. */
const burst = (): number => {
  const before = process.memoryUsage.rss();
  const texts = Array.from({ length: 4_000 }, () => Buffer.alloc(65_000, 'x').toString('latin1'));
  const grown = process.memoryUsage.rss() - before;
  return texts.length > 0 ? grown : 0;
};

test('the pages of a burst go back to the system', async () => {
  const collect = createCollector();
  // Free pages that earlier tests of this process left would take the burst without any growth.
  collect();
  const before = process.memoryUsage.rss();
  expect(burst()).toBeGreaterThan(200 * mebibyte);
  const grown = (): number => {
    collect();
    return process.memoryUsage.rss() - before;
  };
  await expect.poll(grown).toBeLessThan(100 * mebibyte);
});

test('the watch over memory does not keep the process alive', () => {
  const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
  const before = timers();
  const watch = giveMemoryBack();
  expect(timers()).toBe(before);
  watch.stop();
});
