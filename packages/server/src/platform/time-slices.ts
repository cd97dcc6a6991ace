import { performance } from 'node:perf_hooks';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';

/** Divides long work into slices, between which the event loop serves other callers. */
export interface TimeSlices {
  /** Whether the current slice has lasted long enough. */
  isOver(): boolean;
  /** Yields to the event loop and starts the next slice. */
  next(): Promise<void>;
}

const sliceMilliseconds = 1;

/** One slice of all such work runs in each turn of the event loop, in FIFO order. */
let lastAsked: Promise<void> = Promise.resolve();

/** Waits for a turn of the event loop without other work of this kind. */
export const nextSlice = (): Promise<void> => {
  lastAsked = lastAsked.then(() => turnOfTheLoop());
  return lastAsked;
};

export const createTimeSlices = (): TimeSlices => {
  let began = performance.now();
  return {
    isOver: () => performance.now() - began >= sliceMilliseconds,
    async next() {
      await nextSlice();
      began = performance.now();
    },
  };
};
