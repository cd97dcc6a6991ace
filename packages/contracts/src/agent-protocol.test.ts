import { expect, test } from 'vitest';
import { renewalMilliseconds } from './agent-protocol.ts';

test('renewals of agents that sign in at the same time are spread out within the lifetime of their tokens', () => {
  const waits = Array.from({ length: 1_000 }, () => renewalMilliseconds(600));
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(300_000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(480_000);
  const perTenSeconds = Map.groupBy(waits, (wait) => Math.floor(wait / 10_000));
  expect(Math.max(...[...perTenSeconds.values()].map((each) => each.length))).toBeLessThan(150);
});
