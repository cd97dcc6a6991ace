import { createConnectionPool } from './connection-pool.ts';
import type { ConnectionSettings } from './connection-settings.ts';

/** The database does not isolate tenants; the server must not start. */
export class UnsafeDatabaseError extends Error {
  override name = 'UnsafeDatabaseError';
}

const roleFaults = `
  select format('the role %s is a superuser or passes by row-level security', rolname) as fault
    from pg_catalog.pg_roles where rolname = current_user and (rolsuper or rolbypassrls)
  union all
  select format('the role %s owns %s', current_user, oid::regclass)
    from pg_catalog.pg_class where relnamespace = 'cfs'::regnamespace and pg_has_role(current_user, relowner, 'member')
  union all
  select format('the role %s can read the scopes', current_user)
    where has_table_privilege('gate.scopes', 'select') or has_table_privilege('gate.scope_members', 'select')`;

const tableFaults = `
  select format('the table %s has no forced row-level security with a policy', c.oid::regclass) as fault
    from pg_catalog.pg_class c
    where c.relnamespace = 'cfs'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and not (c.relrowsecurity and c.relforcerowsecurity
        and exists (select from pg_catalog.pg_policy p where p.polrelid = c.oid and p.polname = 'scope'))
  union all
  select format('the partition %s can be reached past its table', c.oid::regclass)
    from pg_catalog.pg_class c
    where c.relnamespace = 'cfs'::regnamespace and c.relispartition
      and has_table_privilege(c.oid, 'select, insert, update, delete')
  union all
  select format('the view %s does not run as its caller', c.oid::regclass)
    from pg_catalog.pg_class c
    where c.relnamespace = 'cfs'::regnamespace and c.relkind in ('v', 'm')
      and not coalesce(c.reloptions::text[] && array['security_invoker=true', 'security_invoker=on'], false)`;

/**
 * What would bypass the isolation of tenants, seen through one of the server's roles: excessive privileges of the role, and
 * tables, partitions and views without their policy.
 */
export const isolationFaults = async (connection: ConnectionSettings): Promise<readonly string[]> => {
  const pool = createConnectionPool({
    connection,
    name: 'cfs-self-check',
    size: 1,
    statementTimeout: 30_000,
    acquireTimeout: 30_000,
    onIdleError: () => undefined,
  });
  try {
    const { rows } = await pool.use(undefined, (each) => each.query(`${roleFaults} union all ${tableFaults}`, []));
    return (rows as { fault: string }[]).map((row) => row.fault);
  } finally {
    await pool.close();
  }
};

/**
 * Checks the database through the server's roles before serving.
 *
 * @throws UnsafeDatabaseError naming every fault of the first role that sees any.
 */
export const checkDatabase = async (connections: readonly ConnectionSettings[]): Promise<void> => {
  for (const connection of connections) {
    const faults = await isolationFaults(connection);
    if (faults.length > 0) throw new UnsafeDatabaseError(`The database is not safe to serve: ${faults.join('; ')}.`);
  }
};
