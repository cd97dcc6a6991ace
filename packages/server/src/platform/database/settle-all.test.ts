import { expect, test } from 'vitest';
import { settleAll } from './settle-all.ts';

test('the results are in the given order', async () => {
  const late = Promise.withResolvers<string>();
  const both = settleAll([late.promise, Promise.resolve(2)]);
  late.resolve('one');
  expect(await both).toEqual(['one', 2]);
});

test('a failure waits for the others, and the first one in the given order is thrown', async () => {
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let isSettled = false;
  const both = settleAll([first.promise, second.promise]).finally(() => (isSettled = true));
  second.reject(new Error('second'));
  await second.promise.catch(() => undefined);
  expect(isSettled).toBe(false);
  first.reject(new Error('first'));
  await expect(both).rejects.toThrow('first');
});
