import type { ServiceLevelTarget } from '@cfs/contracts/service-levels';
import { severities, workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import type { EntityRow } from '../../../platform/odata/entity-row.ts';
import { defineEntity } from '../../../platform/odata/entity.ts';
import { toWire } from '../../../platform/odata/wire-form.ts';
import { workUnitTypeEntity } from '../../categories/work-unit-type-entity.ts';
import { tenantEdge } from '../../tenants/tenant-edge.ts';
import { businessCalendarEntity } from '../calendars/calendar-entity.ts';

/** Targets of the caller's tenants, and the defaults of all tenants. */
export const serviceLevelTargetEntity = defineEntity({
  name: 'ServiceLevelTarget',
  description: 'How soon work units of a type and severity are answered and resolved.',
  set: 'serviceleveltargets',
  table: 'service_level_targets',
  key: 'serviceLevelTargetId',
  keyColumn: 'service_level_target_id',
  permission: 'WorkUnits.ServiceLevels:view',
  reach: 'visible',
  shared: true,
  properties: {
    serviceLevelTargetId: {
      type: 'guid',
      sql: 'service_level_target_id',
      sort: { oneTenant: 'service_level_targets_pkey', allTenants: 'service_level_targets_id' },
    },
    tenantId: { type: 'guid', sql: 'tenant_id', nullable: true, sort: false },
    workUnitTypeId: { type: 'int32', sql: 'work_unit_type_id', nullable: true, names: workUnitTypes },
    severityId: { type: 'int32', sql: 'severity', nullable: true, enumeration: severities },
    responseMinutes: { type: 'int32', sql: 'response_minutes', nullable: true },
    resolutionMinutes: { type: 'int32', sql: 'resolution_minutes', nullable: true },
    warningPercent: { type: 'int32', sql: 'warning_percent' },
    businessCalendarId: { type: 'guid', sql: 'business_calendar_id', nullable: true },
    created: { type: 'dateTimeOffset', sql: 'created', sort: false },
    createdBy: { type: 'string', sql: 'created_by', sort: false },
    modified: { type: 'dateTimeOffset', sql: 'modified', sort: false },
    modifiedBy: { type: 'string', sql: 'modified_by', sort: false },
  },
  defaultOrder: [{ property: 'workUnitTypeId' }, { property: 'severityId' }],
  edges: {
    tenant: tenantEdge,
    workUnitType: {
      entity: () => workUnitTypeEntity,
      kind: 'one',
      on: [{ local: 'work_unit_type_id', foreign: 'work_unit_type_id' }],
      permission: 'signed-in',
      exposes: ['workUnitTypeId', 'name'],
    },
    businessCalendar: {
      entity: () => businessCalendarEntity,
      kind: 'one',
      on: [{ local: 'business_calendar_id', foreign: 'business_calendar_id' }],
      permission: 'WorkUnits.ServiceLevels:view',
      exposes: ['businessCalendarId', 'name'],
    },
  },
});

/** A row of cfs.service_level_targets. */
export type ServiceLevelTargetTable = EntityRow<typeof serviceLevelTargetEntity>;

/** Maps a row to its JSON form. */
export const toTarget = (row: ServiceLevelTargetTable): ServiceLevelTarget =>
  toWire(serviceLevelTargetEntity, row, { without: ['created', 'createdBy', 'modifiedBy'] });
