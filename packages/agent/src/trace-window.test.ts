import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTraceWindow } from './trace-window.ts';

const hour = 60 * 60_000;
const start = Date.parse('2026-03-02T10:00:00.000Z');
const expiration = new Date(start + hour).toISOString();

beforeEach(() => {
  vi.useFakeTimers({ now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

it('traces until the time that was set', () => {
  let traces = false;
  const traceWindow = createTraceWindow({ trace: (on) => (traces = on) });
  traceWindow.set(expiration);
  vi.advanceTimersByTime(hour - 1);
  expect(traces).toBe(true);
  vi.advanceTimersByTime(1);
  expect(traces).toBe(false);
  traceWindow.set(new Date(start + 2 * hour).toISOString());
  expect(traces).toBe(true);
  traceWindow.set(null);
  expect(traces).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

it('follows a system clock that is set forward or back', () => {
  let traces = false;
  const traceWindow = createTraceWindow({ trace: (on) => (traces = on) });
  traceWindow.set(expiration);
  vi.setSystemTime(start + 24 * hour);
  vi.advanceTimersByTime(60_000);
  expect(traces).toBe(false);
  vi.setSystemTime(start);
  vi.advanceTimersByTime(60_000);
  expect(traces).toBe(true);
  traceWindow.set(null);
});
