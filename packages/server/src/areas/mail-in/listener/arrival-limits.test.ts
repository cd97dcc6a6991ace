import { expect, it } from 'vitest';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { createArrivalLimits } from './arrival-limits.ts';

it('counts in windows of one minute, and starts a new one if the clock is set back', () => {
  const clock = new ManualClock();
  const limits = createArrivalLimits({ sender: 1, tenant: 1, relay: 1 }, clock);
  const take = () => limits.take('relay', '192.0.2.1');
  expect([take(), take()]).toEqual([true, false]);
  clock.advance(59_999);
  expect(take()).toBe(false);
  clock.advance(1);
  expect([take(), take()]).toEqual([true, false]);
  clock.advance(-3_600_000);
  expect([take(), take()]).toEqual([true, false]);
});
