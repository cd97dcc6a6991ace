import type { Generated, Selectable } from 'kysely';
import type { EntityRow } from '../../platform/odata/entity-row.ts';
import { defineEntity } from '../../platform/odata/entity.ts';
import { tenantEdge } from '../tenants/tenant-edge.ts';
import { controlEntity } from './control-entity.ts';

/** Control sets of the request's tenant, and the shared ones. */
export const controlSetEntity = defineEntity({
  name: 'ControlSet',
  description: 'A set of controls whose compliance is recorded each week, of one tenant or shared by all.',
  set: 'controlsets',
  table: 'control_sets',
  key: 'id',
  keyColumn: 'control_set_id',
  permission: 'Compliance:view',
  reach: 'context',
  shared: true,
  properties: {
    id: { type: 'guid', sql: 'control_set_id' },
    tenantId: { type: 'guid', sql: 'tenant_id', nullable: true, sort: false },
    name: {
      type: 'string',
      sql: 'name',
      sort: { oneTenant: 'control_sets_name', allTenants: 'control_sets_name_all' },
    },
    description: { type: 'string', sql: 'description', nullable: true, sort: false },
    created: { type: 'dateTimeOffset', sql: 'created', sort: false },
    createdBy: { type: 'string', sql: 'created_by', sort: false },
    modified: { type: 'dateTimeOffset', sql: 'modified', sort: false },
    modifiedBy: { type: 'string', sql: 'modified_by', sort: false },
  },
  defaultOrder: [{ property: 'name' }],
  where: (alias) => `not ${alias}.is_retired`,
  edges: {
    tenant: tenantEdge,
    controls: {
      entity: () => controlEntity,
      kind: 'many',
      on: [{ local: 'control_set_id', foreign: 'control_set_id' }],
      permission: 'Compliance:view',
      exposes: ['id', 'name', 'title', 'description', 'position', 'controlStatuses'],
    },
  },
});

/** A row of cfs.control_sets. */
export interface ControlSetTable extends EntityRow<typeof controlSetEntity> {
  is_retired: Generated<boolean>;
}

export type ControlSetRow = Selectable<ControlSetTable>;
