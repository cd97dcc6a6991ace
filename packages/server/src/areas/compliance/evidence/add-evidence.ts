import { randomUUID } from 'node:crypto';
import { controlEvidenceLimits } from '@cfs/contracts/control-evidence-limits';
import type { Insertable } from 'kysely';
import type { Change } from '../../../platform/audit/change.ts';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { conflict } from '../../../platform/problems.ts';
import type { ControlStatusRow } from '../control-status-entity.ts';
import { lockControlStatus } from '../lock-control-status.ts';
import type { ControlEvidenceRow, ControlEvidenceTable } from './control-evidence-table.ts';
import { listEvidence } from './list-evidence.ts';
import { recordEvidence } from './record-evidence.ts';

/** A status with its evidence, as stored. */
export interface StoredEvidence {
  readonly status: ControlStatusRow;
  readonly rows: readonly ControlEvidenceRow[];
}

/** The columns that depend on the kind of evidence. */
export type EvidenceColumns = Omit<
  Insertable<ControlEvidenceTable>,
  'tenant_id' | 'control_evidence_id' | 'control_status_id' | 'created' | 'created_by'
>;

/**
 * Stores the number of pieces of evidence of a locked status; `modified` changes, so that a stale deletion is refused.
 */
export const storeEvidenceCount = (
  db: ScopedDatabase,
  change: Change,
  status: ControlStatusRow,
  evidence_count: number,
): Promise<ControlStatusRow> =>
  db
    .updateTable('control_statuses')
    .set({ evidence_count, ...change.modified(status) })
    .where('tenant_id', '=', status.tenant_id)
    .where('control_status_id', '=', status.control_status_id)
    .returningAll()
    .executeTakeFirstOrThrow();

/**
 * Adds evidence to a status, with its audit record; `columnsOf` checks the reference once the status is locked, and
 * `storeContent` stores the bytes of a file.
 *
 * @throws 404 for a status outside of the caller's scope, 409 if the status is full or already has this evidence.
 */
export const addEvidence = async (
  db: ScopedDatabase,
  change: Change,
  context: Context,
  controlStatusId: string,
  columnsOf: (status: ControlStatusRow) => EvidenceColumns,
  storeContent?: (row: ControlEvidenceRow) => Promise<void>,
): Promise<StoredEvidence> => {
  const status = await lockControlStatus(db, context, controlStatusId);
  const columns = columnsOf(status);
  if (status.evidence_count >= controlEvidenceLimits.perStatus)
    throw conflict(`A status has at most ${controlEvidenceLimits.perStatus} pieces of evidence.`);
  const row = await db
    .insertInto('control_evidence')
    .values({
      tenant_id: status.tenant_id,
      control_evidence_id: randomUUID(),
      control_status_id: controlStatusId,
      ...columns,
      ...change.createdOnce(),
    })
    .onConflict((conflicting) => conflicting.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) throw conflict('This is already attached to the status.');
  await storeContent?.(row);
  await recordEvidence(change, row, 'after');
  const stored = await storeEvidenceCount(db, change, status, status.evidence_count + 1);
  await change.record({
    entity: 'ControlStatus',
    id: controlStatusId,
    tenantId: status.tenant_id,
    before: { evidenceCount: status.evidence_count },
    after: { evidenceCount: stored.evidence_count },
  });
  return { status: stored, rows: await listEvidence(db, stored) };
};
