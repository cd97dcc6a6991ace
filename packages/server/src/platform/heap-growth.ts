import { constants, performance, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

const mebibyte = 1024 * 1024;

/** How much garbage the old generation may hold beside what is in use, while collections are rare. */
const calmGarbageBytes = 16 * mebibyte;

/** The same while collections are frequent, by what is in use: the most up to 116 MiB, the least from 140 MiB on. */
const busyGarbageBytes = { min: 16 * mebibyte, max: 64 * mebibyte } as const;
const garbageForUsed = (usedBytes: number): number =>
  Math.max(busyGarbageBytes.min, Math.min(busyGarbageBytes.max, 2 * (148 * mebibyte - usedBytes)));

/** Collections that are further apart than this take less than two percent of a core. */
const calmAfterMilliseconds = 10_000;

interface MajorCollection {
  readonly millisecondsSinceLast: number;
  /** What the heap holds after it. */
  readonly usedBytes: number;
}

/** By how many percent of what is in use the heap may grow until the next major collection: at most 100. */
export const growthAfter = ({ millisecondsSinceLast, usedBytes }: MajorCollection): number => {
  const isBusy = millisecondsSinceLast < calmAfterMilliseconds;
  const allowed = isBusy ? garbageForUsed(usedBytes) : calmGarbageBytes;
  return Math.max(1, Math.min(100, Math.round((allowed / usedBytes) * 100)));
};

/** Beside a large heap the young generation stops growing here: it would take 48 MiB. */
const largeHeapBytes = 140 * mebibyte;
const youngBytesOfLargeHeap = 8 * mebibyte;

/** By which factor the young generation grows when much of it survives; 1 is not at all. */
export const youngGrowthFor = (usedBytes: number, youngBytes: number): 1 | 2 =>
  usedBytes > largeHeapBytes && youngBytes >= youngBytesOfLargeHeap ? 1 : 2;

const readYoungBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;

/**
 * Bounds the garbage of a large heap, and its young generation: ten thousand agents that wait take 160 MiB, and V8 would
 * let as much garbage accumulate beside them. Where collections are frequent, as under a load of packets, more is
 * allowed, so that they take no more time. `setFlags` takes flags of V8. Returns a function that stops it; the growth
 * stays as it is then.
 */
export const limitHeapGrowth = (setFlags = setFlagsFromString): { stop(): void } => {
  let lastAt = performance.now();
  let usedBytes = 0;
  let youngGrowth = 2;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { kind } = (entry as PerformanceEntry & { readonly detail: { readonly kind: number } }).detail;
      if (kind !== constants.NODE_PERFORMANCE_GC_MAJOR) continue;
      const millisecondsSinceLast = entry.startTime - lastAt;
      usedBytes = process.memoryUsage().heapUsed;
      setFlags(`--heap-growing-percent=${growthAfter({ millisecondsSinceLast, usedBytes })}`);
      lastAt = entry.startTime;
    }
    const growth = youngGrowthFor(usedBytes, readYoungBytes());
    if (growth === youngGrowth) return;
    youngGrowth = growth;
    setFlags(`--semi-space-growth-factor=${growth}`);
  });
  observer.observe({ entryTypes: ['gc'] });
  return { stop: () => observer.disconnect() };
};
