import pg from 'pg';
import { expect, test } from 'vitest';
import { settleAll } from './settle-all.ts';

test('the results come in the order given', async () => {
  const late = Promise.withResolvers<string>();
  const both = settleAll([late.promise, Promise.resolve(2)]);
  late.resolve('one');
  expect(await both).toEqual(['one', 2]);
});

test('a failure waits for the rest, and the first one given is thrown', async () => {
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let isSettled = false;
  const both = settleAll([first.promise, second.promise]).finally(() => (isSettled = true));
  second.reject(new Error('second'));
  await second.promise.catch(() => undefined);
  expect(isSettled).toBe(false);
  first.reject(new Error('first'));
  await expect(both).rejects.toThrow('first');
});

test('an error of the database is preferred to those that follow from it in the transaction', async () => {
  const errorOf = (code: string) => Object.assign(new pg.DatabaseError(code, 0, 'error'), { code });
  const failed = settleAll([Promise.reject(errorOf('25P02')), Promise.reject(errorOf('23505'))]);
  await expect(failed).rejects.toMatchObject({ code: '23505' });
  await expect(settleAll([Promise.reject(errorOf('25P02'))])).rejects.toMatchObject({ code: '25P02' });
});
