import { expect, onTestFinished, test, vi } from 'vitest';
import { createSignal } from './signal.ts';

const waiting = (wait: Promise<void>) => {
  const state = { isOver: false };
  void wait.then(() => (state.isOver = true));
  return state;
};

test('a notification ends a wait', async () => {
  const signal = createSignal();
  const wait = signal.wait(60_000);
  const state = waiting(wait);
  await Promise.resolve();
  expect(state.isOver).toBe(false);
  signal.notify();
  await wait;
});

test('a notification without a waiter ends the next wait, and only that', async () => {
  const signal = createSignal();
  signal.notify();
  signal.notify();
  await signal.wait(60_000);
  const state = waiting(signal.wait(60_000));
  await new Promise(setImmediate);
  expect(state.isOver).toBe(false);
  signal.notify();
});

test('a wait ends after its time', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const state = waiting(createSignal().wait(1_000));
  await vi.advanceTimersByTimeAsync(999);
  expect(state.isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(state.isOver).toBe(true);
});
