import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import { Pool } from 'undici';
import { closedLoop, inTurns } from './closed-loop.ts';
import { createLoadRule, createPackets, createPacketToken, type Content } from './load-packets.ts';
import { ownProcessorSeconds } from './process-figures.ts';
import { percentile, report } from './report.ts';

interface Options {
  readonly product: string;
  readonly floor: string;
  /** The token of a user who may create rules and machine tokens. */
  readonly administrator: string;
  readonly tenantId: string;
  readonly owner: pg.Client;
  /** The process id of the server. */
  readonly server: number;
  readonly milliseconds: number;
  readonly rounds: number;
}

/** CPU seconds of the server and of the database connections through which it stores packets. */
const cpuOf = async ({ owner, server }: Options): Promise<{ node: number; database: number }> => {
  const { rows } = await owner.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'cfs-ingest'`,
  );
  const backends = await Promise.all(rows.map(({ pid }) => ownProcessorSeconds(pid)));
  return { node: await ownProcessorSeconds(server), database: backends.reduce((sum, seconds) => sum + seconds, 0) };
};

/** Number of bytes and packets in the history. */
const historyOf = async (owner: pg.Client): Promise<{ bytes: number; packets: number }> => {
  const { rows } = await owner.query<{ bytes: string; packets: string }>(
    `select (select count(*) from cfs.packet_history) as packets,
       (select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent = 'cfs.packet_history'::regclass) as bytes`,
  );
  return { bytes: Number(rows[0]?.bytes), packets: Number(rows[0]?.packets) };
};

const throughput = async (options: Options, token: string, batch: number, content: Content): Promise<void> => {
  const cpu = { node: 0, database: 0, packets: 0 };
  const measured = async (run: () => Promise<number>): Promise<number> => {
    const [before, began] = [await cpuOf(options), performance.now()];
    const perSecond = await run();
    const after = await cpuOf(options);
    cpu.node += after.node - before.node;
    cpu.database += after.database - before.database;
    cpu.packets += (perSecond * (performance.now() - began)) / 1_000;
    return perSecond;
  };
  const next = (origin: string, path: string, headers: Record<string, string>) => {
    const packets = createPackets(content);
    return async (): Promise<number> => {
      const perSecond = await closedLoop({
        origin,
        concurrency: batch === 1 ? 64 : 8,
        milliseconds: options.milliseconds,
        next: () => ({
          path,
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: packets(batch),
        }),
      });
      return perSecond * batch;
    };
  };
  const sendToProduct = next(options.product, '/v1/packets', { authorization: `Bearer ${token}` });
  const { product, floor } = await inTurns(
    options.rounds,
    () => measured(sendToProduct),
    next(options.floor, '/packets', {}),
  );
  const name = `packets, ${content === 'value' ? 'a value alone, ' : ''}batches of ${batch}, one rule each`;
  report({ name, value: product, unit: 'packets/s', floor });
  report({ name: `${name}, CPU of Node`, value: (cpu.node / cpu.packets) * 1e6, unit: 'µs/packet' });
  report({ name: `${name}, CPU of PostgreSQL`, value: (cpu.database / cpu.packets) * 1e6, unit: 'µs/packet' });
};

interface MatchLoad {
  /** Packets per second. */
  readonly rate: number;
  readonly batch: number;
}

const tickMilliseconds = 20;

/**
 * Sends packets at a constant rate, and ten per second that open a match each; measures the time until the match
 * exists.
 */
const sendToMatch = async (options: Options, token: string, { rate, batch }: MatchLoad): Promise<void> => {
  const pool = new Pool(options.product, { connections: 64, pipelining: 1 });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const quiet = createPackets();
  const times: number[] = [];
  const opened: string[] = [];
  const underWay: Promise<void>[] = [];
  const post = async (body: string): Promise<void> => {
    const response = await pool.request({ path: '/v1/packets', method: 'POST', headers, body });
    const text = await response.body.text();
    assert.equal(response.statusCode, 202, text);
  };
  const started = performance.now();
  const ticks = Math.round(options.milliseconds / tickMilliseconds);
  const calls = (rate * tickMilliseconds) / 1_000 / batch;
  for (let tick = 0; tick < ticks; tick += 1) {
    for (let call = 0; call < calls; call += 1) underWay.push(post(quiet(batch)));
    if (tick % 5 === 0) {
      const entityId = randomUUID();
      opened.push(entityId);
      const sent = performance.now();
      const packet = { entityId, timestamp: new Date().toISOString(), message: { Metrics: { Load: 99 } } };
      underWay.push(post(JSON.stringify(packet)).then(() => void times.push(performance.now() - sent)));
    }
    const wait = started + (tick + 1) * tickMilliseconds - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  }
  await Promise.all(underWay);
  const seconds = (performance.now() - started) / 1000;
  const { rows } = await options.owner.query<{ count: string }>(
    'select count(*) as count from cfs.rule_matches where subject_id = any ($1::uuid[])',
    [opened],
  );
  assert.equal(
    Number(rows[0]?.count),
    opened.length,
    'each packet above the bound opened its match before it was acknowledged',
  );
  await pool.close();
  const name = `send to match, ${rate} packets/s in batches of ${batch}`;
  report({ name: `${name}, rate reached`, value: (ticks * calls * batch) / seconds, unit: 'packets/s' });
  report({ name: `${name}, p95`, value: percentile(times, 0.95), unit: 'ms' });
};

const matchLoads: readonly MatchLoad[] = [
  { rate: 5_000, batch: 10 },
  { rate: 5_000, batch: 100 },
  { rate: 10_000, batch: 100 },
];

/** Packets per second in batches of 250, 10 and 1, product against floor, and the time from request to match. */
export const benchmarkIngest = async (options: Options): Promise<void> => {
  await options.owner.query(
    `create table cfs.floor_history (entity_id uuid, timestamp timestamptz(3), message json, value float8,
       primary key (entity_id, timestamp))`,
  );
  await options.owner.query(
    'create table cfs.floor_latest (entity_id uuid primary key, timestamp timestamptz(3), value float8)',
  );
  await createLoadRule(options.product, options.administrator, options.tenantId);
  const generatedToken = await createPacketToken(options.product, options.administrator, options.tenantId);
  const empty = await historyOf(options.owner);
  await throughput(options, generatedToken, 250, 'value');
  const filled = await historyOf(options.owner);
  report({
    name: 'packets, a value alone, on disk with their index',
    value: (filled.bytes - empty.bytes) / (filled.packets - empty.packets),
    unit: 'bytes/packet',
  });
  for (const batch of [250, 10, 1]) await throughput(options, generatedToken, batch, 'metrics');
  for (const load of matchLoads) await sendToMatch(options, generatedToken, load);
};
