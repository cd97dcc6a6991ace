import { createConnectionPool } from '../platform/database/connection-pool.ts';
import type { ConnectionSettings } from '../platform/database/connection-settings.ts';
import { migrate } from '../platform/database/migrate.ts';
import { templateDatabase, testMasterKey } from './test-database-constants.ts';

/** Runs statements as the owner of the cluster, outside any transaction. */
const maintain = async (connection: ConnectionSettings, ...statements: string[]): Promise<void> => {
  const pool = createConnectionPool({
    connection,
    name: 'cfs-test-setup',
    size: 1,
    statementTimeout: 0,
    acquireTimeout: 30_000,
    onIdleError: () => undefined,
  });
  for (const statement of statements) await pool.use(undefined, (each) => each.query(statement, []));
  await pool.close();
};

export const dropTemplateDatabase = (cluster: ConnectionSettings): Promise<void> =>
  maintain(cluster, `drop database if exists ${templateDatabase}`);

/** Creates the template of test databases and returns the migrations that it ran, in order. */
export const makeTemplateDatabase = async (cluster: ConnectionSettings): Promise<readonly string[]> => {
  await dropTemplateDatabase(cluster);
  await maintain(cluster, `create database ${templateDatabase}`);
  return migrate({ owner: { ...cluster, database: templateDatabase }, masterKey: testMasterKey });
};
