import { describe, expect, it, test } from 'vitest';
import { batched, batchedByTenant, deduplicated } from './batched-calls.ts';

describe('batched calls', () => {
  const setUp = () => {
    const runs: string[][] = [];
    const call = batched<object, string, string>(async (_target, items) => {
      runs.push([...items]);
      if (items.includes('bad')) throw new Error('refused');
      return items.map((item) => `${item}!`);
    });
    return { runs, call };
  };

  it('of one turn and target run together, and each gets its own result', async () => {
    const { runs, call } = setUp();
    const [here, there] = [{}, {}];
    const results = await Promise.all([call(here, 'a'), call(there, 'b'), call(here, 'c')]);
    expect(results).toEqual(['a!', 'b!', 'c!']);
    expect(runs).toEqual([['a', 'c'], ['b']]);
    await call(here, 'd');
    expect(runs.at(-1)).toEqual(['d']);
  });

  it('are combined again after a shared result', async () => {
    const { runs, call } = setUp();
    const here = {};
    await Promise.all(['a', 'b'].map(async (item) => call(here, await call(here, item))));
    expect(runs).toEqual([
      ['a', 'b'],
      ['a!', 'b!'],
    ]);
  });

  it('fail together', async () => {
    const { call } = setUp();
    const here = {};
    const settled = await Promise.allSettled([call(here, 'good'), call(here, 'bad')]);
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});

describe('batched calls of tenants', () => {
  it('run once for each tenant, and each gets its own result', async () => {
    const runs: string[] = [];
    const call = batchedByTenant<object, { readonly tenantId: string; readonly name: string }, string>(
      async (_target, items, first) => {
        runs.push(`${first.tenantId}: ${items.map(({ name }) => name).join()}`);
        return items.map(({ name }) => `${name} of ${first.tenantId}`);
      },
    );
    const here = {};
    const items = ['one a', 'two b', 'one c'].map((text) => {
      const [tenantId = '', name = ''] = text.split(' ');
      return { tenantId, name };
    });
    expect(await Promise.all(items.map((item) => call(here, item)))).toEqual(['a of one', 'b of two', 'c of one']);
    expect(runs.toSorted()).toEqual(['one: a,c', 'two: b']);
  });
});

test('a run that leaves a call without a result rejects all of them', async () => {
  const call = batched<object, string, string>(async () => ['only']);
  const here = {};
  const settled = await Promise.allSettled([call(here, 'a'), call(here, 'b')]);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

it('runs calls of one turn that have the same key once', async () => {
  const runs: string[] = [];
  const call = deduplicated<object, string, string>(
    (item) => item.toLowerCase(),
    async (_target, item) => {
      runs.push(item);
      return `${item}!`;
    },
  );
  const here = {};
  expect(await Promise.all([call(here, 'a'), call(here, 'A'), call(here, 'b')])).toEqual(['a!', 'a!', 'b!']);
  expect(runs).toEqual(['a', 'b']);
  expect(await call(here, 'A')).toBe('A!');
});
