import { setTimeout as wait } from 'node:timers/promises';
import { longReadMilliseconds, timeRetention } from './growth-retention.ts';
import { readings } from './growth-readings.ts';
import { batchSize, openSide, pairOf, roundsOf, sideNames, timeSlice } from './growth-sides.ts';
import type { GrownServing, Pair, Side, Slice } from './growth-sides.ts';
import { median, percentile, report } from './report.ts';

interface Options {
  readonly small: GrownServing;
  readonly large: GrownServing;
  readonly milliseconds: number;
  readonly rounds: number;
}

/** Highest ratio of the cost with the large history to the cost with the small one. */
const maxRatio = 1.2;
/** Most milliseconds that the longest call may take longer while a day is dropped. */
const maxWaitMilliseconds = 250;
const [senders, readers] = [8, 2];
/** Each drop needs a day that must be created first, so there are fewer rounds. */
const roundsOfADrop = 3;
const lookMilliseconds = 1_000;

const packetsOf = ({ packets }: GrownServing): string => `${packets.toLocaleString('en')} packets`;

const reportSize = async (side: Side): Promise<void> => {
  const { rows } = await side.serving.owner.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(inhrelid)) as bytes from pg_inherits
     where inhparent in ('cfs.packet_history'::regclass, 'cfs.packet_hours'::regclass)`,
  );
  report({ name: `${packetsOf(side)} on disk, hours included`, value: Number(rows[0]?.bytes) / 2 ** 20, unit: 'MiB' });
};

/** Waits until the worker has rolled up the hours that have ended, because that cost is not measured here. */
const untilRolledUp = async ({ serving: { owner } }: Side): Promise<void> => {
  for (;;) {
    const { rows } = await owner.query(
      `select from cfs.packet_hours_progress where through > now() - interval '70 minutes'`,
    );
    if (rows.length > 0) return;
    await wait(lookMilliseconds);
  }
};

/**
 * Compares the cost of packets with a long and a short history, in turns: ingest, the calls that read packets, and the
 * drop of a day under load. `floor` is the figure with the short history.
 */
export const benchmarkGrowth = async ({ small, large, milliseconds, rounds }: Options): Promise<void> => {
  const sides: Pair<Side> = { small: await openSide(small), large: await openSide(large) };
  let missed = 0;
  const compare = (name: string, unit: string, value: Pair<number>, isJudged: boolean): void => {
    const limit = isJudged ? ` (at most ${maxRatio} of ${packetsOf(small)})` : '';
    report({ name: `${packetsOf(large)}, ${name}${limit}`, value: value.large, unit, floor: value.small });
    if (isJudged && value.large / value.small > maxRatio) missed += 1;
  };
  for (const name of sideNames) {
    await reportSize(sides[name]);
    await untilRolledUp(sides[name]);
  }

  const sent: Pair<Slice[]> = { small: [], large: [] };
  const sending = (side: Side): Promise<Slice> =>
    timeSlice(side, { workers: senders, milliseconds, call: () => side.send() });
  // The first round opens connections, loads the series, and writes full pages after a checkpoint.
  await roundsOf(1, sides, async (side) => void (await sending(side)));
  await roundsOf(rounds, sides, async (side, name) => void sent[name].push(await sending(side)));
  const microseconds = pairOf((name) => 1e6 / (median(sent[name].map(({ perSecond }) => perSecond)) * batchSize));
  compare(`batches of ${batchSize}, by the clock`, 'µs/packet', microseconds, true);
  const processor = pairOf((name) => (median(sent[name].map(({ cost }) => cost)) * 1_000) / batchSize);
  compare(`batches of ${batchSize}, processor time`, 'µs/packet', processor, true);

  for (const { name: what, isJudged, path } of readings) {
    const slices: Pair<Slice[]> = { small: [], large: [] };
    for (const name of sideNames) await sides[name].signIn();
    await roundsOf(rounds, sides, async (side, name) => {
      const call = (): Promise<void> => side.read(path(side));
      slices[name].push(await timeSlice(side, { workers: readers, milliseconds: milliseconds / 2, call }));
    });
    const times = pairOf((name) => slices[name].flatMap((slice) => slice.times));
    const costs = pairOf((name) => median(slices[name].map(({ cost }) => cost)));
    compare(
      `${what}, median`,
      'ms',
      pairOf((name) => median(times[name])),
      isJudged,
    );
    compare(
      `${what}, p95`,
      'ms',
      pairOf((name) => percentile(times[name], 0.95)),
      false,
    );
    compare(`${what}, processor time`, 'ms', costs, isJudged);
  }

  const times = await timeRetention(sides, { milliseconds, rounds: Math.ceil(rounds / roundsOfADrop) });
  compare(
    'the statement that drops a day',
    'ms',
    pairOf((name) => median(times[name].drops)),
    false,
  );
  for (const name of sideNames) {
    const longest = (kind: 'without' | 'dropping' | 'besideReader'): number => Math.max(...times[name][kind]);
    const limit = `(at most ${maxWaitMilliseconds} ms more than without)`;
    for (const [kind, what] of [
      ['dropping', 'while a day is dropped'],
      ['besideReader', `while a day is to be dropped that somebody reads for ${longReadMilliseconds / 1_000} s`],
    ] as const) {
      report({
        name: `${packetsOf(sides[name])}, the longest call ${what} ${limit}`,
        value: longest(kind),
        unit: 'ms',
        floor: longest('without'),
      });
      if (longest(kind) > longest('without') + maxWaitMilliseconds) missed += 1;
    }
  }
  report({ name: `${packetsOf(large)}, figures above what they may be`, value: missed, unit: 'figures' });
  for (const name of sideNames) await sides[name].pool.close();
};
