import { expect, test } from 'vitest';
import { ManualClock } from '../../testing/manual-clock.ts';
import { createSignInThrottle } from './sign-in-throttle.ts';

const minute = 60_000;

test('an attempt is allowed again when the oldest failure is fifteen minutes ago', () => {
  const clock = new ManualClock();
  const throttle = createSignInThrottle(clock, { signInFailuresPerUser: 3, signInFailuresPerAddress: 100 });
  const from = (address: string) => ({ userName: 'admin', address });
  for (const address of ['a', 'b', 'c']) {
    throttle.failed(from(address));
    clock.advance(minute);
  }
  expect(throttle.secondsToWait(from('d'))).toBe(12 * 60);
  expect(throttle.secondsToWait({ userName: 'viewer', address: 'a' })).toBe(0);
  clock.advance(12 * minute);
  expect(throttle.secondsToWait(from('d'))).toBe(0);
  throttle.failed(from('d'));
  expect(throttle.secondsToWait(from('d'))).toBe(60);
});

test('a successful sign-in does not reset the failures of the user or the address', () => {
  const throttle = createSignInThrottle(new ManualClock(), { signInFailuresPerUser: 3, signInFailuresPerAddress: 3 });
  const attempt = { userName: 'admin', address: 'a' };
  for (let failure = 0; failure < 3; failure += 1) {
    throttle.failed(attempt);
    throttle.succeeded(attempt);
  }
  expect(throttle.secondsToWait(attempt)).toBe(15 * 60);
});
