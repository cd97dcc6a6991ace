import type { ScopedDatabase } from '../../platform/database/gate.ts';

/** Names of protocols within the scope of the connection, by id. */
export const findProtocolNames = async (
  db: ScopedDatabase,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db
    .selectFrom('protocols')
    .select(['protocol_id as id', 'name'])
    .where('protocol_id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
};
