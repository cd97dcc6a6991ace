import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type CollectGarbage = (options: { readonly type: 'major'; readonly flavor: 'last-resort' }) => void;

/** Collects all garbage; the last resort also returns the pages that V8 keeps for itself otherwise. */
export const createCollector = (): (() => void) => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as CollectGarbage;
  setFlagsFromString('--no-expose-gc');
  return () => collect({ type: 'major', flavor: 'last-resort' });
};

/** Whether to collect: memory above what the last collection left, and the share of the time that the loop was busy. */
export interface MemoryPressure {
  readonly residentBytes: number;
  readonly residentAfterLast: number;
  readonly busyShare: number;
}

const worthwhileBytes = 24 * 1024 * 1024;
const calmShare = 0.25;
const checkEveryMilliseconds = 10_000;

export const isWorthwhile = ({ residentBytes, residentAfterLast, busyShare }: MemoryPressure): boolean =>
  residentBytes - residentAfterLast > worthwhileBytes && busyShare < calmShare;

/**
 * Gives memory back to the system after a burst, once the process is calm again: V8 keeps the pages of a heap that has
 * shrunk, and a heap that nothing allocates in does not shrink by itself. Answers what ends it.
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
      // The first collection leaves what was in use while it ran.
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
