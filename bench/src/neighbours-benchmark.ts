import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { serverProgram } from './child-program.ts';
import { createPacketToken } from './load-packets.ts';
import { attacksBy, faultyCallsBy, type Attack, type Attacker } from './neighbour-attacks.ts';
import { percentile, report } from './report.ts';
import type { Serving } from './serving.ts';

const limits = { milliseconds: 500, growthMebibytes: 100, faultyBodyMilliseconds: 50 } as const;
/** The number of sequential calls with each faulty body. */
const faultyCallCount = 40;
/** The maximum number of calls and the duration of an attack. */
const attackLimits = { calls: 20_000, milliseconds: 15_000 } as const;
const restMilliseconds = 60_000;
/** Milliseconds between two calls of each kind by the neighbour, unless a response takes longer. */
const callIntervalMilliseconds = 100;

/** The measured calls of the neighbour. */
interface Neighbour {
  readonly list: () => Promise<void>;
  readonly packet: () => Promise<void>;
  /** Stores a location. */
  readonly save: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The neighbour has its own token, administrator and connections. */
const neighbourOf = (
  origin: string,
  { token, tenantId, administratorToken }: { token: string; tenantId: string; administratorToken: string },
): Neighbour => {
  const pool = new Pool(origin, { connections: 4, pipelining: 1 });
  const authorization = `Bearer ${token}`;
  const entityId = randomUUID();
  const list = '/v1/workunits?$orderby=created%20desc&$top=50&$count=true';
  const ask = async (expected: number, options: Parameters<Pool['request']>[0]): Promise<void> => {
    const response = await pool.request(options);
    const text = await response.body.text();
    assert.equal(response.statusCode, expected, `${options.path}: ${text.slice(0, 400)}`);
  };
  return {
    list: () => ask(200, { method: 'GET', path: list, headers: { authorization } }),
    packet: () =>
      ask(202, {
        method: 'POST',
        path: '/v1/packets',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({
          entityId,
          timestamp: new Date().toISOString(),
          message: { Value: 1, Metrics: { CpuPercent: 20 } },
        }),
      }),
    save: () =>
      ask(201, {
        method: 'PUT',
        path: '/v1/locations',
        headers: {
          authorization: `Bearer ${administratorToken}`,
          'x-tenant-id': tenantId,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ name: `Site ${randomUUID()}`, tenantId }),
      }),
    close: () => pool.close(),
  };
};

/** Makes sequential calls until aborted; resolves to the milliseconds of each. */
const timeCalls = async (call: () => Promise<void>, until: AbortSignal): Promise<number[]> => {
  const samples: number[] = [];
  while (!until.aborted) {
    const asked = performance.now();
    await call();
    const taken = performance.now() - asked;
    samples.push(taken);
    await pause(Math.max(0, callIntervalMilliseconds - taken));
  }
  return samples;
};

/** The number of responses to the attack by status. */
const carryOut = async ({ workers, call }: Attack): Promise<Readonly<Record<string, number>>> => {
  const began = performance.now();
  const answers: Record<string, number> = {};
  let sent = 0;
  const work = async (): Promise<void> => {
    while (sent < attackLimits.calls && performance.now() - began < attackLimits.milliseconds) {
      sent += 1;
      const status = await call().catch(() => 'none');
      answers[status] = (answers[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return answers;
};

const describeAnswers = (answers: Readonly<Record<string, number>>): string =>
  Object.entries(answers)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ');

/**
 * The 95th percentile of one tenant's calls, alone and during attacks by another tenant or an anonymous client; and the
 * server's memory during an attack and within a minute after it. Runs only the selected attacks.
 */
export const benchmarkNeighbours = async (
  { origin, product, owner, tenants, tokenOf }: Serving,
  isChosen: (attack: string) => boolean,
): Promise<void> => {
  const administrator = (): Promise<string> => tokenOf('admin');
  const memory = async (): Promise<number> =>
    (await product.childMemory(serverProgram)) ?? (await product.residentMemory());
  const [attackerToken, neighbourToken] = [
    await createPacketToken(origin, await administrator(), tenants.one, { canRead: true }),
    await createPacketToken(origin, await administrator(), tenants.last, { canRead: true }),
  ];
  const { rows } = await owner.query<{ id: string }>(
    'select min(work_unit_id) as id from cfs.work_units where tenant_id = $1',
    [tenants.one],
  );
  const neighbour = neighbourOf(origin, {
    token: neighbourToken,
    tenantId: tenants.last,
    administratorToken: await administrator(),
  });
  let missed = 0;
  const tell = (name: string, value: number, unit: string, limit: number): void => {
    if (!(value <= limit)) missed += 1;
    report({ name: `neighbours, ${name} (at most ${limit} ${unit})`, value, unit });
  };

  /** The 95th percentile of each call while `work` runs. */
  const meanwhile = async <Result>(work: () => Promise<Result>) => {
    const end = new AbortController();
    const calls = [neighbour.list, neighbour.packet, neighbour.save];
    const timed = Promise.all(calls.map((call) => timeCalls(call, end.signal)));
    const result = await work().finally(() => end.abort());
    const [list = Number.NaN, packet = Number.NaN, save = Number.NaN] = (await timed).map((samples) =>
      percentile(samples, 0.95),
    );
    return { result, list, packet, save };
  };

  const measure = async (attack: Attack, start: number): Promise<void> => {
    const note = await attack.prepare?.();
    let peak = 0;
    const watch = setInterval(() => void memory().then((value) => (peak = Math.max(peak, value))), 250);
    const { result, list, packet, save } = await meanwhile(() => carryOut(attack)).finally(() => clearInterval(watch));
    const name = `${attack.name}${note === undefined ? '' : ` (${note})`}`;
    tell(`${name}: list, p95`, list, 'ms', limits.milliseconds);
    tell(`${name}: packet, p95`, packet, 'ms', limits.milliseconds);
    tell(`${name}: save, p95`, save, 'ms', limits.milliseconds);
    report({
      name: `neighbours, ${name}: peak memory above the start; ${describeAnswers(result)}`,
      value: peak - start,
      unit: 'MiB',
    });
    const until = performance.now() + restMilliseconds;
    while (performance.now() < until && (await memory()) - start > limits.growthMebibytes) await pause(1_000);
    tell(`${name}: memory above the start within a minute`, (await memory()) - start, 'MiB', limits.growthMebibytes);
  };

  await meanwhile(() => pause(3_000));
  const alone = await meanwhile(() => pause(attackLimits.milliseconds));
  tell('alone: list, p95', alone.list, 'ms', limits.milliseconds);
  tell('alone: packet, p95', alone.packet, 'ms', limits.milliseconds);
  tell('alone: save, p95', alone.save, 'ms', limits.milliseconds);
  const start = await memory();
  report({ name: 'neighbours, memory at the start', value: start, unit: 'MiB' });

  const pool = new Pool(origin, { connections: 64, pipelining: 1 });
  const attacker: Attacker = {
    pool,
    origin,
    tenantId: tenants.one,
    packetToken: attackerToken,
    administrator,
    workUnitId: Number(rows[0]?.id),
  };
  for (const { name, call } of await faultyCallsBy(attacker)) {
    const samples: number[] = [];
    for (let count = 0; count < faultyCallCount; count += 1) {
      const asked = performance.now();
      const status = await call();
      samples.push(performance.now() - asked);
      assert.ok(status >= 400 && status < 500, `${name}: ${status}`);
    }
    tell(`one call at a time, ${name}: response, p95`, percentile(samples, 0.95), 'ms', limits.faultyBodyMilliseconds);
  }
  for (const attack of attacksBy(attacker).filter(({ name }) => isChosen(name))) await measure(attack, start);
  await Promise.all([pool.close(), neighbour.close()]);
  report({ name: 'neighbours, figures above what they may be', value: missed, unit: 'figures' });
};
