import { blockTypes } from '@cfs/contracts/block-enumerations';
import { defineEntity } from '../../platform/odata/entity.ts';
import { tenantEdge } from '../tenants/tenant-edge.ts';

const readers = ['Blocks:view', 'Devices:view', 'Packets:view'] as const;

/** The colour that an entity was last set to; accessible only through its block. */
const entityColorEntity = defineEntity({
  name: 'EntityColor',
  description: 'The colour that an entity was set to last.',
  set: 'entitycolors',
  table: 'entity_colors',
  key: 'entityId',
  keyColumn: 'entity_id',
  permission: readers,
  reach: 'context',
  properties: {
    entityId: { type: 'guid', sql: 'entity_id' },
    color: { type: 'string', sql: 'color' },
    modified: { type: 'dateTimeOffset', sql: 'modified' },
  },
  edges: {},
});

/** Blocks of the request's tenant and subscription. */
export const blockEntity = defineEntity({
  name: 'Block',
  description: 'A tile that shows the state of something monitored.',
  set: 'blocks',
  table: 'blocks',
  key: 'blockId',
  keyColumn: 'block_id',
  permission: 'Blocks:view',
  reach: 'context',
  subscriptionColumn: 'subscription_id',
  defaultOrder: [{ property: 'name' }],
  properties: {
    blockId: { type: 'guid', sql: 'block_id', sort: true },
    tenantId: { type: 'guid', sql: 'tenant_id', sort: false },
    subscriptionId: { type: 'guid', sql: 'subscription_id', sort: false },
    name: {
      type: 'string',
      sql: 'name',
      sort: { oneTenant: 'blocks_name', allTenants: 'blocks_name_all' },
      search: true,
    },
    description: { type: 'string', sql: 'description', nullable: true, sort: false },
    blockTypeId: { type: 'int32', sql: 'block_type_id', names: blockTypes, sort: true },
    parentEntityId: {
      type: 'guid',
      sql: 'parent_entity_id',
      nullable: true,
      sort: false,
      description: 'The block that it depends on: while that is down, actions about this one are suppressed',
    },
    created: { type: 'dateTimeOffset', sql: 'created', sort: true },
    createdBy: { type: 'string', sql: 'created_by', sort: false },
    modified: { type: 'dateTimeOffset', sql: 'modified', sort: true },
    modifiedBy: { type: 'string', sql: 'modified_by', sort: false },
  },
  edges: {
    tenant: tenantEdge,
    entityColor: {
      entity: () => entityColorEntity,
      kind: 'one',
      on: [{ local: 'block_id', foreign: 'entity_id' }],
      permission: readers,
      exposes: ['entityId', 'color', 'modified'],
    },
  },
});
