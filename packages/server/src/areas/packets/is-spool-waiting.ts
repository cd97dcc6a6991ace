import { sql } from 'kysely';
import type { ScopedDatabase } from '../../platform/database/gate.ts';

/**
 * Of the entities given, devices and what sends through them, those whose device has told that packets up to the moment
 * still lie in its spool.
 */
export const findWaitingSpools = async (
  db: ScopedDatabase,
  tenantId: string,
  entityIds: readonly string[],
  until: Date,
): Promise<ReadonlySet<string>> => {
  if (entityIds.length === 0) return new Set();
  const rows = await db.guarded(sql<{ readonly entityId: string }>`
    select asked.entity_id as "entityId"
    from unnest(${[...entityIds]}::uuid[]) asked(entity_id)
    left join packets_latest latest on latest.tenant_id = ${tenantId} and latest.entity_id = asked.entity_id
    join agent_spools spool on spool.tenant_id = ${tenantId}
      and spool.device_id = coalesce(latest.device_id, asked.entity_id) and spool.oldest_unsent <= ${until}`);
  return new Set(rows.map(({ entityId }) => entityId));
};

/** Whether the device of the entity has told that packets up to the moment still lie in its spool. */
export const isSpoolWaiting = async (
  db: ScopedDatabase,
  { tenantId, entityId, until }: { readonly tenantId: string; readonly entityId: string; readonly until: Date },
): Promise<boolean> => (await findWaitingSpools(db, tenantId, [entityId], until)).size > 0;
