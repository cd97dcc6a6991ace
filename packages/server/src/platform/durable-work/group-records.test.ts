import { expect, test } from 'vitest';
import { ManualClock } from '../../testing/manual-clock.ts';
import { systemContext } from '../context.ts';
import type { HandledStep } from './finish-steps.ts';
import { createGroupRecords } from './group-records.ts';

const context = systemContext({ name: 'test', clock: new ManualClock(), tenantId: 'all' });
const handledStep = (id: string): HandledStep => ({
  context,
  outcome: { kind: 'done' },
  step: {
    tenant_id: 'tenant',
    step_id: id,
    event_id: 'event',
    action: id,
    handler: 'note',
    target: '',
    order_key: null,
    holds: false,
    strict: false,
    position: 1,
    input: {},
    trace_id: 'trace',
    trace_parent: null,
    attempts: 1,
    losses: 0,
    lease: 1,
    worker: 'worker',
    started: new Date(0),
    created: new Date(0),
  },
});

/** Creates group records whose groups end when the test resolves them. */
const createRecords = () => {
  const groups: string[][] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const record = createGroupRecords(async (handled) => {
    groups.push(handled.map(({ step }) => step.step_id));
    const end = Promise.withResolvers<void>();
    ends.push(end);
    await end.promise;
    return handled.map((each) => ({ handled: each }));
  });
  return { groups, ends, record: (id: string) => record(handledStep(id)) };
};

test('outcomes that arrive while a group is recorded form the next group', async () => {
  const { groups, ends, record } = createRecords();
  const results = ['a', 'b', 'c'].map(record);
  expect(groups).toEqual([['a']]);
  ends[0]?.resolve();
  await results[0];
  await expect.poll(() => groups).toEqual([['a'], ['b', 'c']]);
  ends[1]?.resolve();
  expect((await Promise.all(results)).map(({ handled }) => handled.step.step_id)).toEqual(['a', 'b', 'c']);
  const later = record('d');
  expect(groups.at(-1)).toEqual(['d']);
  ends[2]?.resolve();
  await later;
});

test('a group has at most 100 outcomes', async () => {
  const { groups, ends, record } = createRecords();
  const results = Array.from({ length: 151 }, (_, index) => record(String(index)));
  for (let group = 0; group < 3; group += 1) {
    await expect.poll(() => ends.length).toBe(group + 1);
    ends[group]?.resolve();
  }
  await Promise.all(results);
  expect(groups.map(({ length }) => length)).toEqual([1, 100, 50]);
});

test('a failure is the result of its group only', async () => {
  const record = createGroupRecords(async (handled) => {
    if (handled.some(({ step }) => step.step_id === 'bad')) throw new Error('cut off');
    return handled.map((each) => ({ handled: each }));
  });
  expect((await record(handledStep('bad'))).error).toMatchObject({ message: 'cut off' });
  expect((await record(handledStep('good'))).error).toBeUndefined();
});
