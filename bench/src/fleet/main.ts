import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { coreOperations } from '@cfs/contracts/core-operations';
import { createFleetClient, type FleetAnswer } from './fleet-client.ts';
import { createFigures, summary } from './fleet-figures.ts';
import { createDevice, enrolDevice, runDevice, type KnownDevice, type Trouble } from './simulated-device.ts';

/**
 * `npm run -s fleet -- --devices 10000`: simulates a fleet of agents over the real protocol in one process, against a
 * running server. Figures go to standard output, one line of JSON each.
 */
const usage = `npm run -s fleet -- [--server URL] [--tenant ID] [--devices N] [--minutes N] [--state FILE] [--operations N] [--changes N]
                       [--offline SHARE] [--clones SHARE] [--skew SHARE] [--slow SHARE] [--report SECONDS]

--tenant      where new devices are enrolled; at first the current tenant of the person
--operations  device operations that each new device gets
--changes     devices that are changed each minute, to measure how fast it reaches them
--offline     share of the devices (0 to 1) that lose their connection now and then
--clones      share that runs twice with one key
--skew        share whose clock is 10 minutes slow
--slow        share whose calls take 1 to 3 s longer
--state       keys and ids of the devices, so that a later run plays the same ones
--report      seconds between two lines of figures

Tokens come from CFS_PERSON_TOKEN (may create tokens, promote and edit devices), else from the first-run server on DATA_DIR.`;

const { values } = parseArgs({
  options: {
    server: { type: 'string', default: 'http://127.0.0.1:8080' },
    tenant: { type: 'string' },
    devices: { type: 'string', default: '1000' },
    minutes: { type: 'string', default: '10' },
    state: { type: 'string' },
    operations: { type: 'string', default: '0' },
    changes: { type: 'string', default: '0' },
    offline: { type: 'string', default: '0' },
    clones: { type: 'string', default: '0' },
    skew: { type: 'string', default: '0' },
    slow: { type: 'string', default: '0' },
    report: { type: 'string', default: '10' },
    help: { type: 'boolean', default: false },
  },
});
const number = (name: Exclude<keyof typeof values, 'help' | 'server' | 'state' | 'tenant'>, max: number): number => {
  const given = Number(values[name]);
  if (given >= 0 && given <= max) return given;
  throw new Error(`--${name} takes a number from 0 to ${max}.\n${usage}`);
};

const root = join(import.meta.dirname, '../../..');
const enrolmentsAtOnce = 20;
const batchSize = 24;
const tokenMilliseconds = 60_000;
const startSpreadMilliseconds = 30_000;
const skewMilliseconds = -600_000;
const slowMilliseconds = 2_000;
const drainMilliseconds = 60_000;

const printToken = async (): Promise<string> => {
  const script = join(root, 'scripts/token.mjs');
  return (await promisify(execFile)(process.execPath, [script, 'admin'])).stdout.trim();
};

let printed: { readonly token: Promise<string>; readonly until: number } | undefined;
const personToken = (): Promise<string> => {
  const given = process.env['CFS_PERSON_TOKEN'];
  if (given !== undefined) return Promise.resolve(given);
  if (!printed || performance.now() > printed.until) {
    printed = { token: printToken(), until: performance.now() + tokenMilliseconds };
  }
  return printed.token;
};

const readKnown = async (path: string | undefined): Promise<KnownDevice[]> => {
  if (path === undefined) return [];
  try {
    return JSON.parse(await readFile(path, 'utf8')) as KnownDevice[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
};

const inParallel = async <Item>(items: readonly Item[], width: number, work: (item: Item) => Promise<void>) => {
  const queue = [...items];
  const worker = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: width }, worker));
};

const play = async (): Promise<void> => {
  const client = createFleetClient(values.server);
  const devices = number('devices', 100_000);
  const figures = createFigures();

  const asPerson = async (method: string, path: string, body?: unknown): Promise<FleetAnswer> => {
    const headers = {
      authorization: `Bearer ${await personToken()}`,
      ...(values.tenant !== undefined && { 'x-tenant-id': values.tenant }),
    };
    const answer = await client({
      method,
      path,
      headers,
      ...(body !== undefined && { body }),
      timeoutMilliseconds: 60_000,
    });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  };

  const known = (await readKnown(values.state)).slice(0, devices);
  const fresh = Array.from({ length: devices - known.length }, (_, index) =>
    createDevice(`simulated-${String(known.length + index + 1).padStart(5, '0')}`),
  );
  if (fresh.length > 0) {
    const { body } = await asPerson('PUT', '/v1/tokens', {
      name: 'Simulated fleet',
      lifetimeYears: 1,
      canSendPackets: false,
    });
    const { generatedToken } = body as { generatedToken: string };
    await inParallel(fresh, enrolmentsAtOnce, (device) => enrolDevice(client, device, generatedToken));
    for (let first = 0; first < fresh.length; first += batchSize) {
      const ids = fresh.slice(first, first + batchSize).map(({ agentId }) => agentId);
      await asPerson('POST', '/v1/pendingdevices/batchpromote', ids);
    }
    known.push(...fresh);
    if (values.state !== undefined) await writeFile(values.state, JSON.stringify(known), { mode: 0o600 });
    await inParallel(fresh, 4, async ({ agentId }) => {
      for (let index = 0; index < number('operations', 100); index += 1) {
        await asPerson('PUT', '/v1/deviceOperations', {
          deviceId: agentId,
          operationId: coreOperations[0]?.operationId,
          label: `Host Metrics ${index + 1}`,
          enabled: true,
          frequencyTypeId: 2,
          interval: '00:05:00',
          parameters: [],
        });
      }
    });
  }

  const stopping = new AbortController();
  /** Aborted when no more packets are created; waiting packets are still sent. */
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  const changed = new Map<string, { readonly interval: number; readonly at: number }>();
  /**
   * Devices whose agents have read their configuration: a change to a device that is still starting says nothing about
   * latency.
   */
  const started = new Set<string>();
  const onConfiguration = (deviceId: string, { heartbeatInterval }: { readonly heartbeatInterval: number }): void => {
    started.add(deviceId);
    const change = changed.get(deviceId);
    if (!change || change.interval !== heartbeatInterval) return;
    figures.changeMilliseconds.push(performance.now() - change.at);
    changed.delete(deviceId);
  };

  const isOneOf = (index: number, share: number, offset: number): boolean =>
    ((index * 7_919 + offset * 104_729) % 10_000) / 10_000 < share;
  const shares = {
    offline: number('offline', 1),
    skew: number('skew', 1),
    slow: number('slow', 1),
    clones: number('clones', 1),
  };
  const runs = known.flatMap((device, index) => {
    const trouble: Trouble = {
      goesOffline: isOneOf(index, shares.offline, 1),
      skewMilliseconds: isOneOf(index, shares.skew, 2) ? skewMilliseconds : 0,
      delayMilliseconds: isOneOf(index, shares.slow, 3) ? slowMilliseconds : 0,
    };
    const run = async (): Promise<void> => {
      await wait(Math.random() * startSpreadMilliseconds);
      await runDevice(client, device, {
        figures,
        trouble,
        signal: stopping.signal,
        ending: ending.signal,
        onConfiguration,
      });
    };
    return isOneOf(index, shares.clones, 4) ? [run(), run()] : [run()];
  });

  const changesPerMinute = number('changes', 6_000);
  const change = async (): Promise<void> => {
    let round = 0;
    while (changesPerMinute > 0 && !ending.signal.aborted) {
      await wait(60_000 / changesPerMinute, undefined, { signal: ending.signal }).catch(() => undefined);
      const device = known[Math.floor(Math.random() * known.length)];
      if (ending.signal.aborted || !device?.agentId || !started.has(device.agentId)) continue;
      if (changed.has(device.agentId)) continue;
      round += 1;
      const interval = 60 + (round % 50) + 1;
      changed.set(device.agentId, { interval, at: performance.now() });
      try {
        await asPerson('POST', `/v1/devices/${device.agentId}`, { heartbeatInterval: interval });
      } catch {
        // The server is unreachable, for example during its restart, so this change is not measured.
        changed.delete(device.agentId);
      }
    }
  };

  const began = performance.now();
  const seconds = (): number => Math.round((performance.now() - began) / 1_000);
  const state = () => summary(figures, { seconds: seconds(), devices: known.length, sessions: runs.length });
  const reporting = setInterval(() => process.stdout.write(`${state()}\n`), number('report', 3_600) * 1_000);
  const changing = change();
  await wait(number('minutes', 600) * 60_000, undefined, { signal: ending.signal }).catch(() => undefined);
  ending.abort();
  // Waits until all created packets have arrived, which shows that none was lost.
  const drained = performance.now() + drainMilliseconds;
  while (figures.acknowledged < figures.made && performance.now() < drained && !stopping.signal.aborted)
    await wait(500);
  stopping.abort();
  clearInterval(reporting);
  process.stdout.write(`${state()}\n`);
  await Promise.race([Promise.all([changing, ...runs]), wait(2_000)]);
  process.exit(0);
};

if (values.help) process.stdout.write(`${usage}\n`);
else await play();
