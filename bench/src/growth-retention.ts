import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { readings } from './growth-readings.ts';
import { pairOf, roundsOf, type Pair, type Side } from './growth-sides.ts';
import { addPacketDay, dayOf, packetDays } from './seed-packets.ts';
import { timedCalls } from './timed-calls.ts';

const day = 86_400_000;
const hourMonths = 13;
const [senders, readers] = [4, 2];
const retryMilliseconds = 500;
const maxDropMilliseconds = 60_000;

/** How long a transaction reads the history while a day is to be dropped. */
export const longReadMilliseconds = 3_000;

/** Milliseconds of all calls: without a drop, while a day is dropped, and while it has to wait for a reader. */
export interface RetentionTimes {
  readonly without: number[];
  readonly dropping: number[];
  readonly besideReader: number[];
  /** Milliseconds of the statement that dropped the day, without a long-running reader. */
  readonly drops: number[];
}

/** Opens a transaction that reads the history and keeps its locks until it is ended. */
const openReader = async ({ serving }: Side): Promise<pg.Client> => {
  const reader = new pg.Client({ connectionString: serving.connectionString });
  await reader.connect();
  await reader.query('begin');
  await reader.query('select "timestamp" from cfs.packet_history limit 1');
  return reader;
};

/**
 * Drops the day before the retained ones with the product's function, and retries until it succeeds. Resolves with the
 * milliseconds of the last attempt.
 */
const drop = async ({ serving: { owner } }: Side, moment: Date): Promise<number> => {
  const began = performance.now();
  for (;;) {
    const asked = performance.now();
    const { rows } = await owner.query<{ isDropped: boolean | null }>(
      'select gate.drop_packet_partition($1, $2, $3) as "isDropped"',
      [moment, packetDays, hourMonths],
    );
    if (rows[0]?.isDropped !== false) return performance.now() - asked;
    assert.ok(performance.now() - began < maxDropMilliseconds, 'the day could not be dropped');
    await wait(retryMilliseconds);
  }
};

/** Sends and reads continuously, and runs `beside` in the middle of it. Resolves with the milliseconds of all calls. */
const underLoad = async (side: Side, milliseconds: number, beside: () => Promise<unknown>): Promise<number[]> => {
  const kinds = readings.filter(({ isJudged }) => isJudged);
  let turn = 0;
  const [posts, reads] = await Promise.all([
    timedCalls({ workers: senders, milliseconds, call: () => side.send() }),
    timedCalls({
      workers: readers,
      milliseconds,
      call: () => side.read(kinds[turn++ % kinds.length]?.path(side) ?? ''),
    }),
    wait(milliseconds / 4).then(beside),
  ]);
  return [...posts, ...reads];
};

/**
 * Drops a day that is no longer retained, under load. Each of these days is created for the purpose, as large as the
 * others, so that the database does not change.
 */
export const timeRetention = async (
  sides: Pair<Side>,
  { milliseconds, rounds }: { readonly milliseconds: number; readonly rounds: number },
): Promise<Pair<RetentionTimes>> => {
  const times = pairOf((): RetentionTimes => ({ without: [], dropping: [], besideReader: [], drops: [] }));
  const span = milliseconds + 2 * longReadMilliseconds;
  await roundsOf(rounds, sides, async (side, name) => {
    const { without, dropping, besideReader, drops } = times[name];
    const makeDay = async (): Promise<Date> => {
      const moment = new Date();
      await addPacketDay(side.serving.owner, side.spread, dayOf(moment.getTime()) - (packetDays + 1) * day);
      await side.signIn();
      return moment;
    };
    await side.signIn();
    without.push(...(await underLoad(side, span, () => Promise.resolve())));
    const first = await makeDay();
    dropping.push(...(await underLoad(side, span, async () => drops.push(await drop(side, first)))));
    const second = await makeDay();
    const beside = async (): Promise<void> => {
      const reader = await openReader(side);
      const dropped = drop(side, second);
      await wait(longReadMilliseconds);
      await reader.end();
      await dropped;
    };
    besideReader.push(...(await underLoad(side, span, beside)));
  });
  return times;
};
