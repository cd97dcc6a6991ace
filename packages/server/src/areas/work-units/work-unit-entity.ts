import { byName } from '@cfs/contracts/by-name';
import { customValueNames, type WorkUnit } from '@cfs/contracts/work-units';
import { experienceScores, severities, workUnitStates, workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import {
  defineEntity,
  type DefaultTerm,
  type Edge,
  type Property,
  type SortIndexes,
} from '../../platform/odata/entity.ts';
import { categoryEntity } from '../categories/category-entity.ts';
import { subcategoryEntity } from '../categories/subcategory-entity.ts';
import { protocolEntity } from '../protocols/protocol-entity.ts';
import { tenantEdge } from '../tenants/tenant-edge.ts';
import { checklistItemEntity } from './checklist/checklist-item-entity.ts';
import { relationEntity } from './relations/relation-entity.ts';
import { workUnitColumns } from './list/work-unit-columns.ts';
import { watcherEntity } from './watchers/watcher-entity.ts';
import { workUnitTypeEntity } from '../categories/work-unit-type-entity.ts';

type Shape = Omit<Property, 'sql'>;

const optionalText: Shape = { type: 'string', nullable: true };
const waitingApprover: Shape = {
  ...optionalText,
  sort: false,
  description: 'Of an open Change Request: the mail of the approver who has yet to decide, in lower case.',
};
const longText: Shape = { type: 'string', nullable: true, filter: true, sort: false };
const moment: Shape = { type: 'dateTimeOffset' };
const optionalMoment: Shape = { type: 'dateTimeOffset', nullable: true };

const indexed = (name: string, ...then: readonly DefaultTerm[]): { readonly sort: SortIndexes } => ({
  sort: { oneTenant: `work_units_${name}`, allTenants: `work_units_${name}_all`, then },
});
const newest: DefaultTerm = { property: 'created', descending: true };

const shapes: Readonly<Record<keyof WorkUnit & string, Shape>> = {
  workUnitId: {
    type: 'int64',
    search: true,
    sort: { oneTenant: 'work_units_pkey', allTenants: 'work_units_work_unit_id_key' },
  },
  publicWorkUnitId: { type: 'int64', ...indexed('public') },
  internalWorkUnitId: { type: 'guid' },
  tenantId: { type: 'guid' },
  title: { type: 'string', search: true, ...indexed('title') },
  description: { ...longText, search: true },
  resolution: longText,
  severityId: { type: 'int32', enumeration: severities, ...indexed('severity', newest) },
  stateId: { type: 'int32', enumeration: workUnitStates, ...indexed('state', { property: 'severityId' }, newest) },
  workUnitTypeId: { type: 'int32', names: workUnitTypes },
  effort: { type: 'int32', nullable: true },
  assignedTo: { ...optionalText, search: true },
  assignmentGroup: optionalText,
  source: optionalText,
  protocolId: { type: 'guid', nullable: true },
  workUnitCategoryId: { type: 'int32', nullable: true },
  workUnitSubcategoryId: { type: 'int32', nullable: true },
  referenceId: { ...optionalText, search: true },
  referenceUrl: optionalText,
  stakeHolderFullName: { ...optionalText, search: true },
  stakeHolderPhoneNumber: { ...optionalText, search: true },
  stakeHolderEmailAddress: { ...optionalText, search: true },
  stakeHolderExperienceScore: { type: 'int32', nullable: true, enumeration: experienceScores },
  properties: { type: 'json', nullable: true, filter: false, sort: false },
  intakeFormVersion: { type: 'int32', nullable: true },
  plannedStartTime: optionalMoment,
  plannedFinishTime: optionalMoment,
  requestedChangeWindow: optionalText,
  plannedOutage: { type: 'boolean', nullable: true },
  implementer: optionalText,
  approver1: optionalText,
  approver2: optionalText,
  isApproverRequired: { type: 'boolean', nullable: true },
  approved1By: optionalText,
  approved2By: optionalText,
  declined1By: optionalText,
  declined2By: optionalText,
  decision1Notes: longText,
  decision2Notes: longText,
  implementationPlan: longText,
  rollbackPlan: longText,
  affectedResources: longText,
  securityConsiderations: longText,
  userImpact: longText,
  costImpact: longText,
  environment: optionalText,
  expectedCFSAlerts: longText,
  ...byName(customValueNames, () => optionalText),
  created: { ...moment, ...indexed('created') },
  createdBy: { type: 'string' },
  modified: { ...moment, ...indexed('modified') },
  modifiedBy: { type: 'string' },
  acknowledged: optionalMoment,
  resolved: optionalMoment,
  dueTime: {
    ...optionalMoment,
    sort: false,
    description: 'When the next target of the unit is due; null without a running clock.',
  },
  pausedTimeLeft: {
    type: 'int32',
    nullable: true,
    sort: false,
    description: 'Minutes of business time left of a paused clock, negative when overdue.',
  },
  dueOrder: {
    ...moment,
    ...indexed('due'),
    description: 'Sorts by the time left: dueTime, then units with a paused clock, last those without one.',
  },
  waitsForApprover1: waitingApprover,
  waitsForApprover2: waitingApprover,
};

/** The properties of a unit, for the two sets that contain units. */
export const workUnitProperties: Readonly<Record<keyof WorkUnit & string, Property>> = byName(
  Object.keys(shapes) as (keyof typeof shapes)[],
  (name) => ({ ...shapes[name], sql: workUnitColumns[name] }),
);

/** The edges of a unit, with the fields that each exposes. */
export const workUnitEdges = {
  tenant: { ...tenantEdge, kept: { tenantId: 'tenant_id', name: 'tenant_name' } },
  protocol: {
    entity: () => protocolEntity,
    kind: 'one',
    on: [{ local: 'protocol_id', foreign: 'protocol_id' }],
    permission: ['WorkUnits.Protocols:view', 'WorkUnits:view'],
    exposes: ['protocolId', 'name', 'manualActions'],
  },
  workUnitType: {
    entity: () => workUnitTypeEntity,
    kind: 'one',
    on: [{ local: 'work_unit_type_id', foreign: 'work_unit_type_id' }],
    permission: 'signed-in',
    exposes: ['workUnitTypeId', 'name'],
  },
  category: {
    entity: () => categoryEntity,
    kind: 'one',
    on: [{ local: 'work_unit_category_id', foreign: 'work_unit_category_id' }],
    permission: 'signed-in',
    exposes: ['workUnitCategoryId', 'name'],
  },
  subcategory: {
    entity: () => subcategoryEntity,
    kind: 'one',
    on: [{ local: 'work_unit_subcategory_id', foreign: 'work_unit_subcategory_id' }],
    permission: 'signed-in',
    exposes: ['workUnitSubcategoryId', 'name'],
  },
  relations: {
    entity: () => relationEntity,
    kind: 'many',
    on: [{ local: 'work_unit_id', foreign: 'work_unit_id' }],
    permission: 'WorkUnits:view',
    exposes: ['referenceId', 'referenceType', 'created'],
  },
  watchers: {
    entity: () => watcherEntity,
    kind: 'many',
    on: [{ local: 'work_unit_id', foreign: 'work_unit_id' }],
    permission: 'WorkUnits:view',
    exposes: ['userId', 'mail', 'created'],
  },
  checklist: {
    entity: () => checklistItemEntity,
    kind: 'many',
    on: [{ local: 'work_unit_id', foreign: 'work_unit_id' }],
    permission: 'WorkUnits:view',
    exposes: [
      'checklistItemId',
      'workUnitId',
      'position',
      'text',
      'isDone',
      'created',
      'createdBy',
      'modified',
      'modifiedBy',
    ],
  },
} satisfies Record<string, Edge>;

/** Work units of every tenant that the caller may see, by severity (most severe first), then newest first. */
export const workUnitEntity = defineEntity({
  name: 'WorkUnit',
  description: 'An incident, change request, intake or request.',
  set: 'workunits',
  table: 'work_units',
  key: 'workUnitId',
  keyColumn: 'work_unit_id',
  permission: 'WorkUnits:view',
  reach: 'visible',
  properties: workUnitProperties,
  defaultOrder: [{ property: 'severityId' }, { property: 'created', descending: true }],
  edges: workUnitEdges,
});
