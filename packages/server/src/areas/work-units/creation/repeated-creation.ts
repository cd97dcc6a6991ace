import { createHash } from 'node:crypto';
import { actorId, actorName, type Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { takeLock } from '../../../platform/database/take-lock.ts';
import type { WorkUnitRow } from '../list/work-unit-wire.ts';

/**
 * The internal id of the unit that a caller creates in a tenant with an idempotency key. The same key of another caller
 * or in another tenant results in another id.
 */
export const internalIdOf = ({ actor }: Context, tenantId: string, idempotencyKey: string): string => {
  const named = JSON.stringify([actor.kind, actorId(actor) ?? actorName(actor), tenantId, idempotencyKey]);
  const digits = createHash('sha256').update(named).digest('hex');
  // A UUID of version 8 (RFC 9562), whose content is application-specific.
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
};

/** Finds the unit with the internal id, after waiting for other calls in progress that create it. */
export const findByIdempotencyKey = async (
  db: ScopedDatabase,
  tenantId: string,
  internalWorkUnitId: string,
): Promise<WorkUnitRow | undefined> => {
  await takeLock(db, `work unit ${internalWorkUnitId}`);
  return db
    .selectFrom('work_units')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('internal_work_unit_id', '=', internalWorkUnitId)
    .executeTakeFirst();
};
