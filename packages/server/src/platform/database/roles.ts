import { createHmac } from 'node:crypto';
import type { ConnectionSettings } from './connection-settings.ts';

/** The server's logins; none owns a table, none bypasses row-level security. */
export const serverRoles = { app: 'cfs_app', ingest: 'cfs_ingest', access: 'cfs_access' } as const;

export type ServerRole = keyof typeof serverRoles;

/** The password of a role: derived from the master key, equal on every node and stored nowhere. */
export const rolePassword = (masterKey: Uint8Array, role: ServerRole): string =>
  createHmac('sha256', masterKey).update(`database role ${serverRoles[role]}`).digest('base64url');

/** The connection settings of the server's roles, derived from the owner's. */
export const roleConnections = (
  owner: ConnectionSettings,
  masterKey: Uint8Array,
): Readonly<Record<ServerRole, ConnectionSettings>> => {
  const connectionOf = (role: ServerRole): ConnectionSettings => ({
    ...owner,
    user: serverRoles[role],
    password: rolePassword(masterKey, role),
  });
  return { app: connectionOf('app'), ingest: connectionOf('ingest'), access: connectionOf('access') };
};
