import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { Pool, request } from 'undici';
import { closedLoop, inTurns } from './closed-loop.ts';
import { median, percentile, report } from './report.ts';

interface Options {
  readonly product: string;
  /** Returns the token of a user who may create rules. */
  readonly administrator: () => Promise<string>;
  /** A machine token for packets of the tenant. */
  readonly packetToken: string;
  readonly tenantId: string;
  readonly milliseconds: number;
  readonly rounds: number;
}

const [entities, packetsOfEach] = [1_000, 1_000];
const packetDistance = 240;
const packetsOfCall = 500;
const runs = 3;

/**
 * Sends a million packets, on time as every packet that rules evaluate: of a thousand entities, four per second each.
 */
const sendPackets = async ({ product, packetToken }: Options): Promise<void> => {
  const ids = Array.from({ length: entities }, () => randomUUID());
  const start = Date.now() - packetsOfEach * packetDistance;
  const headers = { authorization: `Bearer ${packetToken}`, 'content-type': 'application/json' };
  await closedLoop({
    origin: product,
    concurrency: 8,
    requests: (entities * packetsOfEach) / packetsOfCall,
    next: (call) => ({
      path: '/v1/packets',
      method: 'POST',
      headers,
      body: JSON.stringify(
        Array.from({ length: packetsOfCall }, (_, place) => {
          const at = call * packetsOfCall + place;
          const [entity, reading] = [at % entities, Math.floor(at / entities)];
          return {
            entityId: ids[entity],
            timestamp: new Date(start + reading * packetDistance).toISOString(),
            message: {
              Value: (entity * 7 + reading * 13) % 100,
              Metrics: { Load: (entity + reading) % 100, CpuPercent: reading % 90, MemoryPercent: reading % 70 },
            },
          };
        }),
      ),
    }),
  });
};

const condition = (operand: object) => ({ Type: 0, Operator: 3, RightOperand: '97', ...operand });

const ruleOf = (tenantId: string, ruleTypeId: number, operand: object) => ({
  name: 'Benchmark',
  ruleTypeId,
  tenantId,
  matchLifetime: '00:05:00',
  conditions: [condition(operand)],
});

const backtest = async (options: Options, rule: object): Promise<number> => {
  const authorization = `Bearer ${await options.administrator()}`;
  const began = performance.now();
  const { statusCode, body } = await request(`${options.product}/v1/rules/backtest`, {
    method: 'POST',
    headers: { authorization, 'x-tenant-id': options.tenantId, 'content-type': 'application/json' },
    body: JSON.stringify({ days: 1, rule }),
    headersTimeout: 300_000,
    bodyTimeout: 300_000,
  });
  const text = await body.text();
  assert.equal(statusCode, 200, text);
  const { packets } = JSON.parse(text) as { readonly packets: number };
  assert.ok(packets >= entities * packetsOfEach, `${packets} packets were looked at`);
  return performance.now() - began;
};

/**
 * Offers 5,000 packets per second. Resolves with the number accepted per second, and collects the times of the calls in
 * `times`.
 */
const offer = async (options: Options, times: number[]): Promise<number> => {
  const pool = new Pool(options.product, { connections: 32 });
  const headers = { authorization: `Bearer ${options.packetToken}`, 'content-type': 'application/json' };
  const ids = Array.from({ length: 1_000 }, () => randomUUID());
  const [callsASecond, batch] = [50, 100];
  let made = 0;
  const next = (): string =>
    JSON.stringify(
      Array.from({ length: batch }, () => ({
        entityId: ids[made++ % ids.length],
        timestamp: new Date().toISOString(),
        message: { Value: made % 100, Metrics: { Load: 20 } },
      })),
    );
  const started = performance.now();
  const underWay: Promise<void>[] = [];
  const calls = Math.round((options.milliseconds / 1_000) * callsASecond);
  for (let call = 0; call < calls; call += 1) {
    const sent = performance.now();
    underWay.push(
      pool
        .request({ path: '/v1/packets', method: 'POST', headers, body: next() })
        .then(async ({ statusCode, body }) => {
          const text = await body.text();
          assert.equal(statusCode, 202, text);
          times.push(performance.now() - sent);
        }),
    );
    const wait = started + ((call + 1) * 1_000) / callsASecond - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  }
  await Promise.all(underWay);
  const seconds = (performance.now() - started) / 1_000;
  await pool.close();
  return (calls * batch) / seconds;
};

/** Back-tests of a rule over a million stored packets, and their effect on ingest at 5,000 packets per second. */
export const benchmarkBacktest = async (options: Options): Promise<void> => {
  await sendPackets(options);
  const rules = [
    { name: 'the value', max: 5_000, rule: ruleOf(options.tenantId, 1, { LeftOperand: 1 }) },
    {
      name: 'a field of the message',
      max: 15_000,
      rule: ruleOf(options.tenantId, 1, { LeftOperand: 2, LeftOperandFieldName: 'Load' }),
    },
  ];
  for (const { name, max, rule } of rules) {
    const times: number[] = [];
    for (let run = 0; run < runs; run += 1) times.push(await backtest(options, rule));
    report({
      name: `back-test over a million packets, ${name} (at most ${max} ms), median`,
      value: median(times),
      unit: 'ms',
    });
  }
  const [quiet, busy]: [number[], number[]] = [[], []];
  const rates = await inTurns(
    options.rounds,
    async () => {
      let isOver = false;
      const testing = (async () => {
        while (!isOver) await backtest(options, rules[0]?.rule ?? {});
      })();
      const rate = await offer(options, busy).finally(() => (isOver = true));
      await testing;
      return rate;
    },
    () => offer(options, quiet),
  );
  report({
    name: 'packets accepted at 5,000/s beside back-tests',
    value: rates.product,
    unit: 'packets/s',
    floor: rates.floor,
  });
  report({
    name: 'calls of 100 packets at 5,000/s beside back-tests, p95',
    value: percentile(busy, 0.95),
    unit: 'ms',
    floor: percentile(quiet, 0.95),
  });
};
