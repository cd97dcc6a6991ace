import { StartUpError } from '../../start-up-error.ts';
import { createConnectionPool } from '../connection-pool.ts';
import type { ConnectionSettings } from '../connection-settings.ts';
import { readSystemIdentifier } from './system-identifier.ts';

const timeoutMilliseconds = 5_000;

const identifierAt = async (connection: ConnectionSettings, acceptsStandby: boolean): Promise<string> => {
  const pool = createConnectionPool({
    connection,
    acceptsStandby,
    name: 'cfs-replica-check',
    size: 1,
    statementTimeout: timeoutMilliseconds,
    silenceTimeout: timeoutMilliseconds,
    acquireTimeout: timeoutMilliseconds,
    onIdleError: () => undefined,
  });
  try {
    return await pool.use(undefined, readSystemIdentifier);
  } finally {
    await pool.close();
  }
};

/**
 * Checks before serving that the database of `DATABASE_READ_URL` is the primary's replica.
 *
 * @throws StartUpError if it is another database; any other error if it does not respond.
 */
export const checkReplica = async (replica: ConnectionSettings, primary: ConnectionSettings): Promise<void> => {
  const [own, wanted] = [await identifierAt(replica, true), await identifierAt(primary, false)];
  if (own !== wanted || replica.database !== primary.database)
    throw new StartUpError(
      'The database of DATABASE_READ_URL is not a physical replica of the database of DATABASE_URL. Correct one of them, or unset DATABASE_READ_URL.',
    );
};
