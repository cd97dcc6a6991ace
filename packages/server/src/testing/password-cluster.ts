import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedDatabase } from '../first-run/embedded-database/start-embedded-database.ts';
import type { ConnectionSettings } from '../platform/database/connection-settings.ts';
import { makeClusterDirectory } from './cluster-directory.ts';

/** An empty cluster that requires the password of every role except its superuser, like clusters of installations. */
export interface PasswordCluster {
  /** As the superuser. */
  readonly connection: ConnectionSettings;
  stop(): Promise<void>;
}

export const startPasswordCluster = async (): Promise<PasswordCluster> => {
  const directory = await makeClusterDirectory();
  const authentication = join(directory, 'pg_hba.conf');
  await writeFile(authentication, 'local all postgres trust\nlocal all all scram-sha-256\n');
  const database = await startEmbeddedDatabase({
    dataDirectory: directory,
    log: { info() {}, warn() {} },
    settings: { fsync: 'off', hba_file: authentication },
  });
  return {
    connection: database.connection,
    async stop() {
      await database.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
};
