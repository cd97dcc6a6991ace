import { mkdtemp, rm, writeFile, chmod } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startEmbeddedDatabase } from '@cfs/server/first-run/embedded-database/start-embedded-database';
import pg from 'pg';
import { startProgram } from './child-program.ts';
import { benchmarkIngest } from './ingest-benchmark.ts';
import { benchmarkLists } from './list-benchmark.ts';
import { report } from './report.ts';
import { grantOnly, seedWorkUnits } from './seed-work-units.ts';
import { benchmarkStarts } from './start-benchmark.ts';

/**
 * `npm run -s bench [-- lists ingest starts] [--seconds N] [--rounds N]`: the product in its shipped configuration
 * against the floor, in turns, each figure a line of JSON.
 */
const root = join(import.meta.dirname, '../..');
const chosen = process.argv.slice(2).filter((word) => ['lists', 'ingest', 'starts'].includes(word));
const option = (name: string, fallback: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? fallback : Number(process.argv[at + 1]);
};
const wanted = (section: string): boolean => chosen.length === 0 || chosen.includes(section);
const milliseconds = option('seconds', 4) * 1000;
const rounds = option('rounds', 3);

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

const tokenOf = async (environment: Record<string, string>, name: string): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'scripts/token.mjs'), name], {
    env: { ...process.env, ...environment },
  });
  return stdout.trim();
};

const benchmarkServing = async (directory: string): Promise<void> => {
  const database = await startEmbeddedDatabase({
    dataDirectory: join(directory, 'database'),
    log: { info: () => undefined, warn: console.error },
  });
  const { host, port, user, database: name } = database.connection;
  const connectionString = `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
  const environment = {
    DATABASE_URL: connectionString,
    DATA_DIR: join(directory, 'data'),
    PORT: String(await freePort()),
    LOG_LEVEL: 'warn',
  };
  const product = await startProgram({
    script: join(root, 'scripts/start.mjs'),
    environment,
    ready: 'Ready:',
  });
  const origin = `http://localhost:${environment.PORT}`;
  const owner = new pg.Client({ connectionString });
  await owner.connect();
  const tenants = await seedWorkUnits(owner, option('work-units', 200_000));
  await grantOnly(owner, 'viewer', 'Viewer', tenants.thirty);
  await grantOnly(owner, 'operator', 'Operator', [tenants.one]);
  const settings = join(directory, 'floor.json');
  await writeFile(settings, JSON.stringify({ connectionString, tenants }));
  const floor = await startProgram({
    script: join(import.meta.dirname, 'floor.ts'),
    arguments: [settings],
    environment: {},
    ready: 'Floor:',
  });
  const floorOrigin = floor.lines.find((line) => line.startsWith('Floor:'))?.slice('Floor: '.length) ?? '';
  try {
    if (wanted('lists'))
      await benchmarkLists({
        product: origin,
        floor: floorOrigin,
        widths: [
          { name: 'all', token: await tokenOf(environment, 'admin') },
          { name: 'thirty', token: await tokenOf(environment, 'viewer') },
          { name: 'one', token: await tokenOf(environment, 'operator') },
        ],
        milliseconds,
        rounds,
      });
    if (wanted('ingest'))
      await benchmarkIngest({
        product: origin,
        floor: floorOrigin,
        administrator: await tokenOf(environment, 'admin'),
        tenantId: tenants.one,
        owner,
        milliseconds,
        rounds,
      });
    await new Promise((resolve) => setTimeout(resolve, option('rest', 60) * 1000));
    const server = (await product.childMemory('packages/server/src/main.ts')) ?? (await product.residentMemory());
    report({ name: 'server, resident a minute after', value: server, unit: 'MiB' });
    const agent = await product.childMemory('agent');
    if (agent !== undefined) report({ name: 'agent, resident', value: agent, unit: 'MiB' });
  } finally {
    await owner.end();
    await floor.stop();
    await product.stop();
    await database.stop();
  }
};

const directory = await mkdtemp(join(tmpdir(), 'cfs-bench-'));
await chmod(directory, 0o711);
try {
  if (wanted('lists') || wanted('ingest')) await benchmarkServing(directory);
  if (wanted('starts')) await benchmarkStarts({ root, directory, port: await freePort() });
} finally {
  await rm(directory, { recursive: true, force: true });
}
