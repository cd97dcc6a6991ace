import { controlEvidenceKinds } from '@cfs/contracts/control-evidence-limits';
import { nameOf } from '@cfs/contracts/name-of';
import type { Change } from '../../../platform/audit/change.ts';
import type { ControlEvidenceRow } from './control-evidence-table.ts';

/** Writes the audit record of attached or removed evidence; the digest identifies the bytes of a file. */
export const recordEvidence = (change: Change, row: ControlEvidenceRow, moment: 'before' | 'after'): Promise<void> =>
  change.record({
    entity: 'ControlEvidence',
    id: row.control_evidence_id,
    tenantId: row.tenant_id,
    [moment]: {
      id: row.control_evidence_id,
      controlStatusId: row.control_status_id,
      kind: nameOf(controlEvidenceKinds, row.kind),
      title: row.title,
      url: row.url,
      workUnitId: row.work_unit_id,
      ruleId: row.rule_id,
      mediaType: row.media_type,
      size: row.size,
      sha256: row.sha256?.toString('hex') ?? null,
    },
  });
