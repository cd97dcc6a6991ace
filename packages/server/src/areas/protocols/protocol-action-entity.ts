import { workUnitEventTypes } from '@cfs/contracts/work-unit-enumerations';
import { defineEntity } from '../../platform/odata/entity.ts';
import { actionDefinitionEntity } from '../actions/definitions/action-definition-entity.ts';
import { protocolReaders } from './protocol-readers.ts';

/** Automatic and manual actions of protocols for the events of their units. */
export const protocolActionEntity = defineEntity({
  name: 'ProtocolAction',
  description: 'What a protocol does when an event happens to one of its units.',
  set: 'protocolActions',
  table: 'protocol_actions',
  key: 'protocolActionId',
  keyColumn: 'protocol_action_id',
  permission: protocolReaders,
  reach: 'visible',
  shared: true,
  defaultOrder: [{ property: 'workUnitEventTypeId' }, { property: 'sequence' }],
  properties: {
    protocolActionId: { type: 'guid', sql: 'protocol_action_id' },
    tenantId: { type: 'guid', sql: 'tenant_id', nullable: true },
    protocolId: { type: 'guid', sql: 'protocol_id' },
    actionDefinitionId: { type: 'guid', sql: 'action_definition_id' },
    workUnitEventTypeId: { type: 'int32', sql: 'event', enumeration: workUnitEventTypes },
    parameters: { type: 'json', sql: 'parameters', filter: false, sort: false },
    sequence: { type: 'int32', sql: 'sequence', description: 'Rising order among the actions of an event.' },
    summary: { type: 'string', sql: 'summary', nullable: true },
    runAutomatically: { type: 'boolean', sql: 'run_automatically' },
    repeatable: { type: 'boolean', sql: 'repeatable' },
    created: { type: 'dateTimeOffset', sql: 'created' },
    createdBy: { type: 'string', sql: 'created_by' },
    modified: { type: 'dateTimeOffset', sql: 'modified' },
    modifiedBy: { type: 'string', sql: 'modified_by' },
  },
  edges: {
    actionDefinition: {
      entity: () => actionDefinitionEntity,
      kind: 'one',
      on: [{ local: 'action_definition_id', foreign: 'action_definition_id' }],
      permission: protocolReaders,
      exposes: ['actionDefinitionId', 'name', 'description', 'inputParameters'],
    },
  },
});
