import type { Truth } from '../evaluation/count-occurrences.ts';

/** A pattern as the reference states it; times in milliseconds. */
export type SlowPattern =
  | { readonly kind: 'every' }
  | { readonly kind: 'row'; readonly count: number }
  | { readonly kind: 'within'; readonly count: number; readonly span: number }
  | { readonly kind: 'once'; readonly span: number };

export interface SlowArrival {
  readonly time: number;
  readonly truths: readonly Truth[];
}

export interface SlowMatch {
  first: number;
  last: number;
  expires: number;
  count: number;
  end: 'Expired' | 'OverWhenFound' | undefined;
}

const disorder = 300_000;

/**
 * A second implementation of the evaluator, based only on the reference (docs/reference/rules.md#occurrence-patterns):
 * it keeps everything that has ever arrived and reads all of it for every arrival. For tests.
 */
export const evaluateSlowly = (
  patterns: readonly SlowPattern[],
  lifetime: number,
  sliding: boolean,
  arrivals: readonly (SlowArrival & { readonly now: number })[],
): readonly SlowMatch[] => {
  const seen = patterns.map((): { time: number; truth: boolean }[] => []);
  const hitTimes = new Set<number>();
  const matches: SlowMatch[] = [];

  const hit = (time: number, now: number): void => {
    const open = matches.find(({ end }) => end === undefined);
    const isBefore = open !== undefined && time + lifetime <= open.first;
    const take = (match: SlowMatch): void => {
      match.first = Math.min(match.first, time);
      match.last = Math.max(match.last, time);
      match.count += 1;
      if (sliding) match.expires = Math.max(match.expires, time + lifetime);
    };
    if (open && !isBefore && time < open.expires) return take(open);
    if (open && !isBefore) open.end = 'Expired';
    const over = matches.find(
      (match) =>
        match.end === 'OverWhenFound' &&
        time >= match.first &&
        time < match.expires &&
        (sliding ? Math.max(match.expires, time + lifetime) : match.expires) <= now,
    );
    if (over) return take(over);
    const isOver = isBefore || time + lifetime <= now;
    matches.push({
      first: time,
      last: time,
      expires: time + lifetime,
      count: 1,
      end: isOver ? 'OverWhenFound' : undefined,
    });
  };

  const countsIn = (
    pattern: Exclude<SlowPattern, { kind: 'every' }>,
    all: readonly { time: number; truth: boolean }[],
    time: number,
    counted: ReadonlySet<number>,
  ): boolean => {
    const holding = all.filter(({ truth }) => truth).map((each) => each.time);
    if (!holding.includes(time)) return false;
    if (pattern.kind === 'once') return ![...counted].some((other) => Math.abs(other - time) < pattern.span);
    if (pattern.kind === 'within')
      return holding.filter((other) => other <= time && other > time - pattern.span).length >= pattern.count;
    const before = all.filter((each) => each.time <= time).toSorted((one, other) => other.time - one.time);
    const interruption = before.findIndex(({ truth }) => !truth);
    return (interruption === -1 ? before.length : interruption) >= pattern.count;
  };

  const countedBy = patterns.map(() => new Set<number>());
  for (const { time, truths, now } of arrivals) {
    const found = new Set<number>();
    for (const [index, pattern] of patterns.entries()) {
      const truth = truths[index];
      if (pattern.kind === 'every') {
        if (truth === true) found.add(time);
        continue;
      }
      const all = seen[index] ?? [];
      const remembered = pattern.kind === 'row' ? all : all.filter((each) => each.truth);
      const newest = Math.max(time, ...remembered.map((each) => each.time));
      if (truth === undefined || (truth === false && pattern.kind !== 'row') || time <= newest - disorder) continue;
      all.push({ time, truth });
      const counted = countedBy[index] ?? new Set();
      const asked = pattern.kind === 'once' ? [time] : all.map((each) => each.time).filter((each) => each >= time);
      for (const each of asked.toSorted((one, other) => one - other)) {
        if (!counted.has(each) && !hitTimes.has(each) && countsIn(pattern, all, each, counted)) found.add(each);
      }
    }
    for (const each of found) {
      hitTimes.add(each);
      for (const [index, all] of seen.entries()) {
        if (all.some((other) => other.time === each && other.truth)) countedBy[index]?.add(each);
      }
    }
    for (const each of [...found].toSorted((one, other) => one - other)) hit(each, now);
  }
  return matches;
};
