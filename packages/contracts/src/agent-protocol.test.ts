import { expect, test } from 'vitest';
import { renewalMilliseconds } from './agent-protocol.ts';

test('agents that sign in together renew their tokens apart, while the token holds', () => {
  const waits = Array.from({ length: 1_000 }, () => renewalMilliseconds(600));
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(300_000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(480_000);
  const perTenSeconds = Map.groupBy(waits, (wait) => Math.floor(wait / 10_000));
  expect(Math.max(...[...perTenSeconds.values()].map((each) => each.length))).toBeLessThan(150);
});
