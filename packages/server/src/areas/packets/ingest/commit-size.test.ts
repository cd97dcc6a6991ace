import { describe, expect, it } from 'vitest';
import { createCommitSize } from './commit-size.ts';

describe('createCommitSize', () => {
  it('grows to the maximum while commits are short', () => {
    const size = createCommitSize();
    expect(size.packets).toBe(500);
    for (let commit = 0; commit < 4; commit += 1) size.learn(500, 20);
    expect(size.packets).toBe(5_000);
    size.learn(5_000, 40);
    expect(size.packets).toBe(5_000);
  });

  it('shrinks after a long commit, and grows again after short ones', () => {
    const size = createCommitSize();
    size.learn(500, 100);
    expect(size.packets).toBe(100);
    size.learn(100, 30);
    expect(size.packets).toBe(100);
    size.learn(100, 20);
    expect(size.packets).toBe(200);
    for (let commit = 0; commit < 10; commit += 1) size.learn(200, 10);
    expect(size.packets).toBe(5_000);
  });

  it('grows only while commits take no longer than the target', () => {
    const size = createCommitSize({ minPackets: 1, targetMilliseconds: 500 });
    expect(size.packets).toBe(10);
    size.learn(10, 5_000);
    expect(size.packets).toBe(1);
    size.learn(1, 450);
    expect(size.packets).toBe(2);
    size.learn(2, 900);
    expect(size.packets).toBe(2);
    size.learn(2, 450);
    expect(size.packets).toBe(4);
  });

  it.each([
    [undefined, 50],
    [{ minPackets: 1 }, 1],
  ])('never falls below the minimum: %j', (options, expected) => {
    const size = createCommitSize(options);
    for (let commit = 0; commit < 10; commit += 1) size.learn(50, 5_000);
    expect(size.packets).toBe(expected);
  });
});
