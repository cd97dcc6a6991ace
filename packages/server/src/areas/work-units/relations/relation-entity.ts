import { relationTypes } from '@cfs/contracts/work-unit-enumerations';
import { defineEntity } from '../../../platform/odata/entity.ts';

/** An entity that a unit relates to; reached only through the unit. */
export const relationEntity = defineEntity({
  name: 'WorkUnitRelation',
  description: 'An entity that a work unit relates to.',
  set: 'workunitrelations',
  table: 'work_unit_relations',
  key: 'referenceId',
  keyColumn: 'reference_id',
  permission: 'WorkUnits:view',
  reach: 'visible',
  properties: {
    referenceId: { type: 'string', sql: 'reference_id' },
    referenceType: { type: 'int32', sql: 'reference_type', enumeration: relationTypes },
    created: { type: 'dateTimeOffset', sql: 'created' },
  },
  edges: {},
});
