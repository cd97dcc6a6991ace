import { performance } from 'node:perf_hooks';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';

/** Work cut into slices, between which the event loop serves everybody else. */
export interface TimeSlices {
  /** Whether the present slice has lasted long enough. */
  isOver(): boolean;
  /** Hands the event loop back and begins the next slice. */
  next(): Promise<void>;
}

const sliceMilliseconds = 4;

/** One slice of all such work runs in each turn of the loop, in the order in which they were asked for. */
let lastAsked: Promise<void> = Promise.resolve();

/** Waits for a turn of the event loop in which no other work of this kind is done. */
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
