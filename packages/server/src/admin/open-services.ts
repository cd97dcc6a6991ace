import { pino } from 'pino';
import { areas } from '../areas.ts';
import { accessTables } from '../access-tables.ts';
import type { IdentitySource } from '../platform/access/identity-source.ts';
import { tableAuditsOf } from '../platform/audit/table-audits-of.ts';
import { systemClock } from '../platform/clock.ts';
import { readConfiguration, type Configuration } from '../platform/configuration.ts';
import type { ConnectionSettings } from '../platform/database/connection-settings.ts';
import { createGate } from '../platform/database/create-gate.ts';
import { roleConnections } from '../platform/database/roles.ts';
import { createServices } from '../platform/create-services.ts';
import { createDerivedKeys } from '../platform/secrets/derived-keys.ts';
import type { Services } from '../platform/services.ts';

/** The services of the areas on a database that a server has set up. */
export interface OpenServices {
  readonly services: Services;
  /** The connection of the database's owner. */
  readonly owner: ConnectionSettings;
  readonly masterKey: Buffer;
  close(): Promise<void>;
}

const ownerOf = async ({ database, dataDirectory }: Configuration): Promise<ConnectionSettings> => {
  if (database !== undefined) return database;
  const { runningDatabase } = await import('../first-run/embedded-database/running-database.ts');
  return runningDatabase(dataDirectory);
};

const masterKeyOf = async ({ masterKey, dataDirectory }: Configuration): Promise<Buffer> => {
  if (masterKey !== undefined) return masterKey;
  const { firstRunMasterKey } = await import('../first-run/master-key.ts');
  return firstRunMasterKey(dataDirectory, true);
};

/** The provider by its name only: nobody signs in on the command line. */
const namedProvider = async (configuration: Configuration): Promise<IdentitySource> => {
  const { authority, audience, clientId, accessTokenType } = configuration;
  const provider = authority ?? (await import('../first-run/first-run-identity.ts')).firstRunProvider;
  return {
    issuer: provider,
    provider,
    audience,
    clientId,
    accessTokenType,
    keys: () => Promise.reject(new TypeError('The command line cannot verify tokens.')),
  };
};

/**
 * Opens the database that the environment names, as a server would, or that of the first-run server running on
 * DATA_DIR. Applies no migrations.
 *
 * @throws StartUpError with one line if the environment names no usable database.
 */
export const openServices = async (
  environment: Readonly<Record<string, string | undefined>>,
): Promise<OpenServices> => {
  const configuration = readConfiguration(environment);
  const owner = await ownerOf(configuration);
  const masterKey = await masterKeyOf(configuration);
  const connections = roleConnections(owner, masterKey);
  const gate = createGate({
    connections,
    keys: createDerivedKeys(masterKey),
    clock: systemClock,
    tables: tableAuditsOf(areas),
    sizes: { read: 1, write: 1, ingest: 1, access: 2 },
    onConnectionError: () => undefined,
  });
  const services = createServices({
    configuration,
    masterKey,
    gate,
    accessTables,
    identity: await namedProvider(configuration),
    clock: systemClock,
    log: pino({ level: 'silent' }),
  });
  return {
    services,
    owner,
    masterKey,
    async close() {
      await services.snapshot.close();
      await gate.close();
    },
  };
};
