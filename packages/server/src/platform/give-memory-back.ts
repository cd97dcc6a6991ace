import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * A major garbage collection. The flavour `last-resort` also releases the pages that V8 retains, and drops hidden
 * classes without instances: the code that is optimised for them is compiled again, and a server under load takes half
 * as much processor time again for seconds.
 */
export type Flavor = 'regular' | 'last-resort';

type CollectGarbage = (options: { readonly type: 'major'; readonly flavor: Flavor }) => void;

/** Forces a full garbage collection. */
export const createCollector = (): ((flavor: Flavor) => void) => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as CollectGarbage;
  setFlagsFromString('--no-expose-gc');
  return (flavor) => collect({ type: 'major', flavor });
};

/** The inputs of the decision: memory above the levels after the last collections, and the event loop's utilisation. */
export interface MemoryPressure {
  readonly residentBytes: number;
  /** After the last collection of either flavour. */
  readonly residentAfterLast: number;
  readonly residentAfterLastResort: number;
  readonly busyShare: number;
}

const mebibyte = 1024 * 1024;
const worthwhileBytes = 24 * mebibyte;
/** Above it, and so much above the level after the last one, memory is worth more than compiled code. */
const highBytes = 336 * mebibyte;
const worthCompilingBytes = 40 * mebibyte;
const calmShare = 0.35;
const idleShare = 0.1;
const checkEveryMilliseconds = 5_000;
const settleMilliseconds = 1_000;

/** The collection that is worth its cost now, if any. */
export const collectionFor = ({
  residentBytes,
  residentAfterLast,
  residentAfterLastResort,
  busyShare,
}: MemoryPressure): Flavor | undefined => {
  const sinceLastResort = residentBytes - residentAfterLastResort;
  if (busyShare < idleShare && sinceLastResort > worthwhileBytes) return 'last-resort';
  if (residentBytes > highBytes && sinceLastResort > worthCompilingBytes) return 'last-resort';
  return busyShare < calmShare && residentBytes - residentAfterLast > worthwhileBytes ? 'regular' : undefined;
};

/**
 * Returns memory to the operating system after a burst: V8 retains the pages of a shrunken heap and does not collect an
 * idle one. Returns a function that stops it.
 */
export const giveMemoryBack = (): { stop(): void } => {
  const collect = createCollector();
  let residentAfterLast = process.memoryUsage.rss();
  let residentAfterLastResort = residentAfterLast;
  let isSettling = false;
  let utilization = performance.eventLoopUtilization();
  const settle = (flavor: Flavor): void => {
    collect(flavor);
    residentAfterLast = process.memoryUsage.rss();
    if (flavor === 'last-resort') residentAfterLastResort = residentAfterLast;
    isSettling = false;
  };
  const check = (): void => {
    const now = performance.eventLoopUtilization();
    const busyShare = performance.eventLoopUtilization(now, utilization).utilization;
    utilization = now;
    if (isSettling) return;
    const residentBytes = process.memoryUsage.rss();
    residentAfterLast = Math.min(residentAfterLast, residentBytes);
    residentAfterLastResort = Math.min(residentAfterLastResort, residentBytes);
    const flavor = collectionFor({ residentBytes, residentAfterLast, residentAfterLastResort, busyShare });
    if (!flavor) return;
    collect(flavor);
    // The first collection retains what was in use while it ran.
    isSettling = true;
    setTimeout(settle, settleMilliseconds, flavor).unref();
  };
  const timer = setInterval(check, checkEveryMilliseconds);
  timer.unref();
  return { stop: () => clearInterval(timer) };
};
