import { byName } from '@cfs/contracts/by-name';
import { customValueNames, type WorkUnit } from '@cfs/contracts/work-units';
import { experienceScores, severities, workUnitStates } from '@cfs/contracts/work-unit-enumerations';
import type { WorkUnitTable } from '../work-unit-table.ts';

type Column = keyof WorkUnitTable & string;

/** The column behind each field that travels; the one place where the two sets of names meet. */
export const workUnitColumns: Readonly<Record<keyof WorkUnit & string, Column>> = {
  workUnitId: 'work_unit_id',
  publicWorkUnitId: 'public_work_unit_id',
  internalWorkUnitId: 'internal_work_unit_id',
  tenantId: 'tenant_id',
  title: 'title',
  description: 'description',
  resolution: 'resolution',
  severityId: 'severity',
  stateId: 'state',
  workUnitTypeId: 'work_unit_type_id',
  effort: 'effort',
  assignedTo: 'assigned_to',
  assignmentGroup: 'assignment_group',
  source: 'source',
  protocolId: 'protocol_id',
  workUnitCategoryId: 'work_unit_category_id',
  workUnitSubcategoryId: 'work_unit_subcategory_id',
  referenceId: 'reference_id',
  referenceUrl: 'reference_url',
  stakeHolderFullName: 'stakeholder_full_name',
  stakeHolderPhoneNumber: 'stakeholder_phone_number',
  stakeHolderEmailAddress: 'stakeholder_email_address',
  stakeHolderExperienceScore: 'stakeholder_experience_score',
  properties: 'properties',
  intakeFormVersion: 'intake_form_version',
  plannedStartTime: 'planned_start_time',
  plannedFinishTime: 'planned_finish_time',
  requestedChangeWindow: 'requested_change_window',
  plannedOutage: 'planned_outage',
  implementer: 'implementer',
  approver1: 'approver1',
  approver2: 'approver2',
  isApproverRequired: 'is_approver_required',
  approved1By: 'approved1_by',
  approved2By: 'approved2_by',
  declined1By: 'declined1_by',
  declined2By: 'declined2_by',
  decision1Notes: 'decision1_notes',
  decision2Notes: 'decision2_notes',
  implementationPlan: 'implementation_plan',
  rollbackPlan: 'rollback_plan',
  affectedResources: 'affected_resources',
  securityConsiderations: 'security_considerations',
  userImpact: 'user_impact',
  costImpact: 'cost_impact',
  environment: 'environment',
  expectedCFSAlerts: 'expected_cfs_alerts',
  ...byName(customValueNames, (_, index): Column => `custom_value${index + 1}`),
  created: 'created',
  createdBy: 'created_by',
  modified: 'modified',
  modifiedBy: 'modified_by',
  resolved: 'resolved',
};

/** Fields that are stored as numbers and travel by name. */
export const namedWorkUnitFields: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  severityId: severities,
  stateId: workUnitStates,
  stakeHolderExperienceScore: experienceScores,
};
