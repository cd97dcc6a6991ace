import { performance } from 'node:perf_hooks';

/**
 * Milliseconds of each call that `workers` made, each one call after the other, for so long. What the first tenth of
 * that time saw is left out: connections are opened and statements prepared then.
 */
export const timedCalls = async (options: {
  readonly workers: number;
  readonly milliseconds: number;
  readonly call: (worker: number) => Promise<void>;
}): Promise<number[]> => {
  const { workers, milliseconds, call } = options;
  const began = performance.now();
  const samples: number[] = [];
  const work = async (worker: number): Promise<void> => {
    for (;;) {
      const asked = performance.now();
      if (asked - began > milliseconds) return;
      await call(worker);
      if (asked - began > milliseconds / 10) samples.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
  return samples;
};
