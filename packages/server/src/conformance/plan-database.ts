import { systemContext, type Context, type Scope } from '../platform/context.ts';
import { createConnectionPool } from '../platform/database/connection-pool.ts';
import type { PooledConnection } from '../platform/database/pooled-connection.ts';
import type { Statement } from '../platform/database/gate.ts';
import { filledTenant, fillTenants } from '../testing/fill-table.ts';
import { isDeep } from '../testing/is-deep.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import type { PlanNode } from './plan-faults.ts';

/**
 * A deep run fills tables to the size of large customers; any other run just enough for plans to need their indexes.
 */
export const planSize = isDeep ? { rows: 1_000_000, tenants: 500 } : { rows: 20_000, tenants: 100 };

/** A scope and its name, which is also its key in the database. */
export type Width = readonly [name: string, scope: Scope];

/** The scope of `count` tenants: every `step`-th one from number `first` on. Number 1 has the most rows. */
export const tenantsOf = (first: number, count: number, step = 1): Scope => ({
  kind: 'tenants',
  tenantIds: Array.from({ length: count }, (_, index) => filledTenant(first + index * step)),
});

/** A database with the tenants of {@link planSize}, which explains statements in the scope of each width. */
export interface PlanDatabase {
  readonly database: TestDatabase;
  /** A context in the first tenant of the scope, in which every permission has this scope. */
  contextOf(scope: Scope): Context;
  /** The plans of the statements in the scope of the width. */
  explain(
    [width]: Width,
    statementsOn: (connection: PooledConnection) => readonly Statement[],
  ): Promise<readonly PlanNode[]>;
  drop(): Promise<void>;
}

export const createPlanDatabase = async (widths: readonly Width[]): Promise<PlanDatabase> => {
  const clock = new ManualClock();
  const database = await createTestDatabase();
  await fillTenants(database, planSize.tenants, clock.now());
  for (const [name, scope] of widths) {
    const tenantIds = scope.kind === 'all' ? [] : scope.tenantIds;
    await database.asOwner('select gate.define_scope($1, $2, $3, $4)', [
      name,
      scope.kind === 'all',
      tenantIds,
      clock.now(),
    ]);
  }
  const planner = createConnectionPool({
    connection: database.connections.app,
    name: 'plans',
    size: 1,
    statementTimeout: 0,
    acquireTimeout: 30_000,
    onIdleError: () => undefined,
  });
  return {
    database,
    contextOf(scope) {
      const tenantId = (scope.kind === 'tenants' ? scope.tenantIds[0] : undefined) ?? filledTenant(1);
      return { ...systemContext({ name: 'plans', clock, tenantId }), scopeOf: () => scope };
    },
    explain: ([width], statementsOn) =>
      planner.use(undefined, async (connection) => {
        await connection.query(`select set_config('cfs.scope', $1, false)`, [width]);
        const plans: PlanNode[] = [];
        for (const { text, values } of statementsOn(connection)) {
          const { rows } = await connection.query(`explain (format json) ${text}`, values);
          const [row] = rows as { 'QUERY PLAN': [{ Plan: PlanNode }] }[];
          if (!row) throw new Error('There is no plan.');
          plans.push(row['QUERY PLAN'][0].Plan);
        }
        return plans;
      }),
    async drop() {
      await planner.close();
      await database.drop();
    },
  };
};
