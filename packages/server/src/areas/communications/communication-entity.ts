import { communicationStatuses } from '@cfs/contracts/communication-enumerations';
import type { Communication } from '@cfs/contracts/communications';
import type { EntityRow } from '../../platform/odata/entity-row.ts';
import { defineEntity, type DefaultTerm, type SortIndexes } from '../../platform/odata/entity.ts';
import { toWire } from '../../platform/odata/wire-form.ts';
import { tenantEdge } from '../tenants/tenant-edge.ts';
import { communicationActivityEntity } from './activities/communication-activity-entity.ts';
import { linkedWorkUnitEntity } from './linked-work-units/linked-work-unit-entity.ts';

const longText = { type: 'string', nullable: true, sort: false } as const;
const moment = { type: 'dateTimeOffset', nullable: true, sort: false } as const;

const indexed = (name: string, ...then: readonly DefaultTerm[]): SortIndexes => ({
  oneTenant: `work_unit_communications_${name}`,
  allTenants: `work_unit_communications_${name}_all`,
  then,
});

/** Communications of every tenant visible to the caller, newest first. */
export const communicationEntity = defineEntity({
  name: 'WorkUnitCommunication',
  description: 'A status report about an event.',
  set: 'workunitcommunications',
  table: 'work_unit_communications',
  key: 'workUnitCommunicationId',
  keyColumn: 'work_unit_communication_id',
  permission: 'WorkUnitCommunications:view',
  reach: 'visible',
  properties: {
    workUnitCommunicationId: {
      type: 'guid',
      sql: 'work_unit_communication_id',
      sort: { oneTenant: 'work_unit_communications_pkey', allTenants: 'work_unit_communications_id' },
    },
    publicWorkUnitCommunicationId: {
      type: 'int64',
      sql: 'public_work_unit_communication_id',
      sort: indexed('public'),
    },
    tenantId: { type: 'guid', sql: 'tenant_id', sort: false },
    title: { type: 'string', sql: 'title', search: true, sort: indexed('title') },
    serviceManager: { type: 'string', sql: 'service_manager', sort: false },
    status: {
      type: 'int32',
      sql: 'status',
      enumeration: communicationStatuses,
      sort: indexed('status', { property: 'created', descending: true }),
    },
    details: { ...longText, sql: 'details' },
    customerAssistanceRequired: { type: 'boolean', sql: 'customer_assistance_required', sort: false },
    rootCause: { ...longText, sql: 'root_cause' },
    eventStarted: { ...moment, sql: 'event_started' },
    eventEngaged: { ...moment, sql: 'event_engaged' },
    eventMitigated: { ...moment, sql: 'event_mitigated' },
    eventResolved: { ...moment, sql: 'event_resolved', sort: indexed('resolved') },
    nextUpdate: { ...moment, sql: 'next_update', sort: indexed('next_update') },
    nextInternalUpdate: { ...moment, sql: 'next_internal_update' },
    maximumImpact: { ...longText, sql: 'maximum_impact' },
    currentImpact: { ...longText, sql: 'current_impact', search: true },
    impactedServices: { ...longText, sql: 'impacted_services' },
    internalBridge: { ...longText, sql: 'internal_bridge' },
    created: { type: 'dateTimeOffset', sql: 'created', sort: indexed('created') },
    createdBy: { type: 'string', sql: 'created_by', sort: false },
    modified: { type: 'dateTimeOffset', sql: 'modified', sort: indexed('modified') },
    userChanged: { ...moment, sql: 'user_changed' },
    userChangedBy: { type: 'string', sql: 'user_changed_by', nullable: true, sort: false },
  },
  defaultOrder: [{ property: 'created', descending: true }],
  edges: {
    tenant: tenantEdge,
    workUnitCommunicationActivities: {
      entity: () => communicationActivityEntity,
      kind: 'many',
      on: [{ local: 'work_unit_communication_id', foreign: 'work_unit_communication_id' }],
      permission: 'WorkUnitCommunications:view',
      exposes: Object.keys(communicationActivityEntity.properties),
    },
    workUnits: {
      entity: () => linkedWorkUnitEntity,
      kind: 'many',
      on: [{ local: 'work_unit_communication_id', foreign: 'work_unit_communication_id' }],
      permission: 'WorkUnits:view',
      exposes: [...Object.keys(linkedWorkUnitEntity.properties), 'tenant'],
    },
  },
});

/** A row of cfs.work_unit_communications; the database assigns the public number. */
export type CommunicationRow = EntityRow<typeof communicationEntity> & { modified_by: string };

/** Maps a row to its JSON form. */
export const toCommunication = (row: CommunicationRow): Communication => toWire(communicationEntity, row);
