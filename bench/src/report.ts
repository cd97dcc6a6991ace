import { loadavg } from 'node:os';

/** A measured figure. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The same figure of the floor, measured alternately in the same run. */
  readonly floor?: number;
}

const rounded = (value: number): number => Number(value.toPrecision(4));

/** Prints a figure as one line of JSON, with the machine's load average. */
export const report = ({ name, value, unit, floor }: Figure): void => {
  const ratio = floor === undefined ? undefined : rounded(value / floor);
  console.log(
    JSON.stringify({
      name,
      value: rounded(value),
      unit,
      ...(floor !== undefined && { floor: rounded(floor), ratio }),
      load: rounded(loadavg()[0] ?? 0),
    }),
  );
};

/** The quantile `p` (0 to 1) of the samples. */
export const percentile = (samples: readonly number[], p: number): number => {
  const sorted = [...samples].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? Number.NaN;
};

export const median = (samples: readonly number[]): number => percentile(samples, 0.5);
