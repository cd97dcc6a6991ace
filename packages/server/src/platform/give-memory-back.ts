import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type CollectGarbage = (options: { readonly type: 'major'; readonly flavor: 'last-resort' }) => void;

/** Forces a full garbage collection; the flavour `last-resort` also releases the pages that V8 retains. */
export const createCollector = (): (() => void) => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as CollectGarbage;
  setFlagsFromString('--no-expose-gc');
  return () => collect({ type: 'major', flavor: 'last-resort' });
};

/** The inputs of the decision: memory above the level after the last collection, and the event loop's utilisation. */
export interface MemoryPressure {
  readonly residentBytes: number;
  readonly residentAfterLast: number;
  readonly busyShare: number;
}

const worthwhileBytes = 24 * 1024 * 1024;
const calmShare = 0.35;
const checkEveryMilliseconds = 10_000;

export const isWorthwhile = ({ residentBytes, residentAfterLast, busyShare }: MemoryPressure): boolean =>
  residentBytes - residentAfterLast > worthwhileBytes && busyShare < calmShare;

/**
 * Returns memory to the operating system after a burst, once the process is idle: V8 retains the pages of a shrunken
 * heap and does not collect an idle one. Returns a function that stops it.
 */
export const giveMemoryBack = (): { stop(): void } => {
  const collect = createCollector();
  let residentAfterLast = process.memoryUsage.rss();
  let isSettling = false;
  let utilization = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const busyShare = performance.eventLoopUtilization(now, utilization).utilization;
    utilization = now;
    const residentBytes = process.memoryUsage.rss();
    if (isSettling) {
      // The first collection retains what was in use while it ran.
      collect();
      residentAfterLast = process.memoryUsage.rss();
      isSettling = false;
    } else if (isWorthwhile({ residentBytes, residentAfterLast, busyShare })) {
      collect();
      isSettling = true;
    } else {
      residentAfterLast = Math.min(residentAfterLast, residentBytes);
    }
  }, checkEveryMilliseconds);
  timer.unref();
  return { stop: () => clearInterval(timer) };
};
