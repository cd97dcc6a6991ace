import type { ChartState } from '@cfs/contracts/packet-charts';

/** The time, in milliseconds since 1970, from which an entity reports a text; `null` for a number or silence. */
export interface StateChange {
  readonly at: number;
  readonly text: string | null;
}

interface Run {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly changes: number;
}

const runsOf = (changes: readonly StateChange[], end: number): Run[] =>
  changes.flatMap(({ at, text }, index) => {
    const to = changes[index + 1]?.at ?? end;
    return text === null ? [] : [{ from: at, to: Math.max(at, to), text, changes: 1 }];
  });

/** Merges two runs under the text of the longer one. */
const joined = (one: Run, other: Run): Run => ({
  from: one.from,
  to: other.to,
  text: other.to - other.from > one.to - one.from ? other.text : one.text,
  changes: one.changes + (one.text === other.text && one.changes === 1 ? 0 : other.changes),
});

/**
 * Converts changes of text to bands. Consecutive runs that are too short to be drawn are merged, so that the number of
 * bands is bounded and no run disappears.
 */
export const toChartStates = (changes: readonly StateChange[], end: number, shortest: number): ChartState[] => {
  const bands: Run[] = [];
  for (const run of runsOf(changes, end)) {
    const last = bands.at(-1);
    const touches = last !== undefined && run.from - last.to < shortest;
    const isSame = touches && last.changes === 1 && last.text === run.text;
    const isShort = touches && run.to - last.from < shortest;
    if (last && (isSame || isShort)) bands[bands.length - 1] = joined(last, run);
    else bands.push(run);
  }
  return bands.map(({ from, to, text, changes: count }) => ({
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    value: text,
    changes: count,
  }));
};
