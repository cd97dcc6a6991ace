import { constants, performance, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';

const mebibyte = 1024 * 1024;

/** How much garbage the old generation may hold beside what is in use, while collections are rare. */
const calmGarbageBytes = 16 * mebibyte;

/** The same while collections are frequent: what is left of the heap's target, within these bounds. */
const busyGarbageBytes = { min: 24 * mebibyte, max: 64 * mebibyte } as const;
const targetHeapBytes = 180 * mebibyte;

/** Collections that are further apart than this take less than two percent of a core. */
const calmAfterMilliseconds = 10_000;

interface MajorCollection {
  readonly millisecondsSinceLast: number;
  /** What the heap holds after it. */
  readonly usedBytes: number;
}

/** By how many percent of what is in use the heap may grow until the next major collection: at most 100. */
export const growthAfter = ({ millisecondsSinceLast, usedBytes }: MajorCollection): number => {
  const { min, max } = busyGarbageBytes;
  const isBusy = millisecondsSinceLast < calmAfterMilliseconds;
  const allowed = isBusy ? Math.max(min, Math.min(max, targetHeapBytes - usedBytes)) : calmGarbageBytes;
  return Math.max(1, Math.min(100, Math.round((allowed / usedBytes) * 100)));
};

/**
 * Bounds the garbage of a large heap: ten thousand agents that wait take 160 MiB, and V8 would let as much garbage
 * accumulate beside them. Where collections are frequent, as under a load of packets, more is allowed, so that they take
 * no more time. `setFlags` takes flags of V8. Returns a function that stops it; the growth stays as it is then.
 */
export const limitHeapGrowth = (setFlags = setFlagsFromString): { stop(): void } => {
  let lastAt = performance.now();
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { kind } = (entry as PerformanceEntry & { readonly detail: { readonly kind: number } }).detail;
      if (kind !== constants.NODE_PERFORMANCE_GC_MAJOR) continue;
      const millisecondsSinceLast = entry.startTime - lastAt;
      const usedBytes = process.memoryUsage().heapUsed;
      setFlags(`--heap-growing-percent=${growthAfter({ millisecondsSinceLast, usedBytes })}`);
      lastAt = entry.startTime;
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  return { stop: () => observer.disconnect() };
};
