import { StartUpError } from '../start-up-error.ts';
import { createConnectionPool } from './connection-pool.ts';
import { isDatabaseError } from './database-errors.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import type { PooledConnection } from './pooled-connection.ts';
import { roleConnections, rolePassword, serverRoles, type ServerRole } from './roles.ts';
import { scramVerifier } from './scram-verifier.ts';

const insufficientPrivilege = '42501';
const invalidPassword = '28P01';

/**
 * Sets the password and returns whether the owner may do so. The statement contains a verifier, not the password,
 * because PostgreSQL logs it if `log_statement` requires it and if it is refused.
 */
const setPassword = async (connection: PooledConnection, role: ServerRole, masterKey: Uint8Array): Promise<boolean> => {
  const { rows } = await connection.query(`select format('alter role %I password %L', $1::text, $2::text) as text`, [
    serverRoles[role],
    scramVerifier(rolePassword(masterKey, role)),
  ]);
  try {
    await connection.query((rows as { text: string }[])[0]?.text ?? '', []);
    return true;
  } catch (error) {
    if (isDatabaseError(error) && error.code === insufficientPrivilege) return false;
    throw error;
  }
};

/** Whether the role can sign in with the password. Throws any error other than a wrong password. */
const canSignIn = async (connection: ConnectionSettings): Promise<boolean> => {
  const pool = createConnectionPool({
    connection,
    name: 'cfs-sign-in',
    size: 1,
    statementTimeout: 30_000,
    acquireTimeout: 30_000,
    onIdleError: () => undefined,
  });
  try {
    await pool.use(undefined, () => Promise.resolve());
    return true;
  } catch (error) {
    if (isDatabaseError(error) && error.code === invalidPassword) return false;
    throw error;
  } finally {
    await pool.close();
  }
};

/** From PostgreSQL 16 on `createrole` covers the roles of which the user has the admin option, those that it created. */
const missingPrivileges = `
  select concat_ws(' ',
      case when not rolcreaterole then format('alter role %I createrole;', rolname) end,
      case when current_setting('server_version_num')::integer >= 160000
        then format('grant %s to %I with admin option;', $1::text, rolname) end) as statements
    from pg_catalog.pg_roles where rolname = current_user`;

/**
 * Sets the passwords of the server's roles, which are derived from the master key. A role that the owner may not alter
 * is skipped if it has its password already, from another installation of the cluster.
 *
 * @throws StartUpError that names the other roles and the statements to run.
 */
export const setRolePasswords = async (
  connection: PooledConnection,
  owner: ConnectionSettings,
  masterKey: Uint8Array,
): Promise<void> => {
  const connections = roleConnections(owner, masterKey);
  const refused: string[] = [];
  for (const role of Object.keys(serverRoles) as ServerRole[]) {
    const isDone = (await setPassword(connection, role, masterKey)) || (await canSignIn(connections[role]));
    if (!isDone) refused.push(serverRoles[role]);
  }
  if (refused.length === 0) return;
  const names = refused.join(', ');
  const { rows } = await connection.query(missingPrivileges, [names]);
  throw new StartUpError(
    `The user of DATABASE_URL may not set the passwords of ${names}, which do not follow from the master key yet ` +
      '(all installations of a cluster need the same). An administrator of PostgreSQL has to run: ' +
      ((rows as { statements: string }[])[0]?.statements ?? ''),
  );
};
