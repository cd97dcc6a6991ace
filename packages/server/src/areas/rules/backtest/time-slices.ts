import { performance } from 'node:perf_hooks';
import { threadCpuUsage } from 'node:process';
import { setImmediate as turnOfTheLoop, setTimeout as pause } from 'node:timers/promises';

/** Milliseconds of the processor after which a back-test lets others run, and for how long it waits when they do. */
const sliceMilliseconds = 5;
const mostPauseMilliseconds = 100;
/** Processor time of others in a turn of the event loop from which on it is paid back with so many of its lengths. */
const busyMilliseconds = 1;
const pauseFactor = 4;

/** Processor time of this thread so far: of the wall clock, other processes of the machine would count as well. */
const processorMilliseconds = (): number => {
  const { user, system } = threadCpuUsage();
  return (user + system) / 1_000;
};

/** Lets the event loop turn, and waits as long as others have kept it busy. */
const giveWay = async (): Promise<void> => {
  const before = processorMilliseconds();
  await turnOfTheLoop();
  const others = processorMilliseconds() - before;
  if (others > busyMilliseconds) await pause(Math.min(mostPauseMilliseconds, others * pauseFactor));
};

/** Divides a back-test into slices, between which the node does its other work. */
export interface TimeSlices {
  /** Gives way when the slice is over. @throws the reason of the signal once it is aborted */
  readonly pass: () => Promise<void> | undefined;
}

/** The slices of a back-test that ends with the signal. */
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
