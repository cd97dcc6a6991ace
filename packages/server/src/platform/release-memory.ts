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
  /** Over ten seconds; undefined except once at the end of each ten seconds. */
  readonly busyShare: number | undefined;
}

const mebibyte = 1024 * 1024;
/** The minimum that a collection has to release, by its flavour; a regular one pauses for 0.1 s under load. */
const worthwhileBytes = { 'last-resort': 24 * mebibyte, regular: 64 * mebibyte } as const;
/** Above it releasing memory is worth the loss of compiled code and a pause of a busy server. */
const highBytes = 384 * mebibyte;
const calmShare = 0.35;
const idleShare = 0.1;
const checkMilliseconds = 1_000;
const checksPerWindow = 10;

/** The collection that is worth its cost now, if any. */
export const collectionFor = ({
  residentBytes,
  residentAfterLast,
  residentAfterLastResort,
  busyShare = 1,
}: MemoryPressure): Flavor | undefined => {
  const maySlowDown = busyShare < idleShare || residentBytes > highBytes;
  if (maySlowDown && residentBytes - residentAfterLastResort > worthwhileBytes['last-resort']) return 'last-resort';
  return busyShare < calmShare && residentBytes - residentAfterLast > worthwhileBytes.regular ? 'regular' : undefined;
};

/**
 * Returns memory to the operating system after a burst, and during one that takes much memory: V8 retains the pages of
 * a shrunken heap and does not collect an idle one. Returns a function that stops it.
 */
export const releaseMemory = (): { stop(): void } => {
  const collect = createCollector();
  let residentAfterLast = process.memoryUsage.rss();
  let residentAfterLastResort = residentAfterLast;
  let settling: Flavor | undefined;
  let checks = 0;
  let utilization = performance.eventLoopUtilization();
  const readBusyShare = (): number | undefined => {
    checks += 1;
    if (checks % checksPerWindow !== 0) return undefined;
    const now = performance.eventLoopUtilization();
    const { utilization: share } = performance.eventLoopUtilization(now, utilization);
    utilization = now;
    return share;
  };
  const timer = setInterval(() => {
    const busyShare = readBusyShare();
    if (settling) {
      // A second collection: the first one retains objects that were in use while it ran.
      collect(settling);
      residentAfterLast = process.memoryUsage.rss();
      if (settling === 'last-resort') residentAfterLastResort = residentAfterLast;
      settling = undefined;
      return;
    }
    const residentBytes = process.memoryUsage.rss();
    residentAfterLast = Math.min(residentAfterLast, residentBytes);
    residentAfterLastResort = Math.min(residentAfterLastResort, residentBytes);
    settling = collectionFor({ residentBytes, residentAfterLast, residentAfterLastResort, busyShare });
    if (settling) collect(settling);
  }, checkMilliseconds);
  timer.unref();
  return { stop: () => clearInterval(timer) };
};
