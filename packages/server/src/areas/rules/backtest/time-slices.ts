import { performance } from 'node:perf_hooks';
import { threadCpuUsage } from 'node:process';
import { setImmediate as turnOfTheLoop, setTimeout as pause } from 'node:timers/promises';

/** Milliseconds after which a back-test yields to other work, and the longest pause that it then makes. */
const sliceMilliseconds = 5;
const maxPauseMilliseconds = 100;
/**
 * If other work used more processor time than this in a turn of the event loop, the pause is that time multiplied by
 * the factor.
 */
const busyMilliseconds = 1;
const pauseFactor = 4;

/** Processor time of this thread so far. The wall clock would include other processes of the machine. */
const processorMilliseconds = (): number => {
  const { user, system } = threadCpuUsage();
  return (user + system) / 1_000;
};

/** Yields to the event loop, and pauses in proportion to the time that other work used. */
const giveWay = async (): Promise<void> => {
  const before = processorMilliseconds();
  await turnOfTheLoop();
  const others = processorMilliseconds() - before;
  if (others > busyMilliseconds) await pause(Math.min(maxPauseMilliseconds, others * pauseFactor));
};

/** Divides a back-test into slices, between which the node does its other work. */
export interface TimeSlices {
  /** Yields when the slice is over. @throws the reason of the signal once it is aborted */
  readonly pass: () => Promise<void> | undefined;
}

/** Creates the slices of a back-test that ends when the signal is aborted. */
export const createTimeSlices = (signal: AbortSignal): TimeSlices => {
  let began = performance.now();
  return {
    pass() {
      signal.throwIfAborted();
      if (performance.now() - began <= sliceMilliseconds) return undefined;
      return giveWay().then(() => {
        began = performance.now();
      });
    },
  };
};
