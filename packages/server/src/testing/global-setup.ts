import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { startEmbeddedDatabase } from '../first-run/embedded-database/start-embedded-database.ts';
import { connectionSettingsOf } from '../platform/database/connection-settings.ts';
import type { ConnectionSettings } from '../platform/database/connection-settings.ts';
import { makeClusterDirectory } from './cluster-directory.ts';
import { endDatabaseWithRun } from './end-database-with-run.ts';
import { dropTemplateDatabase, makeTemplateDatabase } from './template-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The owner's connection to the cluster that the tests share. */
    testCluster: ConnectionSettings;
  }
}

/**
 * Starts one PostgreSQL for the whole run (or uses the one that TEST_DATABASE_URL names) and migrates the template that
 * every test file copies.
 */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const directory = await makeClusterDirectory();
  const url = process.env['TEST_DATABASE_URL'];
  const callOffWatch = url ? () => undefined : endDatabaseWithRun(directory);
  const embedded = url
    ? undefined
    : await startEmbeddedDatabase({
        dataDirectory: directory,
        log: { info: () => undefined, warn: console.warn },
        settings: {
          fsync: 'off',
          synchronous_commit: 'off',
          full_page_writes: 'off',
          max_wal_size: '128MB',
          max_connections: '300',
        },
      });
  const cluster: ConnectionSettings = embedded ? embedded.connection : connectionSettingsOf(url ?? '');
  await makeTemplateDatabase(cluster);
  project.provide('testCluster', cluster);
  return async () => {
    if (!embedded) await dropTemplateDatabase(cluster);
    await embedded?.stop();
    callOffWatch();
    await rm(directory, { recursive: true, force: true });
  };
};
