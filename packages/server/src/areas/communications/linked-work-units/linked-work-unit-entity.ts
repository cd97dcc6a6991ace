import { severities, workUnitStates } from '@cfs/contracts/work-unit-enumerations';
import { defineEntity } from '../../../platform/odata/entity.ts';
import { tenantEdge } from '../../tenants/tenant-edge.ts';

const ofUnit =
  (column: string) =>
  (alias: string): string =>
    `(select unit.${column} from work_units unit where unit.tenant_id = ${alias}.tenant_id and unit.work_unit_id = ${alias}.work_unit_id)`;

/** The work units that a communication links to; accessible only through the communication. */
export const linkedWorkUnitEntity = defineEntity({
  name: 'LinkedWorkUnit',
  description: 'A work unit that a communication links to.',
  set: 'linkedworkunits',
  table: 'work_unit_communication_work_units',
  key: 'workUnitId',
  keyColumn: 'work_unit_id',
  permission: 'WorkUnits:view',
  reach: 'visible',
  properties: {
    workUnitId: { type: 'int64', sql: 'work_unit_id' },
    tenantId: { type: 'guid', sql: 'tenant_id' },
    publicWorkUnitId: { type: 'int64', sql: ofUnit('public_work_unit_id') },
    title: { type: 'string', sql: ofUnit('title') },
    severityId: { type: 'int32', sql: ofUnit('severity'), enumeration: severities },
    stateId: { type: 'int32', sql: ofUnit('state'), enumeration: workUnitStates },
  },
  defaultOrder: [{ property: 'workUnitId' }],
  edges: { tenant: tenantEdge },
});
