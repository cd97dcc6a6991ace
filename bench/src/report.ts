import { loadavg } from 'node:os';

/** One measured figure. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The same figure of the floor, measured in the same run, in turns with it. */
  readonly floor?: number;
}

const rounded = (value: number): number => Number(value.toPrecision(4));

/** Prints a figure as one JSON object on a line, with the machine's load beside it. */
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

/** The value below which the share `p` (0 to 1) of the samples lies. */
export const percentile = (samples: readonly number[], p: number): number => {
  const sorted = [...samples].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? Number.NaN;
};

export const median = (samples: readonly number[]): number => percentile(samples, 0.5);
