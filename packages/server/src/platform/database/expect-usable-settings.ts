import { StartUpError } from '../start-up-error.ts';
import type { PooledConnection } from './pooled-connection.ts';

const oldestVersion = 150_000;

interface DatabaseSettings {
  readonly version: string;
  readonly versionNumber: number;
  readonly encoding: string;
  readonly conformingStrings: string;
  readonly readOnly: string;
}

const faultOf = (settings: DatabaseSettings): string | undefined => {
  if (settings.versionNumber < oldestVersion)
    return `runs PostgreSQL ${settings.version}, but version 15 or later is required`;
  if (settings.encoding !== 'UTF8')
    return `has the encoding ${settings.encoding}. Create it with encoding 'UTF8' template template0`;
  if (settings.readOnly !== 'off')
    return 'accepts no writes: default_transaction_read_only is on. Reset it for the database, its owner or the server';
  if (settings.conformingStrings !== 'on')
    return 'has standard_conforming_strings off. Reset it for the database, its owner or the server';
  return undefined;
};

/**
 * Checks what the migrations need of the database before they change it.
 *
 * @throws StartUpError for an old version, another encoding than UTF-8, and settings under which no migration runs.
 */
export const expectUsableSettings = async (connection: PooledConnection): Promise<void> => {
  const { rows } = await connection.query(
    `select current_setting('server_version') as version,
        current_setting('server_version_num')::integer as "versionNumber",
        current_setting('server_encoding') as encoding,
        current_setting('standard_conforming_strings') as "conformingStrings",
        current_setting('default_transaction_read_only') as "readOnly"`,
    [],
  );
  const [settings] = rows as DatabaseSettings[];
  const fault = settings && faultOf(settings);
  if (fault !== undefined) throw new StartUpError(`The database of DATABASE_URL ${fault}.`);
};
