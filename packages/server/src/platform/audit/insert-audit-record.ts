import { randomUUID } from 'node:crypto';
import { actorId, actorName, type Context } from '../context.ts';
import type { ScopedDatabase } from '../database/gate.ts';
import type { AuditEntry } from './audit-entry.ts';
import './audit-table.ts';

const asJson = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

/** Writes who changed what, when and from where, within the change's own transaction. */
export const insertAuditRecord = async (db: ScopedDatabase, context: Context, entry: AuditEntry): Promise<void> => {
  await db
    .insertInto('audit_records')
    .values({
      tenant_id: entry.tenantId ?? context.tenantId,
      audit_id: randomUUID(),
      recorded: context.clock.now(),
      actor_kind: context.actor.kind,
      actor_id: actorId(context.actor) ?? null,
      actor_name: actorName(context.actor),
      route: context.route ?? null,
      trace_id: context.traceId,
      address: context.address ?? null,
      entity: entry.entity,
      entity_id: entry.id,
      before: asJson(entry.before),
      after: asJson(entry.after),
    })
    .execute();
};
