import { describe, expect, it } from 'vitest';
import { createCommitSize } from './commit-size.ts';

describe('createCommitSize', () => {
  it('takes all that waits while commits are short', () => {
    const size = createCommitSize();
    size.learn(5_000, 90);
    size.learn(1, 20);
    expect(size.packets).toBe(5_000);
  });

  it('takes less after a commit that took long, and more again after short ones', () => {
    const size = createCommitSize();
    size.learn(1_000, 500);
    expect(size.packets).toBe(100);
    size.learn(100, 60);
    expect(size.packets).toBe(100);
    size.learn(100, 40);
    expect(size.packets).toBe(200);
    for (let commit = 0; commit < 10; commit += 1) size.learn(200, 10);
    expect(size.packets).toBe(5_000);
  });

  it('keeps to a least number', () => {
    const size = createCommitSize();
    for (let commit = 0; commit < 10; commit += 1) size.learn(50, 5_000);
    expect(size.packets).toBe(50);
  });
});
