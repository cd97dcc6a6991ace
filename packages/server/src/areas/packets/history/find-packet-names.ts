import { sql } from 'kysely';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';

/** Maximum characters of a name, as of the name of a block. */
const nameCharacters = 200;

/**
 * Returns the names of entities of a tenant: the text in `Properties.BlockName` of their latest packets. Entities
 * without one are absent.
 */
export const findPacketNames = async (
  db: ScopedDatabase,
  tenantId: string,
  entityIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (entityIds.length === 0) return new Map();
  const rows = await db.guarded(sql<{ readonly entityId: string; readonly name: string }>`
    select latest.entity_id as "entityId", left(named.name #>> '{}', ${sql.lit(nameCharacters)}) as name
    from packets_latest latest
    join packet_history history on history.series = latest.series and history."timestamp" = latest."timestamp"
    cross join lateral (select history.message::json #> '{Properties,BlockName}' as name) named
    where latest.tenant_id = ${tenantId} and latest.entity_id = any (${[...entityIds]}::uuid[])
      and json_typeof(named.name) = 'string' and named.name #>> '{}' <> ''`);
  return new Map(rows.map(({ entityId, name }) => [entityId, name]));
};
