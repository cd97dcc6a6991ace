import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import { Pool } from 'undici';
import { closedLoop } from './closed-loop.ts';
import { percentile, report } from './report.ts';

interface Options {
  readonly product: string;
  /** Machine tokens for packets of two tenants. */
  readonly tokens: { readonly one: string; readonly other: string };
  readonly tenants: { readonly one: string };
  readonly owner: pg.Client;
  readonly milliseconds: number;
}

/** Rules that concern each packet, whatever their number. */
const concerned = 10;
const entitiesInRules = 100_000;

const insertRules = async (
  owner: pg.Client,
  tenantId: string,
  count: number,
  entityIds: readonly string[],
): Promise<void> => {
  await owner.query('delete from cfs.rules where tenant_id = $1', [tenantId]);
  const load = { Type: 0, LeftOperand: 2, LeftOperandFieldName: 'Load', Operator: 3, RightOperand: '90' };
  const rules = Array.from({ length: count }, (_, index) =>
    JSON.stringify(
      index < concerned
        ? [{ ...load, RightOperand: String(90 + index) }]
        : [{ Type: 0, LeftOperand: 6, Operator: 1, RightOperand: entityIds[index % entityIds.length] }, load],
    ),
  );
  await owner.query(
    `insert into cfs.rules (tenant_id, rule_id, enabled, name, rule_type_id, match_lifetime_seconds, match_lifetime,
       use_sliding_expiration, conditions, match_actions, expiration_actions, is_deleted, created, created_by, modified, modified_by)
     select $1, gen_random_uuid(), true, 'Benchmark', 1, 300, '00:05:00', false, conditions::jsonb, '[]', '[]', false, now(), 'bench',
            now(), 'bench'
     from unnest($2::text[]) conditions`,
    [tenantId, rules],
  );
  await owner.query(
    `insert into cfs.rule_epochs (tenant_id, epoch) values ($1, 1)
     on conflict (tenant_id) do update set epoch = cfs.rule_epochs.epoch + 1`,
    [tenantId],
  );
};

const createBatches = (entityIds: readonly string[]) => {
  const start = Date.now() - 120_000;
  let made = 0;
  return (count: number): string =>
    JSON.stringify(
      Array.from({ length: count }, () => {
        const at = made++;
        return {
          entityId: entityIds[at % entityIds.length],
          timestamp: new Date(start + Math.floor(at / entityIds.length)).toISOString(),
          message: { Value: at % 100, Metrics: { Load: 20 } },
        };
      }),
    );
};

const headersOf = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });

/** Packets per second in batches of 250 with `count` rules, ten of which concern each packet. */
const throughput = async (options: Options, count: number): Promise<number> => {
  const entityIds = Array.from({ length: entitiesInRules }, () => randomUUID());
  await insertRules(options.owner, options.tenants.one, count, entityIds);
  const next = createBatches(entityIds.slice(0, 1_000));
  const measure = (milliseconds: number) =>
    closedLoop({
      origin: options.product,
      concurrency: 8,
      milliseconds,
      next: () => ({ path: '/v1/packets', method: 'POST', headers: headersOf(options.tokens.one), body: next(250) }),
    });
  // The first commit compiles the rules.
  await measure(1_000);
  return (await measure(options.milliseconds)) * 250;
};

/** Time in which the neighbour, which sends sequentially, sends enough packets for a percentile. */
const minNeighbourMilliseconds = 12_000;

/** The time of single packets of another tenant while the first one sends as fast as possible. */
const neighbour = async (options: Options): Promise<void> => {
  const pool = new Pool(options.product, { connections: 2 });
  const entityIds = Array.from({ length: 1_000 }, () => randomUUID());
  const next = createBatches(entityIds);
  const times: number[] = [];
  let isOver = false;
  const busy = closedLoop({
    origin: options.product,
    concurrency: 16,
    milliseconds: Math.max(options.milliseconds, minNeighbourMilliseconds),
    next: () => ({ path: '/v1/packets', method: 'POST', headers: headersOf(options.tokens.one), body: next(250) }),
  }).finally(() => (isOver = true));
  const own = createBatches([randomUUID()]);
  while (!isOver) {
    const began = performance.now();
    const { statusCode, body } = await pool.request({
      path: '/v1/packets',
      method: 'POST',
      headers: headersOf(options.tokens.other),
      body: own(1),
    });
    assert.equal(statusCode, 202, await body.text());
    times.push(performance.now() - began);
  }
  await busy;
  await pool.close();
  report({
    name: 'packet of a neighbour beside 2,000 rules on each packet, p95',
    value: percentile(times, 0.95),
    unit: 'ms',
  });
};

/** The cost of a packet with few and with many rules, and its effect on another tenant. */
export const benchmarkRules = async (options: Options): Promise<void> => {
  const ten = await throughput(options, concerned);
  for (const count of [2_000, 10_000]) {
    const many = await throughput(options, count);
    report({
      name: `packets under ${count} rules, of which ${concerned} concern each`,
      value: many,
      unit: 'packets/s',
      floor: ten,
    });
  }
  const load = { Type: 0, LeftOperand: 2, LeftOperandFieldName: 'Load', Operator: 3, RightOperand: '90' };
  await insertRules(options.owner, options.tenants.one, concerned, []);
  await options.owner.query(
    `insert into cfs.rules (tenant_id, rule_id, enabled, name, rule_type_id, match_lifetime_seconds, match_lifetime,
       use_sliding_expiration, conditions, match_actions, expiration_actions, is_deleted, created, created_by, modified, modified_by)
     select $1, gen_random_uuid(), true, 'Benchmark', 1, 300, '00:05:00', false, $2::jsonb, '[]', '[]', false, now(), 'bench', now(),
            'bench'
     from generate_series(1, 2000)`,
    [options.tenants.one, JSON.stringify([load])],
  );
  await options.owner.query('update cfs.rule_epochs set epoch = epoch + 1');
  await neighbour(options);
};
