import type { ControlEvidenceCreate, StatusEvidence } from '@cfs/contracts/control-evidence';
import { controlEvidenceKinds } from '@cfs/contracts/control-evidence-limits';
import { systemTenantId, type Context } from '../../../platform/context.ts';
import { invalid } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { readRuleTenant } from '../../rules/find-rule-names.ts';
import { readVisibleWorkUnit } from '../../work-units/visible-work-unit.ts';
import type { ControlStatusRow } from '../control-status-entity.ts';
import { addEvidence, type EvidenceColumns } from './add-evidence.ts';
import { describeEvidence } from './describe-evidence.ts';

type Needs = Pick<Services, 'gate'>;

const expectSameTenant = (
  field: string,
  noun: string,
  tenantIds: readonly string[],
  status: ControlStatusRow,
): void => {
  if (!tenantIds.includes(status.tenant_id)) throw invalid({ [field]: [`Must be a ${noun} of the same tenant.`] });
};

/** Checks that the caller may see the unit or rule of a body. The result checks its tenant once the status is known. */
const referenceOf = async (
  services: Needs,
  context: Context,
  body: ControlEvidenceCreate,
): Promise<(status: ControlStatusRow) => EvidenceColumns> => {
  const kind = controlEvidenceKinds[body.kind];
  if (body.kind === 'Link') return () => ({ kind, url: body.url, title: body.title });
  if (body.kind === 'WorkUnit') {
    const { row } = await readVisibleWorkUnit(services, context, body.workUnitId);
    return (status) => {
      expectSameTenant('WorkUnitId', 'work unit', [row.tenant_id], status);
      return { kind, work_unit_id: row.work_unit_id };
    };
  }
  const tenantId = await readRuleTenant(services, context, body.ruleId);
  return (status) => {
    expectSameTenant('RuleId', 'rule', tenantId === systemTenantId ? [status.tenant_id] : [tenantId], status);
    return { kind, rule_id: body.ruleId };
  };
};

/**
 * Attaches a link, a work unit or a rule to a status.
 *
 * @throws 404 for a status, unit or rule outside of the caller's scope, 400 for a unit or rule of another tenant, 409
 * if the status is full or already has this evidence.
 */
export const attachEvidence = async (
  services: Needs,
  context: Context,
  controlStatusId: string,
  body: ControlEvidenceCreate,
): Promise<StatusEvidence> => {
  const columnsOf = await referenceOf(services, context, body);
  const { status, rows } = await services.gate.write(context, 'Compliance:edit', (db, change) =>
    addEvidence(db, change, context, controlStatusId, columnsOf),
  );
  return describeEvidence(services, context, status, rows);
};
