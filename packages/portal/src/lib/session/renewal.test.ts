import { User } from 'oidc-client-ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isDue, secondsUntilDue } from './renewal.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const now = Date.parse('2026-11-28T08:00:00Z') / 1_000;

const userOf = (seconds: number): User => {
  const profile = { sub: 'ada', iss: 'https://login.example.com', aud: 'portal', iat: now, exp: now + 600 };
  return new User({ access_token: 'token', token_type: 'Bearer', profile, expires_at: now + seconds });
};

test.each([
  [3_600, 3_540],
  [120, 60],
  [60, 30],
  [10, 5],
])('a token with a lifetime of %i s is due for renewal after %i s', (seconds, due) => {
  const user = userOf(seconds);
  vi.setSystemTime(now * 1_000);
  expect(secondsUntilDue(user)).toBe(due);
  vi.setSystemTime((now + due - 1) * 1_000);
  expect(isDue(user)).toBe(false);
  vi.setSystemTime((now + due) * 1_000);
  expect(isDue(user)).toBe(true);
});
