import type { WalPosition } from './wal-position.ts';

/** Positions of the primary's write-ahead log with the time at which each was read. */
export interface PositionSamples {
  /** Adds the current position, unless the last sample is younger than a second. */
  add(position: WalPosition): void;
  /** The latest position of at least this age, or the oldest one; 0 without a sample. */
  latestBefore(ageMilliseconds: number): WalPosition;
}

const minDistanceMilliseconds = 1_000;

/** Keeps the samples that are needed for ages up to `maxAgeMilliseconds`. */
export const createPositionSamples = (maxAgeMilliseconds: number, now = () => performance.now()): PositionSamples => {
  let samples: readonly { readonly position: WalPosition; readonly at: number }[] = [];
  const lastBefore = (moment: number): number =>
    Math.max(
      0,
      samples.findLastIndex(({ at }) => at <= moment),
    );
  return {
    add(position) {
      const at = now();
      if (at - (samples.at(-1)?.at ?? -Infinity) < minDistanceMilliseconds) return;
      samples = [...samples.slice(lastBefore(at - maxAgeMilliseconds)), { position, at }];
    },
    latestBefore: (ageMilliseconds) => samples[lastBefore(now() - ageMilliseconds)]?.position ?? 0n,
  };
};
