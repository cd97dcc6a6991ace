import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedDatabase } from '@cfs/server/first-run/embedded-database/start-embedded-database';
import pg from 'pg';
import { startProgram, type ChildProgram } from './child-program.ts';
import { grantOnly, seedWorkUnits, type SeededTenants, type Spread } from './seed-work-units.ts';

/** The product in its shipped configuration on a filled database. */
export interface Serving {
  readonly product: ChildProgram;
  readonly origin: string;
  readonly connectionString: string;
  /** A connection that bypasses row-level security. */
  readonly owner: pg.Client;
  readonly tenants: SeededTenants;
  /** Returns an access token of a demo user, valid for some minutes. */
  readonly tokenOf: (person: string) => Promise<string>;
  /** Environment variables that name its database and data directory, for scripts. */
  readonly environment: Readonly<Record<string, string>>;
  /** Id of the server's process. */
  readonly serverProcess: () => number;
  /** Process id of PostgreSQL's postmaster. */
  readonly databaseProcess: number;
  /** Stops the server and starts it again; resolves to the milliseconds until it was ready. */
  readonly restart: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

const root = join(import.meta.dirname, '../..');

export const freePort = (): Promise<number> =>
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

/**
 * Starts the product in the directory and fills it. `admin` sees all tenants, `viewer` thirty, `operator` one (the
 * largest), `requester` the last.
 */
export const serveProduct = async (
  directory: string,
  workUnits: number,
  spread: Spread,
  settings: Readonly<Record<string, string>> = {},
): Promise<Serving> => {
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
    ...settings,
  };
  const start = () => startProgram({ script: join(root, 'scripts/start.mjs'), environment, ready: 'Ready:' });
  let product = await start();
  const owner = new pg.Client({ connectionString });
  await owner.connect();
  const tenants = await seedWorkUnits(owner, workUnits, spread);
  await grantOnly(owner, 'viewer', 'Viewer', tenants.thirty);
  await grantOnly(owner, 'operator', 'Operator', [tenants.one]);
  await grantOnly(owner, 'requester', 'Viewer', [tenants.last]);
  const postmaster = await readFile(join(directory, 'database', 'postgresql', 'postmaster.pid'), 'utf8');
  return {
    get product() {
      return product;
    },
    environment,
    serverProcess: () => product.process.pid ?? 0,
    databaseProcess: Number(postmaster.split('\n', 1)[0]),
    restart: async () => {
      const asked = performance.now();
      await product.stop();
      product = await start();
      return performance.now() - asked;
    },
    origin: `http://localhost:${environment.PORT}`,
    connectionString,
    owner,
    tenants,
    tokenOf: (person) => tokenOf(environment, person),
    stop: async () => {
      await owner.end();
      await product.stop();
      await database.stop();
    },
  };
};
