import type { EntityRow } from '../../platform/odata/entity-row.ts';
import { defineEntity } from '../../platform/odata/entity.ts';
import { controlStatusEntity } from './control-status-entity.ts';

/** Controls, accessible only through their set. */
export const controlEntity = defineEntity({
  name: 'Control',
  description: 'A control of a control set.',
  set: 'controls',
  table: 'controls',
  key: 'id',
  keyColumn: 'control_id',
  permission: 'Compliance:view',
  reach: 'context',
  shared: true,
  properties: {
    id: { type: 'guid', sql: 'control_id' },
    name: { type: 'string', sql: 'name' },
    title: { type: 'string', sql: 'title' },
    description: { type: 'string', sql: 'description', nullable: true, sort: false },
    position: { type: 'int32', sql: 'position', description: 'Order within the set.' },
  },
  defaultOrder: [{ property: 'position' }],
  edges: {
    controlStatuses: {
      entity: () => controlStatusEntity,
      kind: 'many',
      on: [{ local: 'control_id', foreign: 'control_id' }],
      sharedLeadsToEveryTenant: true,
      permission: 'Compliance:view',
      exposes: [
        'id',
        'checkDate',
        'status',
        'notes',
        'tenantId',
        'controlId',
        'evidenceCount',
        'created',
        'createdBy',
        'modified',
        'modifiedBy',
      ],
    },
  },
  where: (alias) => `not ${alias}.is_retired`,
});

/** A row of cfs.controls. */
export interface ControlTable extends EntityRow<typeof controlEntity> {
  control_set_id: string;
  is_retired: boolean;
  created: Date;
  created_by: string;
  modified: Date;
  modified_by: string;
}
