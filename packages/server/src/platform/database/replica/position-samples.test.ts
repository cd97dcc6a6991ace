import { describe, expect, it } from 'vitest';
import { createPositionSamples } from './position-samples.ts';
import { walPositionOf } from './wal-position.ts';

describe('positions of the write-ahead log', () => {
  it('are compared as numbers', () => {
    expect(walPositionOf('0/0')).toBe(0n);
    expect(walPositionOf('0/FFFFFFFF') < walPositionOf('1/0')).toBe(true);
    expect(walPositionOf('9/1') < walPositionOf('10/0')).toBe(true);
  });

  it('are found by age', () => {
    let now = 0;
    const samples = createPositionSamples(30_000, () => now);
    expect(samples.latestBefore(25_000)).toBe(0n);
    for (; now <= 60_000; now += 5_000) samples.add(BigInt(now));
    now = 60_000;
    expect(samples.latestBefore(25_000)).toBe(35_000n);
    expect(samples.latestBefore(24_999)).toBe(35_000n);
    expect(samples.latestBefore(0)).toBe(60_000n);
  });

  it('are at least the first sample of the process', () => {
    let now = 0;
    const samples = createPositionSamples(30_000, () => now);
    samples.add(7n);
    now = 1_000;
    samples.add(8n);
    expect(samples.latestBefore(25_000)).toBe(7n);
  });

  it('are sampled at most once a second', () => {
    let now = 0;
    const samples = createPositionSamples(30_000, () => now);
    samples.add(1n);
    now = 999;
    samples.add(2n);
    expect(samples.latestBefore(0)).toBe(1n);
    now = 1_000;
    samples.add(3n);
    expect(samples.latestBefore(0)).toBe(3n);
  });
});
