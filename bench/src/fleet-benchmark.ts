import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { coreOperations } from '@cfs/contracts/core-operations';
import { request } from 'undici';
import {
  maxResidentMebibytes,
  ownProcessorSeconds,
  residentMebibytes,
  treeProcessorSeconds,
} from './process-figures.ts';
import { percentile, report } from './report.ts';
import { seedFleetHour } from './seed-fleet-hour.ts';
import type { Serving } from './serving.ts';

interface FleetOptions {
  readonly devices: number;
  /** Minutes that are measured, after all devices are connected. */
  readonly minutes: number;
  /** Keys and ids of the devices. */
  readonly state: string;
}

/** The state that the simulator prints. */
interface FleetState {
  readonly seconds: number;
  readonly connected: number;
  readonly sessions: number;
  readonly made: number;
  readonly acknowledged: number;
  readonly duplicates: number;
  readonly rejected: number;
  readonly changes: number;
  readonly changeP95: number;
  readonly sendP95: number;
  readonly serverFaults: number;
  readonly statuses: Readonly<Record<string, number>>;
}

interface Simulator {
  readonly process: ChildProcess;
  state(): FleetState | undefined;
  /** Waits until the state fulfils the condition, and resolves to it. */
  until(condition: (state: FleetState) => boolean): Promise<FleetState>;
  /** Makes it send its remaining packets and exit. */
  drain(): Promise<FleetState>;
}

const root = join(import.meta.dirname, '../..');
const operationsOfDevice = 5;
const changesPerMinute = 120;
const settleMilliseconds = 30_000;
const lookMilliseconds = 250;
/** At any time some agents are between two polls. */
const waitingShare = 0.99;
const gridRows = 100;
/** Calls of each kind: with fewer, the 95th percentile would be the third or fourth highest. */
const gridCalls = 200;
const maxGridMilliseconds = 50;
const maxCores = 0.6;
const maxMebibytes = 400;
const maxChangeMilliseconds = 2_000;
const maxReconnectSeconds = 60;

const startSimulator = (serving: Serving, args: readonly string[]): Simulator => {
  const child = spawn(
    process.execPath,
    [
      join(root, 'bench/src/fleet/main.ts'),
      '--server',
      serving.origin,
      '--tenant',
      serving.tenants.one,
      '--report',
      '1',
      ...args,
    ],
    { env: { ...process.env, ...serving.environment }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let state: FleetState | undefined;
  const listeners = new Set<() => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    state = JSON.parse(line) as FleetState;
    for (const listener of listeners) listener();
  });
  const ended = once(child, 'exit');
  return {
    process: child,
    state: () => state,
    until: async (condition) => {
      const fulfilled = Promise.withResolvers<FleetState>();
      const look = (): void => {
        if (state && condition(state)) fulfilled.resolve(state);
      };
      listeners.add(look);
      look();
      try {
        const first = await Promise.race([fulfilled.promise, ended]);
        if ('connected' in first) return first;
        throw new Error(`The simulator ended: ${JSON.stringify(state)}`);
      } finally {
        listeners.delete(look);
      }
    },
    drain: async () => {
      child.kill('SIGTERM');
      await ended;
      if (!state) throw new Error('The simulator printed nothing.');
      return state;
    },
  };
};

/** Number of agents whose long polls the server holds, according to its metrics. */
const agentsWaiting = async ({ origin }: Serving): Promise<number> => {
  const response = await request(`${origin}/metrics`);
  return Number(/^agents_waiting (\d+)$/m.exec(await response.body.text())?.[1] ?? Number.NaN);
};

/** Waits until the server holds the polls of all agents except those between two polls. */
const untilAllWait = async (serving: Serving, devices: number): Promise<void> => {
  while (!((await agentsWaiting(serving)) >= devices * waitingShare)) await wait(lookMilliseconds);
};

/** Waits until each device has sent a heartbeat after `since`. */
const untilAllReported = async ({ owner }: Serving, devices: number, since: Date): Promise<void> => {
  const reported = async (): Promise<number> => {
    const { rowCount } = await owner.query(
      `select from cfs.devices
       join cfs.packets_latest latest
         on latest.tenant_id = devices.tenant_id and latest.entity_id = devices.device_id
       where latest.received_at > $1`,
      [since],
    );
    return rowCount ?? 0;
  };
  while ((await reported()) < devices) await wait(lookMilliseconds);
};

/** Creates the subscription of the tenant into which the devices of the fleet are promoted, unless it exists. */
const createSubscription = async ({ origin, owner, tenants, tokenOf }: Serving): Promise<void> => {
  const { rowCount } = await owner.query('select from cfs.subscriptions where tenant_id = $1', [tenants.one]);
  if (rowCount) return;
  const response = await request(`${origin}/v1/subscriptions`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${await tokenOf('admin')}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Fleet', tenantId: tenants.one }),
  });
  assert.ok(response.statusCode < 300, await response.body.text());
};

/** Milliseconds of each call that the list of devices makes, with pages of 100 rows; 95 of 100 of each kind. */
const timeGrid = async (
  { origin, tenants, tokenOf }: Serving,
  devices: number,
): Promise<ReadonlyMap<string, number>> => {
  const headers = { authorization: `Bearer ${await tokenOf('admin')}`, 'x-tenant-id': tenants.one };
  const times = new Map<string, number[]>();
  const get = async (name: string, path: string): Promise<unknown> => {
    const began = performance.now();
    const response = await request(`${origin}${path}`, { headers });
    const body = await response.body.json();
    assert.equal(response.statusCode, 200, JSON.stringify(body));
    const known = times.get(name) ?? [];
    known.push(performance.now() - began);
    times.set(name, known);
    return body;
  };
  const list = (name: string, page: number, options: string): Promise<unknown> => {
    const filter = encodeURIComponent('isDeleted eq false');
    const skip = (page * gridRows) % devices;
    return get(
      name,
      `/v1/devices?$filter=${filter}&$expand=location&$count=true&$top=${gridRows}&$skip=${skip}${options}`,
    );
  };
  for (let call = 0; call < gridCalls; call += 1) {
    const { value } = (await list('page by name', call, '&$orderby=name')) as { value: { deviceId: string }[] };
    await list('page by another order', call, '&$orderby=created%20desc');
    await list('search', 0, `&$orderby=name&$search=${String(call).padStart(3, '0')}`);
    const ids = value.map(({ deviceId }) => deviceId);
    const entities = encodeURIComponent(`entityId in (${ids.join()})`);
    const fields = 'entityId,timestamp,value,valueName,unit,cpuPercent,memoryPercent';
    await get('live values', `/v1/packets?$filter=${entities}&$select=${fields}&$top=${gridRows}`);
    await get('trend', `/v1/devices/readings?deviceIds=${ids.join()}&hours=1&points=20`);
  }
  return new Map([...times].map(([name, taken]) => [name, percentile(taken, 0.95)]));
};

/** Enrols and promotes the devices of the state that are missing, with their operations. */
export const prepareFleet = async (serving: Serving, { devices, state }: FleetOptions): Promise<void> => {
  await createSubscription(serving);
  const simulator = startSimulator(serving, ['--devices', String(devices), '--state', state, '--minutes', '0']);
  await once(simulator.process, 'exit');
  // Inserted by SQL: through the API it would take an hour.
  await serving.owner.query(
    `insert into cfs.device_operations (tenant_id, device_operation_id, device_id, operation_id, label, enabled,
       frequency_type_id, interval_seconds, is_interactive, parameters, created, created_by, modified, modified_by)
     select tenant_id, gen_random_uuid(), device_id, $1, 'Host Metrics ' || n, true, 2, 300, false, '[]', now(), 'bench',
       now(), 'bench'
     from cfs.devices, generate_series(1, $2) n
     where not exists (
       select from cfs.device_operations assigned
       where assigned.tenant_id = devices.tenant_id and assigned.device_id = devices.device_id
     )`,
    [coreOperations[0]?.operationId, operationsOfDevice],
  );
  await serving.owner.query('vacuum analyze');
};

/**
 * Runs a fleet of simulated agents against the product, each with a heartbeat per minute and five operations every five
 * minutes, after an hour of packets. Measures processor time and memory of server and database, the latency of changes,
 * lost packets, and a restart of the server.
 */
export const benchmarkFleet = async (serving: Serving, options: FleetOptions): Promise<void> => {
  const { devices, minutes } = options;
  let missed = 0;
  const judge = (name: string, value: number, unit: string, max: number): void => {
    if (value > max) missed += 1;
    report({ name: `${devices} agents, ${name} (at most ${max} ${unit})`, value, unit });
  };
  const stored = async (): Promise<number> => {
    const { rows } = await serving.owner.query<{ packets: string }>('select count(*) packets from cfs.packet_history');
    return Number(rows[0]?.packets);
  };

  const startedAt = new Date();
  const before = await stored();
  const atRest = await residentMebibytes(serving.serverProcess());
  const simulator = startSimulator(serving, [
    ...['--devices', String(devices), '--state', options.state, '--minutes', '600'],
    ...['--changes', String(changesPerMinute)],
  ]);
  await simulator.until(({ connected }) => connected === devices);
  await untilAllWait(serving, devices);
  await untilAllReported(serving, devices, startedAt);
  const seeded = await seedFleetHour(serving.owner);
  report({ name: `${devices} agents, packets of the past hour that are added`, value: seeded, unit: 'packets' });
  await wait(settleMilliseconds);

  const began = performance.now();
  const serverBefore = await ownProcessorSeconds(serving.serverProcess());
  const databaseBefore = await treeProcessorSeconds(serving.databaseProcess);
  await wait(minutes * 60_000);
  const seconds = (performance.now() - began) / 1_000;
  const server = ((await ownProcessorSeconds(serving.serverProcess())) - serverBefore) / seconds;
  const database = ((await treeProcessorSeconds(serving.databaseProcess)) - databaseBefore) / seconds;
  const steady = simulator.state();
  report({ name: `${devices} agents, server`, value: server, unit: 'cores' });
  report({ name: `${devices} agents, database`, value: database, unit: 'cores' });
  judge('server and database together', server + database, 'cores', maxCores);
  const resident = await residentMebibytes(serving.serverProcess());
  judge('resident memory of the server', resident, 'MiB', maxMebibytes);
  const max = await maxResidentMebibytes(serving.serverProcess());
  judge('the same at its highest, while all connect and since', max, 'MiB', maxMebibytes);
  report({ name: `${devices} agents, memory of each`, value: ((resident - atRest) * 1_024) / devices, unit: 'KiB' });
  judge('a change to its agent, 95 of 100', steady?.changeP95 ?? Number.NaN, 'ms', maxChangeMilliseconds);
  report({ name: `${devices} agents, changes`, value: steady?.changes ?? 0, unit: 'changes' });
  report({ name: `${devices} agents, a call with packets, 95 of 100`, value: steady?.sendP95 ?? 0, unit: 'ms' });

  for (const [name, value] of await timeGrid(serving, devices))
    judge(`list of devices, ${name}, 95 of 100`, value, 'ms', maxGridMilliseconds);

  const downMilliseconds = await serving.restart();
  report({ name: `${devices} agents, restart of the server`, value: downMilliseconds / 1_000, unit: 's' });
  const restarted = performance.now();
  await untilAllWait(serving, devices);
  judge('all connected after a restart', (performance.now() - restarted) / 1_000, 's', maxReconnectSeconds);

  const end = await simulator.drain();
  judge('server errors other than 503 with Retry-After', end.serverFaults, 'answers', 0);
  report({ name: `${devices} agents, packets made`, value: end.made, unit: 'packets' });
  report({ name: `${devices} agents, packets still on agents`, value: end.made - end.acknowledged, unit: 'packets' });
  report({ name: `${devices} agents, packets sent again`, value: end.duplicates, unit: 'packets' });
  judge('packets rejected', end.rejected, 'packets', 0);
  judge(
    'acknowledged packets that are not stored',
    before + seeded + end.acknowledged - (await stored()),
    'packets',
    0,
  );
  console.log(JSON.stringify({ name: `${devices} agents, statuses`, ...end.statuses }));
  report({ name: `${devices} agents, figures above what they may be`, value: missed, unit: 'figures' });
};
