import { constants, performance, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';

const mebibyte = 1024 * 1024;

/** Maximum garbage in the old generation, in addition to the memory in use, while collections are rare. */
const calmGarbageBytes = 16 * mebibyte;

/** Maximum memory in use and garbage together while collections are frequent; the garbage stays within its bounds. */
const busyHeapBytes = 172 * mebibyte;
const busyGarbageBytes = { min: 24 * mebibyte, max: 64 * mebibyte } as const;

/** Collections that are further apart than this take less than two percent of a core. */
const calmAfterMilliseconds = 10_000;

interface MajorCollection {
  readonly millisecondsSinceLast: number;
  /** The used heap after it. */
  readonly usedBytes: number;
}

/** The percentage of the used heap by which the heap may grow until the next major collection: 1 to 100. */
export const growthAfter = ({ millisecondsSinceLast, usedBytes }: MajorCollection): number => {
  const isBusy = millisecondsSinceLast < calmAfterMilliseconds;
  const { min, max } = busyGarbageBytes;
  const allowed = isBusy ? Math.max(min, Math.min(max, busyHeapBytes - usedBytes)) : calmGarbageBytes;
  return Math.max(1, Math.min(100, Math.round((allowed / usedBytes) * 100)));
};

/** Above it V8 would retain 50 MiB of half-empty pages, and a young generation of 48 MiB. */
const largeHeapBytes = 140 * mebibyte;

/**
 * Flags of V8 that depend on the size of the heap. Collections of a large heap compact it, which takes 12 to 40 ms of
 * the main thread instead of 8 to 14. They also shrink its young generation to the initial size
 * (`--min-semi-space-size`), where it stays.
 */
export const flagsForSize = (usedBytes: number): readonly [string, string] =>
  usedBytes > largeHeapBytes
    ? ['--optimize-for-size', '--semi-space-growth-factor=1']
    : ['--no-optimize-for-size', '--semi-space-growth-factor=2'];

/**
 * Bounds the garbage of a large heap, its fragmentation and its young generation: ten thousand waiting agents take
 * 150 MiB, and V8 would use as much again in addition. If collections are frequent, as under a load of packets, more
 * garbage is allowed, so that they take no more time. `setFlags` sets a flag of V8. Returns a function that stops it;
 * the flags then keep their values.
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
      for (const flag of flagsForSize(usedBytes)) setFlags(flag);
      lastAt = entry.startTime;
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  return { stop: () => observer.disconnect() };
};
