import { randomUUID } from 'node:crypto';
import { actorId, actorName } from '../context.ts';
import type { Audit } from './audit.ts';
import './audit-table.ts';

const asJson = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

/** The audit over the tables of the database; it keeps nothing. */
export const createAudit = (): Audit => ({
  async record(db, context, entry) {
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
  },
});
