import { sql } from 'kysely';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { ControlStatusRow } from '../control-status-entity.ts';
import type { ControlEvidenceRow } from './control-evidence-table.ts';

/** The evidence of a status that the caller may see, oldest first. */
export const listEvidence = (
  db: ScopedDatabase,
  { tenant_id, control_status_id }: Pick<ControlStatusRow, 'tenant_id' | 'control_status_id'>,
): Promise<ControlEvidenceRow[]> =>
  db
    .selectFrom('control_evidence')
    .selectAll()
    .where('tenant_id', '=', tenant_id)
    .where('control_status_id', '=', control_status_id)
    .orderBy('created')
    .orderBy('control_evidence_id')
    .execute();

/** The evidence of several statuses of a tenant that the caller may see, each status's oldest first. */
export const listEvidenceOf = (
  db: ScopedDatabase,
  tenantId: string,
  controlStatusIds: readonly string[],
): Promise<ControlEvidenceRow[]> =>
  db
    .selectFrom('control_evidence')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`control_status_id = any (${controlStatusIds}::uuid[])`)
    .orderBy('created')
    .orderBy('control_evidence_id')
    .execute();
