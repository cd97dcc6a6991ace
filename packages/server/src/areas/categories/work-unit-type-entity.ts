import { severities, workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import { defineEntity } from '../../platform/odata/entity.ts';

/** Types of work units and their defaults, shared by every tenant. */
export const workUnitTypeEntity = defineEntity({
  name: 'WorkUnitType',
  description: 'A type of work units with its defaults.',
  set: 'workunittypes',
  table: 'work_unit_types',
  key: 'workUnitTypeId',
  keyColumn: 'work_unit_type_id',
  permission: 'WorkUnits.Types:view',
  reach: 'visible',
  shared: true,
  properties: {
    workUnitTypeId: { type: 'int32', sql: 'work_unit_type_id', names: workUnitTypes },
    tenantId: { type: 'guid', sql: 'tenant_id', nullable: true },
    name: { type: 'string', sql: 'name' },
    isHidden: { type: 'boolean', sql: 'is_hidden' },
    defaultSeverityId: { type: 'int32', sql: 'default_severity', nullable: true, enumeration: severities },
    modified: { type: 'dateTimeOffset', sql: 'modified' },
  },
  edges: {},
});
