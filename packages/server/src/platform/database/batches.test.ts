import { expect, it } from 'vitest';
import { createBatches } from './batches.ts';

interface Item {
  readonly name: string;
  readonly group?: string;
  readonly keys?: readonly string[];
}

const setUp = (settings: { limit?: number; concurrency?: number } = {}) => {
  const runs: string[] = [];
  const ends: (() => void)[] = [];
  const take = createBatches<Item>({
    groupOf: ({ group }) => group ?? '',
    keysOf: ({ keys }) => keys ?? [],
    limit: settings.limit ?? 10,
    concurrency: settings.concurrency ?? 1,
    isCommon: (error) => error instanceof RangeError,
    run: async (items) => {
      const names = items.map(({ name }) => name);
      runs.push(names.join(' '));
      await new Promise<void>((resolve) => ends.push(resolve));
      if (names.includes('lost')) throw new RangeError('lost');
      if (names.includes('bad')) throw new TypeError('bad');
    },
  });
  /** Ends all runs, including those that begin in the meantime. */
  const endAll = async (): Promise<void> => {
    for (let rounds = 0; rounds < 20; rounds += 1) {
      ends.shift()?.();
      await Promise.resolve();
      await new Promise(setImmediate);
    }
  };
  return { runs, take, endAll };
};

it('runs a single item immediately, and those that arrive during its run together', async () => {
  const { runs, take, endAll } = setUp();
  const taken = Promise.all(['a', 'b', 'c'].map((name) => take({ name })));
  expect(runs).toEqual(['a']);
  await endAll();
  await taken;
  expect(runs).toEqual(['a', 'b c']);
});

it('limits the number of items in a batch', async () => {
  const { runs, take, endAll } = setUp({ limit: 2 });
  const taken = Promise.all(['a', 'b', 'c', 'd'].map((name) => take({ name })));
  await endAll();
  await taken;
  expect(runs).toEqual(['a', 'b c', 'd']);
});

it('lets groups take turns, each with one batch at a time', async () => {
  const { runs, take, endAll } = setUp({ limit: 1, concurrency: 2 });
  const items = [1, 2, 3].map((number) => ({ name: `flood${number}`, group: 'flood' }));
  const taken = Promise.all([...items, { name: 'other', group: 'other' }].map(take));
  expect(runs).toEqual(['flood1', 'other']);
  await endAll();
  await taken;
  expect(runs).toEqual(['flood1', 'other', 'flood2', 'flood3']);
});

it('never runs items with a common key together or out of order', async () => {
  const { runs, take, endAll } = setUp();
  const [x, y] = [['x'], ['y']];
  const items: Item[] = [
    { name: 'first' },
    { name: 'a', keys: x },
    { name: 'b', keys: ['x', 'y'] },
    { name: 'c', keys: y },
    { name: 'd' },
  ];
  const taken = Promise.all(items.map(take));
  await endAll();
  await taken;
  expect(runs).toEqual(['first', 'a d', 'b', 'c']);
});

it('runs the items of a failed batch one by one, so that only the faulty one fails', async () => {
  const { runs, take, endAll } = setUp();
  const taken = Promise.allSettled(['first', 'a', 'bad', 'b'].map((name) => take({ name })));
  await endAll();
  expect((await taken).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(runs).toEqual(['first', 'a bad b', 'a', 'bad', 'b']);
});

it('fails all items of a batch with an error that concerns the whole batch', async () => {
  const { runs, take, endAll } = setUp();
  const taken = Promise.allSettled(['first', 'a', 'lost'].map((name) => take({ name })));
  await endAll();
  expect((await taken).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(runs).toEqual(['first', 'a lost']);
});
