import { communicationActivityTypes } from '@cfs/contracts/communication-enumerations';
import type { CommunicationActivity } from '@cfs/contracts/communications';
import type { EntityRow } from '../../../platform/odata/entity-row.ts';
import { defineEntity } from '../../../platform/odata/entity.ts';
import { toWire } from '../../../platform/odata/wire-form.ts';

/** The steps of communications, oldest first. */
export const communicationActivityEntity = defineEntity({
  name: 'WorkUnitCommunicationActivity',
  description: 'A past or next step of a communication.',
  set: 'workunitcommunicationactivities',
  table: 'work_unit_communication_activities',
  key: 'workUnitCommunicationActivityId',
  keyColumn: 'work_unit_communication_activity_id',
  permission: 'WorkUnitCommunications:view',
  reach: 'visible',
  properties: {
    workUnitCommunicationActivityId: {
      type: 'guid',
      sql: 'work_unit_communication_activity_id',
      sort: {
        oneTenant: 'work_unit_communication_activities_pkey',
        allTenants: 'work_unit_communication_activities_id',
      },
    },
    workUnitCommunicationId: { type: 'guid', sql: 'work_unit_communication_id', sort: false },
    tenantId: { type: 'guid', sql: 'tenant_id', sort: false },
    activityType: { type: 'int32', sql: 'activity_type', enumeration: communicationActivityTypes, sort: false },
    details: { type: 'string', sql: 'details', sort: false },
    isCustomerFacing: { type: 'boolean', sql: 'is_customer_facing', sort: false },
    isComplete: { type: 'boolean', sql: 'is_complete', sort: false },
    completed: { type: 'dateTimeOffset', sql: 'completed', nullable: true, sort: false },
    created: {
      type: 'dateTimeOffset',
      sql: 'created',
      sort: {
        oneTenant: 'work_unit_communication_activities_created',
        allTenants: 'work_unit_communication_activities_created_all',
      },
    },
    createdBy: { type: 'string', sql: 'created_by', sort: false },
    modified: { type: 'dateTimeOffset', sql: 'modified', sort: false },
  },
  defaultOrder: [{ property: 'created' }],
  edges: {},
});

/** Maps a row to its JSON form. */
export const toCommunicationActivity = (row: EntityRow<typeof communicationActivityEntity>): CommunicationActivity =>
  toWire(communicationActivityEntity, row);
