import { useSyncExternalStore } from 'react';
import { formatAge, type WireTime } from '../texts/dates.ts';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all values that change over time. */
export const everySecond = (listener: () => void): (() => void) => {
  listeners.add(listener);
  timer ??= setInterval(() => listeners.forEach((each) => each()), 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
};

/** A value that depends on the time. The component renders again when the value changes, not every second. */
export const useOverTime = <Value extends string | number | boolean>(valueAt: (now: Date) => Value): Value =>
  useSyncExternalStore(everySecond, () => valueAt(new Date()));

/** The age of a time as text. */
export const useAge = (time: WireTime): string => useOverTime((now) => formatAge(time, now));
