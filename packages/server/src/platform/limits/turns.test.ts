import { expect, onTestFinished, test, vi } from 'vitest';
import { DatabaseBusyError } from '../database/database-errors.ts';
import { createTurns } from './turns.ts';

const minute = 60_000;

/** Starts works that end on demand, and records which of them have begun. */
const createWorks = (turns: ReturnType<typeof createTurns>) => {
  const begun: string[] = [];
  const works = new Map<string, PromiseWithResolvers<string>>();
  return {
    begun,
    start: (name: string, work: string, party?: string) => {
      const ended = Promise.withResolvers<string>();
      works.set(work, ended);
      const run = () => {
        begun.push(work);
        return ended.promise;
      };
      return turns(name, run, party);
    },
    end: (work: string) => works.get(work)?.resolve(work),
    fail: (work: string) => works.get(work)?.reject(new Error(work)),
  };
};

test('works run concurrently up to the limit, the others in order of arrival', async () => {
  const { begun, start, end } = createWorks(createTurns(2, minute));
  const results = ['a', 'b', 'c', 'd'].map((work) => start('unit', work));
  expect(begun).toEqual(['a', 'b']);
  end('b');
  await results[1];
  await expect.poll(() => begun).toEqual(['a', 'b', 'c']);
  for (const work of ['a', 'c', 'd']) end(work);
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd']);
});

test('parties are served in turn', async () => {
  const { begun, start, end } = createWorks(createTurns(1, minute));
  const works = ['a1', 'a2', 'a3', 'b1', 'b2'];
  const results = works.map((work) => start('unit', work, work.charAt(0)));
  for (const work of works) end(work);
  await Promise.all(results);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']);
});

test('work of another name does not wait', async () => {
  const { begun, start, end } = createWorks(createTurns(1, minute));
  const results = [start('one', 'a'), start('one', 'b'), start('two', 'c')];
  expect(begun).toEqual(['a', 'c']);
  for (const work of ['a', 'b', 'c']) end(work);
  await Promise.all(results);
});

test('the next work runs after one has failed', async () => {
  const { begun, start, end, fail } = createWorks(createTurns(1, minute));
  const [failing, next] = [start('unit', 'a'), start('unit', 'b')];
  fail('a');
  await expect(failing).rejects.toThrow('a');
  end('b');
  expect(await next).toBe('b');
  expect(begun).toEqual(['a', 'b']);
});

test('work that waits too long is rejected and removed from the queue', async () => {
  const { begun, start, end } = createWorks(createTurns(1, 1));
  const first = start('unit', 'a');
  await expect(start('unit', 'b')).rejects.toThrow(DatabaseBusyError);
  end('a');
  await first;
  const last = start('unit', 'c');
  end('c');
  expect(await last).toBe('c');
  expect(begun).toEqual(['a', 'c']);
});

test('the timer of a wait that has ended does not reject later work', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { begun, start, end } = createWorks(createTurns(1, 100));
  const results = [start('unit', 'a'), start('unit', 'b')];
  await vi.advanceTimersByTimeAsync(50);
  end('a');
  await results[0];
  results.push(start('unit', 'c'));
  await vi.advanceTimersByTimeAsync(75);
  end('b');
  await results[1];
  end('c');
  expect(await results[2]).toBe('c');
  expect(begun).toEqual(['a', 'b', 'c']);
});

test('a failure does not reduce the concurrency', async () => {
  const { begun, start, fail } = createWorks(createTurns(2, minute));
  for (const work of ['a', 'b']) {
    const failing = start('unit', work);
    fail(work);
    await expect(failing).rejects.toThrow(work);
  }
  const results = ['c', 'd', 'e'].map((work) => start('unit', work));
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  results.forEach((result) => result.catch(() => undefined));
});
