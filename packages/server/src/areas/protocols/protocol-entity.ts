import { defineEntity } from '../../platform/odata/entity.ts';
import { timeSpanOf } from '../../platform/odata/expressions/time-span-sql.ts';
import { tenantEdge } from '../tenants/tenant-edge.ts';
import { protocolActionEntity } from './protocol-action-entity.ts';
import { protocolReaders } from './protocol-readers.ts';

const manualActionsOf = (alias: string): string =>
  `(select coalesce(jsonb_agg(jsonb_build_object('protocolActionId', manual.protocol_action_id, ` +
  `'workUnitEventTypeId', manual.event, 'actionDefinitionId', manual.action_definition_id, ` +
  `'summary', manual.summary, 'repeatable', manual.repeatable) order by manual.event, manual.sequence, manual.created, manual.protocol_action_id), '[]')::text ` +
  `from cfs.protocol_actions manual where manual.tenant_id = ${alias}.tenant_id ` +
  `and manual.protocol_id = ${alias}.protocol_id and not manual.run_automatically)`;

/** Protocols: a tenant's own and those that every tenant shares. */
export const protocolEntity = defineEntity({
  name: 'Protocol',
  description: 'A protocol, of one tenant or shared by all.',
  set: 'protocols',
  table: 'protocols',
  key: 'protocolId',
  keyColumn: 'protocol_id',
  permission: protocolReaders,
  reach: 'visible',
  shared: true,
  properties: {
    protocolId: { type: 'guid', sql: 'protocol_id', search: true },
    tenantId: { type: 'guid', sql: 'tenant_id', nullable: true },
    name: {
      type: 'string',
      sql: 'name',
      search: true,
      sort: { oneTenant: 'protocols_name', allTenants: 'protocols_name_all' },
    },
    description: { type: 'string', sql: 'description', nullable: true, search: true },
    timerInverval: {
      type: 'timeSpan',
      sql: timeSpanOf('timer_seconds'),
      filter: false,
      sort: false,
    },
    manualActions: {
      type: 'json',
      sql: manualActionsOf,
      description: 'The actions that wait for a person, by event (as its number) and sequence.',
      filter: false,
      sort: false,
    },
    created: { type: 'dateTimeOffset', sql: 'created' },
    createdBy: { type: 'string', sql: 'created_by' },
    modified: { type: 'dateTimeOffset', sql: 'modified' },
    modifiedBy: { type: 'string', sql: 'modified_by' },
  },
  defaultOrder: [{ property: 'name' }],
  edges: {
    tenant: tenantEdge,
    protocolActions: {
      entity: () => protocolActionEntity,
      kind: 'many',
      on: [{ local: 'protocol_id', foreign: 'protocol_id' }],
      permission: protocolReaders,
      exposes: [
        'protocolActionId',
        'actionDefinitionId',
        'workUnitEventTypeId',
        'parameters',
        'sequence',
        'summary',
        'runAutomatically',
        'repeatable',
        'actionDefinition',
      ],
    },
  },
});
