import type { ControlEvidence, StatusEvidence } from '@cfs/contracts/control-evidence';
import { controlEvidenceKinds } from '@cfs/contracts/control-evidence-limits';
import { nameOf } from '@cfs/contracts/name-of';
import { withoutMisleadingSigns } from '@cfs/contracts/misleading-characters';
import type { Context } from '../../../platform/context.ts';
import type { Services } from '../../../platform/services.ts';
import { findRuleNames } from '../../rules/find-rule-names.ts';
import { findUnitTitles } from '../../work-units/list/find-unit-titles.ts';
import { toControlStatus, type ControlStatusRow } from '../control-status-entity.ts';
import type { ControlEvidenceRow } from './control-evidence-table.ts';

type Needs = Pick<Services, 'gate'>;

/**
 * Maps evidence of one tenant to its JSON form, in its order. The name and id of a unit or rule are shown only if the
 * caller may see it, which needs the separate permission for units or rules.
 */
export const describePieces = async (
  services: Needs,
  context: Context,
  tenantId: string,
  rows: readonly ControlEvidenceRow[],
): Promise<ControlEvidence[]> => {
  const unitIds = [...new Set(rows.flatMap(({ work_unit_id: id }) => id ?? []))];
  const ruleIds = [...new Set(rows.flatMap(({ rule_id: id }) => id ?? []))];
  const units = await findUnitTitles(services, context, tenantId, unitIds);
  const rules = await findRuleNames(services, context, tenantId, ruleIds);
  return rows.map((row) => {
    const unit = row.work_unit_id === null ? undefined : units.get(row.work_unit_id);
    const rule = row.rule_id === null ? undefined : rules.get(row.rule_id);
    const title = unit?.title ?? rule ?? row.title;
    return {
      id: row.control_evidence_id,
      kind: nameOf(controlEvidenceKinds, row.kind),
      title: title === null ? null : withoutMisleadingSigns(title),
      url: row.url,
      workUnitId: unit ? row.work_unit_id : null,
      publicWorkUnitId: unit?.publicWorkUnitId ?? null,
      ruleId: rule === undefined ? null : row.rule_id,
      mediaType: row.media_type,
      size: row.size,
      created: row.created.toISOString(),
      createdBy: row.created_by,
    };
  });
};

/** Maps a status and its evidence to their JSON form; see `describePieces`. */
export const describeEvidence = async (
  services: Needs,
  context: Context,
  status: ControlStatusRow,
  rows: readonly ControlEvidenceRow[],
): Promise<StatusEvidence> => ({
  status: toControlStatus(status),
  value: await describePieces(services, context, status.tenant_id, rows),
});
