import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { mayEnter, ordinaryUser, type RunAs } from '../first-run/embedded-database/ordinary-user.ts';
import { startPostmaster } from '../first-run/embedded-database/postmaster.ts';
import { runProgram } from '../first-run/embedded-database/run-program.ts';
import { createSocketDirectory, removeSocketDirectory } from '../first-run/embedded-database/socket-directory.ts';
import type { Workplace } from '../first-run/embedded-database/workplace.ts';
import type { ConnectionSettings } from '../platform/database/connection-settings.ts';

/** A PostgreSQL that is installed on this machine, not the one that the product includes. */
export interface OwnPostgres {
  /** As it reports it: `15.18`. */
  readonly version: string;
  /** The directory of `initdb`, `pg_ctl` and `postgres`. */
  readonly programs: string;
}

/** A running, empty cluster of it, reached by a private socket. */
export interface OwnCluster {
  readonly connection: ConnectionSettings;
  /** Stops it and removes all its files. */
  stop(): Promise<void>;
}

/** The oldest major version that the product runs on. */
export const oldestSupported = 15;

const distributions = '/usr/lib/postgresql';
const superuser = 'postgres';
const port = 5432;

const configuredDirectory = (): string[] => {
  try {
    return [execFileSync('pg_config', ['--bindir'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()];
  } catch {
    return []; // not every installation includes it
  }
};

const pathDirectories = async (): Promise<string[]> => {
  const programs = (process.env['PATH'] ?? '').split(delimiter).map((directory) => join(directory, 'postgres'));
  const found = await Promise.all(programs.map((program) => realpath(program).catch(() => undefined)));
  return found.filter((program) => program !== undefined).map((program) => dirname(program));
};

const distributedDirectories = async (): Promise<string[]> =>
  (await readdir(distributions).catch(() => []))
    .toSorted((one, other) => Number(other) - Number(one))
    .map((major) => join(distributions, major, 'bin'));

const versionIn = async (programs: string, user: RunAs): Promise<string | undefined> => {
  const names: readonly string[] = await readdir(programs).catch(() => []);
  if (!['initdb', 'pg_ctl', 'postgres'].every((name) => names.includes(name)) || !mayEnter(user, programs))
    return undefined;
  const { output } = await runProgram({ programs, cluster: '', user }, 'postgres', ['--version']);
  return /\(PostgreSQL\) (\S+)/.exec(output)?.[1];
};

/**
 * Finds an installed PostgreSQL that is new enough: in PATH, by `pg_config`, then in the directories of Debian's
 * packages.
 */
export const findOwnPostgres = async (): Promise<OwnPostgres | undefined> => {
  const user = await ordinaryUser('');
  const directories = [...(await pathDirectories()), ...configuredDirectory(), ...(await distributedDirectories())];
  for (const programs of new Set(directories)) {
    const version = await versionIn(programs, user);
    if (version !== undefined && Number.parseInt(version, 10) >= oldestSupported) return { version, programs };
  }
  return undefined;
};

/** Creates the files of an empty cluster, which belong to the user of the workplace. */
export const makeOwnCluster = async (workplace: Workplace): Promise<void> => {
  const { cluster, user } = workplace;
  await mkdir(cluster, { mode: 0o700 });
  if (user.uid !== undefined && user.gid !== undefined) await chown(cluster, user.uid, user.gid);
  const { code, output } = await runProgram(workplace, 'initdb', [
    ...['--pgdata', cluster, '--username', superuser, '--auth=trust', '--no-instructions', '--no-sync'],
    ...['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=und'],
  ]);
  if (code !== 0) throw new Error(`initdb ended with ${code ?? 'a signal'}: ${output}`);
};

/** Creates and starts a temporary cluster; under root, as an ordinary user. */
export const startOwnPostgres = async ({ programs }: OwnPostgres): Promise<OwnCluster> => {
  const directory = await mkdtemp(join(tmpdir(), 'cfs-test-own-'));
  await chmod(directory, 0o711);
  const user = await ordinaryUser(directory);
  const host = await createSocketDirectory(user);
  const clear = async (): Promise<void> => {
    await removeSocketDirectory(host);
    await rm(directory, { recursive: true, force: true });
  };
  try {
    const workplace = { programs, cluster: join(directory, 'postgresql'), user };
    await makeOwnCluster(workplace);
    const postmaster = await startPostmaster({
      workplace,
      logFile: join(directory, 'postgresql.log'),
      settings: {
        fsync: 'off',
        synchronous_commit: 'off',
        full_page_writes: 'off',
        listen_addresses: '',
        port: String(port),
        unix_socket_directories: host,
        unix_socket_permissions: '0700',
      },
    });
    return {
      connection: { host, port, user: superuser, database: 'postgres' },
      async stop() {
        await postmaster.stop();
        await clear();
      },
    };
  } catch (error) {
    await clear();
    throw error;
  }
};
