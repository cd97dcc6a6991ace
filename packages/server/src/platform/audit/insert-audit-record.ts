import { randomUUID } from 'node:crypto';
import { actorId, actorName, type Context } from '../context.ts';
import type { ScopedDatabase } from '../database/gate.ts';
import type { AuditEntry } from './audit-entry.ts';
import type { RecordProver } from './record-proof.ts';

const asJson = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));
const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json));

/** Inserts an audit record (actor, entity, time, address) with the server's proof, in the transaction of the change. */
export const insertAuditRecord = async (
  db: ScopedDatabase,
  prove: RecordProver,
  context: Context,
  entry: AuditEntry,
): Promise<void> => {
  const columns = {
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
  };
  const [before, after] = [asJson(entry.before), asJson(entry.after)];
  const proof = prove({ ...columns, before: parsed(before), after: parsed(after) });
  await db
    .insertInto('audit_records')
    .values({ ...columns, before, after, proof })
    .execute();
};
