import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runPeriodically } from './run-periodically.ts';

const pauseMilliseconds = 1_000;
const errors: string[] = [];
const log = pino({ level: 'error' }, { write: (line) => void errors.push(line) });

beforeEach(() => {
  errors.length = 0;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test('the pause does not keep the process alive', () => {
  vi.useRealTimers();
  const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
  const before = timers();
  const task = runPeriodically('idle', pauseMilliseconds, () => Promise.resolve(), log);
  expect(timers()).toBe(before);
  return task.stop();
});

test('a task runs again after each pause, even after a failure', async () => {
  let runs = 0;
  const task = runPeriodically(
    'count',
    pauseMilliseconds,
    () => {
      runs += 1;
      return runs === 1 ? Promise.reject(new Error('once')) : Promise.resolve();
    },
    log,
  );
  await vi.advanceTimersByTimeAsync(3 * pauseMilliseconds);
  expect(runs).toBe(3);
  expect(errors.map((line) => (JSON.parse(line) as { task: string }).task)).toEqual(['count']);
  await task.stop();
});

test('runs of a task never overlap', async () => {
  const held = Promise.withResolvers<void>();
  let runs = 0;
  const task = runPeriodically('hold', pauseMilliseconds, () => ((runs += 1), held.promise), log);
  await vi.advanceTimersByTimeAsync(5 * pauseMilliseconds);
  expect(runs).toBe(1);
  held.resolve();
  await task.stop();
});

test('stop waits for the running task without logging its failure, and nothing runs afterwards', async () => {
  const held = Promise.withResolvers<void>();
  let [runs, stopped] = [0, false];
  const task = runPeriodically('hold', pauseMilliseconds, () => ((runs += 1), held.promise), log);
  await vi.advanceTimersByTimeAsync(pauseMilliseconds);
  const stopping = task.stop().then(() => (stopped = true));
  await vi.advanceTimersByTimeAsync(pauseMilliseconds);
  expect(stopped).toBe(false);
  held.reject(new Error('closed'));
  await stopping;
  await vi.advanceTimersByTimeAsync(5 * pauseMilliseconds);
  expect([runs, errors, vi.getTimerCount()]).toEqual([1, [], 0]);
});

test('stop during a pause leaves no timer', async () => {
  let runs = 0;
  const task = runPeriodically('never', pauseMilliseconds, async () => (runs += 1), log);
  await task.stop();
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(5 * pauseMilliseconds);
  expect(runs).toBe(0);
});
