import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { pino, type Logger } from 'pino';
import type { RoleName } from '@cfs/contracts/roles';
import { accessTables } from '../access-tables.ts';
import { createApp } from '../app.ts';
import { areas as everyArea } from '../areas.ts';
import { storeBuiltInRoles } from '../areas/access/roles/store-built-in-roles.ts';
import { createTenantToken } from '../platform/access/tenant-tokens.ts';
import { tableAuditsOf } from '../platform/audit/table-audits-of.ts';
import { readConfiguration } from '../platform/configuration.ts';
import { createServices } from '../platform/create-services.ts';
import type { ConnectionSettings } from '../platform/database/connection-settings.ts';
import type { AccessGate, Gate } from '../platform/database/gate.ts';
import { createMetrics } from '../platform/metrics.ts';
import { startTracing } from '../platform/tracing/start-tracing.ts';
import type { App } from '../platform/http/app-instance.ts';
import type { Area, Services } from '../platform/services.ts';
import { createTestClient, type TestClient } from './test-client.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { testMasterKey } from './test-database-constants.ts';
import { createTestIdentity, type TestIdentity } from './test-identity.ts';
import { addTestPerson, addTestTenant, type TestPerson } from './test-people.ts';
import { ManualClock } from './manual-clock.ts';

export interface TestServerOptions {
  readonly clock?: ManualClock;
  /** All areas by default. */
  readonly areas?: readonly Area[];
  /** Environment variables on top of the defaults. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Directory of the built portal. */
  readonly portalDirectory?: string;
  readonly hosts?: readonly string[];
  /** Receives the log; `takeServerErrors` then returns nothing. */
  readonly log?: Logger;
  /** The cluster of its database, which contains the template; by default that of the run. */
  readonly cluster?: ConnectionSettings;
}

/** The whole server on a separate database, with two tenants that must not see each other. */
export interface TestServer {
  readonly app: App;
  readonly services: Services;
  readonly database: TestDatabase;
  readonly clock: ManualClock;
  readonly identity: TestIdentity;
  readonly tenants: { readonly own: string; readonly foreign: string };
  /** Makes anonymous calls. */
  readonly anonymous: TestClient;
  /** Makes calls of a user who signed in without being invited. */
  readonly stranger: TestClient;
  /** A person of a built-in role in a tenant (the own one by default) or in `'all'`; the same each time. */
  person(role: RoleName, tenantId?: string): Promise<TestPerson>;
  /** Adds a person with the given mail to the own tenant. */
  colleague(mail: string): Promise<TestPerson>;
  /** Makes calls of that person. */
  as(role: RoleName, tenantId?: string): TestClient;
  /** Makes calls with the given credential. */
  withCredential(credential: string): TestClient;
  /** Creates a tenant token for the purposes. */
  tenantToken(purposes: readonly string[], tenantId?: string): Promise<string>;
  /** Returns and clears the errors that the server has logged so far (every response of 500 and above, except 501). */
  takeServerErrors(): string[];
  /** Ends everything; throws if the server logged an error that was not taken. */
  close(): Promise<void>;
}

/** Starts a test server, which must be closed in `afterAll`. It listens on no port: clients call it directly. */
export const startTestServer = async (options: TestServerOptions = {}): Promise<TestServer> => {
  const clock = options.clock ?? new ManualClock();
  const database = await createTestDatabase(options.cluster);
  const metrics = createMetrics(clock);
  const identity = await createTestIdentity(clock);
  const configuration = readConfiguration({
    OIDC_AUTHORITY: identity.source.issuer,
    DATA_DIR: `${tmpdir()}/cfs-test-unused`,
    LOG_LEVEL: 'silent',
    ...options.environment,
  });
  const serverErrors: string[] = [];
  const log = options.log ?? pino({ level: 'error' }, { write: (line) => serverErrors.push(line) });
  const tracing = await startTracing(configuration, log);
  const gate: Gate & AccessGate = database.createGate({
    clock,
    tables: tableAuditsOf(everyArea),
    durations: metrics.statements,
    tracing,
  });
  const services = createServices({
    configuration,
    masterKey: testMasterKey,
    gate,
    accessTables,
    identity: identity.source,
    clock,
    log,
    metrics,
    tracing,
  });
  await storeBuiltInRoles(gate, clock);
  const tenants = {
    own: await addTestTenant(database, 'Own', clock.now()),
    foreign: await addTestTenant(database, 'Foreign', clock.now()),
  };
  const app = await createApp({
    services,
    access: gate,
    areas: options.areas ?? everyArea,
    hosts: options.hosts,
    portalDirectory: options.portalDirectory ?? tmpdir(),
  });
  await app.ready();

  const people = new Map<string, Promise<TestPerson>>();
  const person = (role: RoleName, tenantId: string = tenants.own): Promise<TestPerson> => {
    const key = `${role} ${tenantId}`;
    const added =
      people.get(key) ??
      addTestPerson(database, { provider: identity.source.provider, role, tenantId, moment: clock.now() }).then(
        async (made) => {
          await services.snapshot.refresh();
          return made;
        },
      );
    people.set(key, added);
    return added;
  };

  return {
    app,
    services,
    database,
    clock,
    identity,
    tenants,
    anonymous: createTestClient(app),
    stranger: createTestClient(app, () =>
      identity.sign({ sub: 'stranger', email: 'stranger@example.com', email_verified: true }),
    ),
    person,
    async colleague(mail) {
      const { provider } = identity.source;
      const made = await addTestPerson(database, {
        provider,
        role: 'Viewer',
        tenantId: tenants.own,
        moment: clock.now(),
        mail,
      });
      await services.snapshot.refresh();
      return made;
    },
    as: (role, tenantId) =>
      createTestClient(app, async () => {
        const { subject } = await person(role, tenantId);
        return identity.sign({ sub: subject });
      }),
    withCredential: (credential) => createTestClient(app, () => Promise.resolve(credential)),
    async tenantToken(purposes, tenantId = tenants.own) {
      const { token, hash, prefix } = createTenantToken();
      await database.asOwner(
        `insert into cfs.token_grants (tenant_id, token_grant_id, name, lifetime_years, purposes, prefix, token_hash,
           created, created_by, modified, expires_on)
         values ($1, $2, 'Test', 1, $3, $4, $5, $6, 'test', $6, $6::timestamptz + interval '1 year')`,
        [tenantId, randomUUID(), purposes, prefix, hash, clock.now()],
      );
      await services.snapshot.refresh();
      return token;
    },
    takeServerErrors: () => serverErrors.splice(0),
    async close() {
      await app.close();
      await services.snapshot.close();
      await tracing?.close();
      await database.drop();
      if (serverErrors.length > 0) throw new Error(`The server had errors of its own:\n${serverErrors.join('')}`);
    },
  };
};
