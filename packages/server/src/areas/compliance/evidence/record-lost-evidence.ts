import type { Change } from '../../../platform/audit/change.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { settleAll } from '../../../platform/database/settle-all.ts';
import type { ControlStatusRow } from '../control-status-entity.ts';
import { listEvidence } from './list-evidence.ts';
import { recordEvidence } from './record-evidence.ts';

/** Writes audit records of the evidence that is deleted with its status, which the caller has locked. */
export const recordLostEvidence = async (
  db: ScopedDatabase,
  change: Change,
  status: ControlStatusRow,
): Promise<void> => {
  if (status.evidence_count === 0) return;
  const lost = await listEvidence(db, status);
  await settleAll(lost.map((row) => recordEvidence(change, row, 'before')));
};
