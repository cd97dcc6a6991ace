import { execFile } from 'node:child_process';
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DatabaseSettings } from '@cfs/server/first-run/embedded-database/database-settings';
import { ordinaryUser } from '@cfs/server/first-run/embedded-database/ordinary-user';
import { startPostmaster, type Postmaster } from '@cfs/server/first-run/embedded-database/postmaster';
import { runProgram } from '@cfs/server/first-run/embedded-database/run-program';
import { createSocketDirectory, removeSocketDirectory } from '@cfs/server/first-run/embedded-database/socket-directory';
import { makeOwnCluster, type OwnPostgres } from '@cfs/server/testing/own-postgres';
import { makeDataDirectory } from './data-directory.ts';
import { projectDirectory } from './project.ts';

/** The installed PostgreSQL on a separate cluster, configured by the files of `deploy/pgbackrest`. */
export interface ArchivedPostgres extends AsyncDisposable {
  /** The value of DATABASE_URL. */
  readonly address: string;
  /** Runs pgBackRest as the owner of the cluster; throws with its output if it fails. */
  backrest(...words: readonly string[]): Promise<void>;
  /** Resolves when the database accepts writes; after a restore, once it has recovered. */
  start(): Promise<void>;
  /** Kills it, as in a crash. */
  crash(): Promise<void>;
}

const run = promisify(execFile);
const port = 5432;
const example = (name: string): Promise<string> =>
  readFile(join(projectDirectory, 'deploy', 'pgbackrest', name), 'utf8');

/** Whether pgBackRest is installed. */
export const hasBackrest = await run('pgbackrest', ['version']).then(
  () => true,
  () => false,
);

/** Parses lines of the form `name = 'value'`. */
const settingsOf = (text: string): DatabaseSettings =>
  Object.fromEntries([...text.matchAll(/^(\w+) = '?(.*?)'?$/gm)].map(([, name = '', value = '']) => [name, value]));

/** Creates the cluster and the repository, and starts the cluster. */
export const startArchivedPostgres = async ({ programs }: OwnPostgres): Promise<ArchivedPostgres> => {
  const directory = await makeDataDirectory('cfs-e2e-archived-');
  const at = (name: string): string => join(directory.path, name);
  const user = await ordinaryUser(directory.path);
  for (const name of ['repository', 'state']) {
    await mkdir(at(name), { mode: 0o700 });
    if (user.uid !== undefined && user.gid !== undefined) await chown(at(name), user.uid, user.gid);
  }
  const workplace = { programs, cluster: at('postgresql'), user };
  await makeOwnCluster(workplace);
  const host = await createSocketDirectory(user);
  const configuration = at('pgbackrest.conf');
  const places = `[global]\nlog-path=${at('state')}\nlock-path=${at('state')}\nspool-path=${at('state')}`;
  const text = (await example('pgbackrest.conf'))
    .replace('[global]', places)
    .replace('/var/lib/pgbackrest', at('repository'))
    .replace('/var/lib/postgresql/15/main', workplace.cluster);
  await writeFile(configuration, `${text}pg1-socket-path=${host}\npg1-port=${port}\npg1-user=postgres\n`);
  const archiving = (await example('archiving.conf')).replace('pgbackrest ', `pgbackrest --config=${configuration} `);
  const start = (): Promise<Postmaster> =>
    startPostmaster({
      workplace,
      logFile: at('postgresql.log'),
      settings: {
        ...settingsOf(archiving),
        listen_addresses: '',
        port: String(port),
        unix_socket_directories: host,
        unix_socket_permissions: '0700',
      },
    });
  let postmaster: Postmaster | undefined = await start();
  return {
    address: `postgres://postgres@localhost:${port}/postgres?host=${encodeURIComponent(host)}`,
    async backrest(...words) {
      const options = { cwd: directory.path, env: { PATH: process.env['PATH'] ?? '' }, ...user };
      await run('pgbackrest', [`--config=${configuration}`, '--stanza=cfs', ...words], options);
    },
    async start() {
      postmaster = await start();
    },
    async crash() {
      await runProgram(workplace, 'pg_ctl', ['stop', '-D', workplace.cluster, '-m', 'immediate', '-w', '-s']);
      await postmaster?.ended;
      postmaster = undefined;
    },
    async [Symbol.asyncDispose]() {
      await postmaster?.stop();
      await removeSocketDirectory(host);
      await directory[Symbol.asyncDispose]();
    },
  };
};
