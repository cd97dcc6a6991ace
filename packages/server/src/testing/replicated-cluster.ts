import { chown, copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startBaseBackup } from '../first-run/backup/base-backup.ts';
import { clusterEntries, controlFile } from '../first-run/backup/cluster-entries.ts';
import { defaultSettings, type DatabaseSettings } from '../first-run/embedded-database/database-settings.ts';
import { startPostmaster, type Postmaster } from '../first-run/embedded-database/postmaster.ts';
import { createSocketDirectory, removeSocketDirectory } from '../first-run/embedded-database/socket-directory.ts';
import { startEmbeddedDatabase } from '../first-run/embedded-database/start-embedded-database.ts';
import { prepareWorkplace, type Workplace } from '../first-run/embedded-database/workplace.ts';
import { createConnectionPool } from '../platform/database/connection-pool.ts';
import type { ConnectionSettings } from '../platform/database/connection-settings.ts';
import { makeClusterDirectory } from './cluster-directory.ts';
import { makeTemplateDatabase } from './template-database.ts';

/** A PostgreSQL with the template of test databases, and its physical replica. */
export interface ReplicatedCluster {
  /** The owner's connection to the primary. */
  readonly primary: ConnectionSettings;
  /** The owner's connection to the replica. */
  readonly replica: ConnectionSettings;
  stopReplica(): Promise<void>;
  startReplica(): Promise<void>;
  /** Ends both and removes their files. */
  stop(): Promise<void>;
}

const fastSettings: DatabaseSettings = {
  ...defaultSettings(),
  fsync: 'off',
  max_wal_senders: '4',
  wal_keep_size: '64MB',
};

const ownedBy = async ({ user: { uid, gid } }: Workplace, path: string): Promise<void> => {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
};

/** Copies the running cluster as a base backup that follows the primary once it is started. */
const copyCluster = async (primary: ConnectionSettings, source: string, target: Workplace): Promise<void> => {
  const pool = createConnectionPool({
    connection: primary,
    name: 'cfs-test-base-backup',
    size: 1,
    statementTimeout: 0,
    acquireTimeout: 30_000,
    onIdleError: () => undefined,
  });
  const place = async (path: string): Promise<void> => {
    await copyFile(join(source, path), join(target.cluster, path));
    await ownedBy(target, join(target.cluster, path));
  };
  const write = async (path: string, text: string): Promise<void> => {
    await writeFile(join(target.cluster, path), text, { mode: 0o600 });
    await ownedBy(target, join(target.cluster, path));
  };
  const make = async (path: string): Promise<void> => {
    await mkdir(join(target.cluster, path), { mode: 0o700 });
    await ownedBy(target, join(target.cluster, path));
  };
  await make('');
  await pool.use(undefined, async (connection) => {
    const backup = await startBaseBackup(connection);
    for await (const { path, isDirectory } of clusterEntries(source)) await (isDirectory ? make(path) : place(path));
    await place(controlFile);
    const { label, segments } = await backup.stop();
    for (const segment of segments) await place(`pg_wal/${segment}`);
    await write('backup_label', label);
    await write('standby.signal', '');
  });
  await pool.close();
};

/** Starts a primary of the embedded PostgreSQL and a replica of it, each reached by a private socket. */
export const startReplicatedCluster = async (): Promise<ReplicatedCluster> => {
  const directory = await makeClusterDirectory();
  const log = { info: () => undefined, warn: console.warn };
  const database = await startEmbeddedDatabase({ dataDirectory: directory, log, settings: fastSettings });
  const primary: ConnectionSettings = database.connection;
  await makeTemplateDatabase(primary);
  const workplace = await prepareWorkplace(directory);
  const standby: Workplace = { ...workplace, cluster: `${workplace.cluster}-replica` };
  await copyCluster(primary, workplace.cluster, standby);
  const socketDirectory = await createSocketDirectory(standby.user);
  const startReplica = (): Promise<Postmaster> =>
    startPostmaster({
      workplace: standby,
      logFile: join(directory, 'replica.log'),
      settings: {
        ...fastSettings,
        primary_conninfo: `host=${primary.host} port=${primary.port} user=${primary.user}`,
        wal_retrieve_retry_interval: '100ms',
        listen_addresses: '',
        port: String(primary.port),
        unix_socket_directories: socketDirectory,
        unix_socket_permissions: '0700',
      },
    });
  let replica: Postmaster | undefined = await startReplica();
  const stopReplica = async (): Promise<void> => {
    await replica?.stop();
    replica = undefined;
  };
  return {
    primary,
    replica: { ...primary, host: socketDirectory },
    stopReplica,
    async startReplica() {
      replica ??= await startReplica();
    },
    async stop() {
      await stopReplica();
      await database.stop();
      await removeSocketDirectory(socketDirectory);
      await rm(directory, { recursive: true, force: true });
    },
  };
};
