import { performance } from 'node:perf_hooks';

/**
 * The milliseconds of each call by `workers` concurrent clients, each calling sequentially. The first tenth of the time
 * is left out as warm-up: connections are opened and statements prepared.
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
