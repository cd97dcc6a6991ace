import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { Pool } from 'undici';
import { serverProgram } from './child-program.ts';
import { ownProcessorSeconds, treeProcessorSeconds } from './process-figures.ts';
import { createPacketToken } from './load-packets.ts';
import { packetEntities, type PacketSpread } from './seed-packets.ts';
import type { Serving } from './serving.ts';
import { timedCalls } from './timed-calls.ts';

/** A product with a history of packets. */
export interface GrownServing {
  readonly serving: Serving;
  readonly spread: PacketSpread;
  readonly packets: number;
}

/** One of the two compared products, with its clients. */
export interface Side extends GrownServing {
  /** In the order of the series. */
  readonly entityIds: readonly string[];
  readonly pool: Pool;
  /** Sends the next batch of packets. */
  readonly send: () => Promise<void>;
  /** Reads a path as an administrator. */
  readonly read: (path: string) => Promise<void>;
  /** Renews the administrator's token, which is valid for some minutes. */
  readonly signIn: () => Promise<void>;
  /** Seconds of processor time of the server and all of PostgreSQL. */
  readonly processorSeconds: () => Promise<number>;
}

export const sideNames = ['small', 'large'] as const;
export type SideName = (typeof sideNames)[number];
export type Pair<Value> = Readonly<Record<SideName, Value>>;

export const pairOf = <Value>(valueOf: (name: SideName) => Value): Pair<Value> => ({
  small: valueOf('small'),
  large: valueOf('large'),
});

/** Packets per call. */
export const batchSize = 250;

export const openSide = async ({ serving, spread, packets }: GrownServing): Promise<Side> => {
  const { origin, owner, product, tokenOf, databaseProcess } = serving;
  let token = await tokenOf('admin');
  const packetToken = await createPacketToken(origin, token, spread.tenantId);
  const server = (await product.childId(serverProgram)) ?? serving.serverProcess();
  const { rows } = await owner.query<{ id: string }>(
    'select entity_id as id from cfs.packets_latest where series >= $1 order by series limit $2',
    [spread.groups[0]?.firstSeries, packetEntities],
  );
  assert.equal(rows.length, packetEntities);
  const entityIds = rows.map(({ id }) => id);
  const pool = new Pool(origin, { connections: 32, pipelining: 1 });
  const call = async (
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string>,
    body: string | null = null,
  ): Promise<void> => {
    const response = await pool.request({ path, method, headers, body });
    const text = await response.body.text();
    assert.ok(response.statusCode < 300, `${response.statusCode} for ${path}: ${text.slice(0, 400)}`);
  };
  let made = 0;
  return {
    serving,
    spread,
    packets,
    entityIds,
    pool,
    send() {
      const timestamp = new Date().toISOString();
      const batch = Array.from({ length: batchSize }, () => {
        const at = made++;
        return { entityId: entityIds[at % packetEntities], timestamp, message: { Value: (at % 1_000) / 8 } };
      });
      const headers = { authorization: `Bearer ${packetToken}`, 'content-type': 'application/json' };
      return call('POST', '/v1/packets', headers, JSON.stringify(batch));
    },
    read: (path) => call('GET', path, { authorization: `Bearer ${token}`, 'x-tenant-id': spread.tenantId }),
    async signIn() {
      token = await tokenOf('admin');
    },
    processorSeconds: async () => (await ownProcessorSeconds(server)) + (await treeProcessorSeconds(databaseProcess)),
  };
};

/** The measurements of a few seconds of calls. */
export interface Slice {
  /** Milliseconds of each call. */
  readonly times: readonly number[];
  /** Milliseconds of processor time per call. */
  readonly cost: number;
  readonly perSecond: number;
}

export const timeSlice = async (
  side: Side,
  options: { readonly workers: number; readonly milliseconds: number; readonly call: () => Promise<void> },
): Promise<Slice> => {
  let calls = 0;
  const [before, began] = [await side.processorSeconds(), performance.now()];
  const call = async (): Promise<void> => {
    await options.call();
    calls += 1;
  };
  const times = await timedCalls({ ...options, call });
  const seconds = (performance.now() - began) / 1_000;
  return { times, cost: (((await side.processorSeconds()) - before) * 1_000) / calls, perSecond: calls / seconds };
};

/**
 * Runs both in turns; the first one of a round is second in the next, so that a drift of the machine's speed affects
 * both.
 */
export const roundsOf = async (
  rounds: number,
  sides: Pair<Side>,
  run: (side: Side, name: SideName) => Promise<void>,
): Promise<void> => {
  for (let round = 0; round < rounds; round += 1)
    for (const name of round % 2 === 0 ? sideNames : sideNames.toReversed()) await run(sides[name], name);
};
