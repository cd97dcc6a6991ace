import type { AgentLogs } from '@cfs/contracts/agents';
import { packetLimits } from '@cfs/contracts/packets';
import type { Permission } from '@cfs/contracts/permissions';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { removeOldRows } from '../../platform/database/remove-old-rows.ts';
import type { Services } from '../../platform/services.ts';

const shown = 1_000;

/** The newest 1,000 entries of an entity's log, newest first. */
export const readEntityLogs = async (
  db: ScopedDatabase,
  context: Context,
  permission: Permission | readonly Permission[],
  entity: { readonly tenantId: string; readonly entityId: string },
) => {
  const rows = await db
    .selectFrom('entity_logs')
    .select(['log_entry_id', 'created', 'entry_type', 'detail'])
    .where('tenant_id', '=', entity.tenantId)
    .where('entity_id', '=', entity.entityId)
    .where(inScope(context, permission, 'entity_logs.tenant_id'))
    .orderBy('created', 'desc')
    .orderBy('log_entry_id', 'desc')
    .limit(shown)
    .execute();
  return rows.map((row) => ({
    logEntryId: row.log_entry_id,
    created: row.created.toISOString(),
    entryType: row.entry_type,
    detail: row.detail,
  }));
};

/** Milliseconds within which an agent may resend an entry whose date was replaced. */
const resendMilliseconds = 3_600_000;

/**
 * Returns the entries as they will be stored. An entry that is dated ahead by more than the clock skew of packets gets
 * the server's time: otherwise retention would keep it too long, and readers would see it above later ones. An entry
 * that was stored with the server's time before is omitted.
 */
const withoutFutureDates = async (
  db: ScopedDatabase,
  entity: { readonly tenantId: string; readonly entityId: string },
  entries: AgentLogs,
  now: Date,
): Promise<AgentLogs> => {
  const isAhead = (milliseconds: number) => (entry: AgentLogs[number]) =>
    Date.parse(entry.created) > now.getTime() + milliseconds;
  // An entry that was too far ahead when it was first sent may no longer be.
  const ahead = new Map(entries.filter(isAhead(0)).map((entry) => [entry.logEntryId, entry]));
  if (ahead.size === 0) return entries;
  const stored = await db
    .selectFrom('entity_logs')
    .select('log_entry_id')
    .where('tenant_id', '=', entity.tenantId)
    .where('entity_id', '=', entity.entityId)
    .where('created', '>=', new Date(now.getTime() - resendMilliseconds))
    .where((eb) => eb('log_entry_id', '=', eb.fn.any(eb.val([...ahead.keys()]))))
    .execute();
  for (const { log_entry_id: id } of stored) ahead.delete(id);
  const isFar = isAhead(packetLimits.clockSkewMilliseconds);
  const far = [...ahead.values()]
    .filter(isFar)
    .sort((one, other) => Date.parse(one.created) - Date.parse(other.created))
    // A millisecond apart, so that they keep their order.
    .map((entry, index, all) => ({
      ...entry,
      created: new Date(now.getTime() - (all.length - 1 - index)).toISOString(),
    }));
  const near = [...ahead.values()].filter((entry) => !isFar(entry));
  return [...entries.filter((entry) => !isAhead(0)(entry)), ...near, ...far];
};

/** Stores the entries that an agent sent; a resent entry is stored once. */
export const storeEntityLogs = async (
  db: ScopedDatabase,
  entity: { readonly tenantId: string; readonly entityId: string },
  sent: AgentLogs,
  now: Date,
): Promise<void> => {
  const entries = await withoutFutureDates(db, entity, sent, now);
  if (entries.length === 0) return;
  await db
    .insertInto('entity_logs')
    .values(
      entries.map((entry) => ({
        tenant_id: entity.tenantId,
        entity_id: entity.entityId,
        log_entry_id: entry.logEntryId,
        created: new Date(entry.created),
        entry_type: entry.entryType,
        detail: entry.detail,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Deletes entries that are older than the retention of packets. */
export const removeOldEntityLogs = (services: Pick<Services, 'gate' | 'clock' | 'configuration'>): Promise<void> =>
  removeOldRows(services, {
    table: 'entity_logs',
    key: 'ctid',
    time: 'created',
    days: services.configuration.packetRetentionDays,
    permission: 'Packets:edit',
  });
