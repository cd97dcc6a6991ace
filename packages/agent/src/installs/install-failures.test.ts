import { expect, it } from 'vitest';
import { createInstallFailures } from './install-failures.ts';

it('returns the retry time of the earliest failure', () => {
  const failures = createInstallFailures();
  expect(failures.nextRetry()).toBe(Number.POSITIVE_INFINITY);
  failures.note('one', { key: 'a', retryAt: 20 });
  failures.note('other', { key: 'b', retryAt: 10 });
  expect(failures.nextRetry()).toBe(10);
  expect(failures.isWaiting('one', 'a', 19)).toBe(true);
  expect(failures.isWaiting('one', 'a', 20)).toBe(false);
  expect(failures.isWaiting('one', 'b', 19)).toBe(false);
  failures.clear('other');
  expect(failures.nextRetry()).toBe(20);
});

it('clears packages that are no longer to be installed', () => {
  const failures = createInstallFailures();
  failures.note('wanted', { key: 'a', retryAt: 20 });
  failures.note('unwanted', { key: 'b', retryAt: 10 });
  failures.keepOnly(['wanted']);
  expect(failures.nextRetry()).toBe(20);
  failures.keepOnly([]);
  expect(failures.nextRetry()).toBe(Number.POSITIVE_INFINITY);
});
