import type { PooledConnection } from '../pooled-connection.ts';

/** The number that `initdb` gave to a cluster, which all its physical replicas have. */
export const readSystemIdentifier = async (connection: PooledConnection): Promise<string> => {
  const { rows } = await connection.query('select system_identifier::text from pg_control_system()', []);
  const [{ system_identifier: identifier }] = rows as [{ system_identifier: string }];
  return identifier;
};
