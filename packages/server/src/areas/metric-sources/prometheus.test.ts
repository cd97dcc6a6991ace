import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { isDeep } from '../../testing/is-deep.ts';
import { seedSubscription } from '../../testing/seed-device.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { listedSources, sourceNamed } from './testing/listed-sources.ts';

/** A real Prometheus, from the Debian package `prometheus`, scrapes a target and writes to the server. */
const isInstalled = await promisify(execFile)('prometheus', ['--version']).then(
  () => true,
  () => false,
);
const series = 1_500;

class RunningClock extends ManualClock {
  override now(): Date {
    return new Date();
  }
}

/** A target with more series than Prometheus sends in one call. */
const startTarget = async () => {
  let scrapes = 0;
  const target = createServer((_request, response) => {
    scrapes += 1;
    response.setHeader('content-type', 'text/plain; version=0.0.4');
    const lines = Array.from({ length: series }, (_, index) => `oven_celsius{zone="${index}"} ${index}.5`);
    response.end(
      [
        '# TYPE oven_celsius gauge',
        ...lines,
        '# TYPE bake_seconds histogram',
        'bake_seconds_bucket{le="1"} 2',
        'bake_seconds_bucket{le="+Inf"} 3',
        'bake_seconds_sum 4.5',
        'bake_seconds_count 3',
        'broken_value NaN',
        `scrapes_total ${scrapes}`,
        '',
      ].join('\n'),
    );
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void target.close());
  await new Promise((resolve) => target.once('listening', resolve));
  return `127.0.0.1:${(target.address() as AddressInfo).port}`;
};

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
};

/** The example configuration of the guide, adapted to this target and this server. */
const configurationFor = async (target: string, origin: string, tokenFile: string): Promise<string> => {
  const guide = await readFile(join(import.meta.dirname, '../../../../../docs/operating/sending-metrics.md'), 'utf8');
  const example = /```yaml\n(global:[\s\S]*?)```/.exec(guide)?.[1];
  if (example === undefined) throw new Error('The guide has no example for Prometheus.');
  return example
    .replace('https://portal.example.com', origin)
    .replace('/etc/prometheus/cfs-token', tokenFile)
    .replace('scrape_interval: 30s', 'scrape_interval: 1s')
    .replace('oven.example.com:9100', target);
};

test.skipIf(!isDeep)('samples that Prometheus scrapes become packets of the accepted source', async ({ skip }) => {
  if (!isInstalled) return skip('Nothing was tried: install the package prometheus.');
  const server = await startTestServer({ clock: new RunningClock() });
  onTestFinished(() => server.close());
  const origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const subscriptionId = await seedSubscription(server.database, server.tenants.own);
  await server.services.snapshot.refresh();

  const target = await startTarget();
  const directory = await mkdtemp(join(tmpdir(), 'cfs-prometheus-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  await writeFile(join(directory, 'token'), await server.tenantToken(['packets']), { mode: 0o600 });
  await writeFile(join(directory, 'prometheus.yml'), await configurationFor(target, origin, join(directory, 'token')));
  const prometheus = spawn(
    'prometheus',
    [
      `--config.file=${join(directory, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(directory, 'data')}`,
      `--web.listen-address=127.0.0.1:${await freePort()}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const log: string[] = [];
  prometheus.stderr.setEncoding('utf8').on('data', (text: string) => log.push(text));
  const ended = new Promise((resolve) => prometheus.once('exit', resolve));
  onTestFinished(async () => {
    prometheus.kill('SIGTERM');
    await ended;
  });

  const name = `oven (${target})`;
  await expect.poll(() => listedSources(server, `name eq '${name}'`)).toHaveLength(1);
  const source = await sourceNamed(server, name);
  expect(source).toMatchObject({ protocol: 'Prometheus', status: 'Waiting', identity: `job=oven, instance=${target}` });

  const blockId = randomUUID();
  const accepted = await server.as('Administrator').post(`/v1/metricsources/${source.metricSourceId}/accept`, {
    blockId,
    name: 'Oven',
    subscriptionId,
    blockTypeId: 1,
    valueField: 'oven_celsius{zone="7"}',
  });
  expect(accepted.status, accepted.text).toBe(200);

  const packets = () =>
    server.database.asOwner<{ message: { Value?: number; Metrics: Record<string, number> } | null }>(
      `select cfs.packet_message(history.number, history.text, history.message) as message from cfs.packet_history history
       join cfs.packets_latest latest on latest.series = history.series where latest.entity_id = $1`,
      [blockId],
    );
  const fields = async () =>
    new Map((await packets()).flatMap(({ message }) => Object.entries(message?.Metrics ?? {})));
  await expect.poll(async () => (await fields()).get(`oven_celsius{zone="${series - 1}"}`)).toBe(series - 0.5);
  const stored = await fields();
  expect([...stored.keys()].filter((field) => field.startsWith('oven_celsius'))).toHaveLength(series);
  expect(stored.get('bake_seconds_count')).toBe(3);
  expect(stored.get('bake_seconds_sum')).toBe(4.5);
  expect(stored.get('up')).toBe(1);
  expect([...stored.keys()].filter((field) => /bucket|broken/.test(field))).toEqual([]);

  await expect
    .poll(async () => (await packets()).filter(({ message }) => message?.Value === 7.5).length)
    .toBeGreaterThan(2);
  const latest = await server.as('Viewer').get(`/v1/packets?$filter=entityId in (${blockId})`);
  expect(latest.body).toMatchObject({ value: [{ value: '7.5', valueName: 'oven_celsius{zone="7"}' }] });
  // Prometheus logs samples that it resends as a warning, and samples that it drops as an error.
  const lines = log.join('').split('\n');
  expect(lines.filter((line) => /level=error.*remote|remote.*level=error/.test(line))).toEqual([]);
});
