import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { createConnectionPool } from '../platform/database/connection-pool.ts';
import type { ConnectionSettings } from '../platform/database/connection-settings.ts';
import { createGate, type GateOptions } from '../platform/database/create-gate.ts';
import type { AccessGate, Gate } from '../platform/database/gate.ts';
import { roleConnections } from '../platform/database/roles.ts';
import { createDerivedKeys } from '../platform/secrets/derived-keys.ts';
import { templateDatabase, testMasterKey } from './test-database-constants.ts';
import { ManualClock } from './manual-clock.ts';

/** A separate database for a test file. */
export interface TestDatabase {
  readonly connections: ReturnType<typeof roleConnections>;
  readonly owner: ConnectionSettings;
  /** Runs a statement as the owner, bypassing every policy: to set up data and to inspect what is stored. */
  asOwner<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Runs a statement as the owner; its locks are held until the result is disposed of, which ends the transaction. */
  hold(text: string, values?: readonly unknown[], end?: 'rollback' | 'commit'): Promise<AsyncDisposable>;
  /** The conflict of each write on its gates that was retried. */
  readonly conflicts: readonly Error[];
  /** Creates a gate on the database, which `drop` closes. */
  createGate(
    options?: Partial<
      Pick<
        GateOptions,
        | 'clock'
        | 'sizes'
        | 'processes'
        | 'statementTimeout'
        | 'tables'
        | 'durations'
        | 'tracing'
        | 'replica'
        | 'onLaggingRead'
        | 'onConnectionError'
        | 'onUnknownScope'
      >
    >,
  ): Gate & AccessGate;
  drop(): Promise<void>;
}

const quietPool = (connection: ConnectionSettings, name: string) =>
  createConnectionPool({
    connection,
    name,
    size: 2,
    statementTimeout: 0,
    acquireTimeout: 30_000,
    onIdleError: () => undefined,
  });

/** Copies the migrated template, in the cluster of the run unless another is given; must be dropped in `afterAll`. */
export const createTestDatabase = async (
  cluster: ConnectionSettings = inject('testCluster'),
): Promise<TestDatabase> => {
  const database = `cfs_test_${randomUUID().replaceAll('-', '')}`;
  const maintenance = quietPool(cluster, 'cfs-test-maintenance');
  const maintain = (statement: string) => maintenance.use(undefined, (each) => each.query(statement, []));
  await maintain(`create database ${database} template ${templateDatabase}`);
  await maintain(`grant connect on database ${database} to cfs_app, cfs_ingest, cfs_access`);
  const owner = { ...cluster, database };
  const connections = roleConnections(owner, testMasterKey);
  const owners = quietPool(owner, 'cfs-test-owner');
  const gates: Gate[] = [];
  const conflicts: Error[] = [];
  return {
    connections,
    owner,
    conflicts,
    async asOwner<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
      const { rows } = await owners.use(undefined, (each) => each.query(text, values));
      return rows as Row[];
    },
    async hold(text, values = [], end = 'rollback') {
      const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const ended = owners.use(undefined, async (each) => {
        await each.query('begin', []);
        await each.query(text, values);
        held.resolve();
        await released.promise;
        await each.query(end, []);
      });
      await Promise.race([held.promise, ended]);
      return {
        async [Symbol.asyncDispose]() {
          released.resolve();
          await ended;
        },
      };
    },
    createGate(options = {}) {
      const gate = createGate({
        connections,
        keys: createDerivedKeys(testMasterKey),
        clock: new ManualClock(),
        onConnectionError: () => undefined,
        ...options,
        onConflict: (error) => conflicts.push(error),
      });
      gates.push(gate);
      return gate;
    },
    async drop() {
      await Promise.all(gates.map((gate) => gate.close()));
      await owners.close();
      await maintain(`drop database ${database} with (force)`);
      await maintenance.close();
    },
  };
};
