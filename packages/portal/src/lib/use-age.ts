import { useCallback, useSyncExternalStore } from 'react';
import { formatAge, type WireTime } from './dates.ts';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all ages and countdowns that are shown. */
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

/** The age of a time as text. The component renders again when the text changes, not every second. */
export const useAge = (time: WireTime): string =>
  useSyncExternalStore(
    everySecond,
    useCallback(() => formatAge(time), [time]),
  );
