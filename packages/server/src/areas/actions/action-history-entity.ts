import { resultStatuses } from '@cfs/contracts/action-enumerations';
import { defineEntity } from '../../platform/odata/entity.ts';
import { actionDefinitionEntity } from './definitions/action-definition-entity.ts';

const readers = ['ActionDefinitions:view', 'WorkUnits:view', 'Rules:view'] as const;

/** The history of action deliveries: one row per attempt, in the tenant for which the action ran. */
export const actionHistoryEntity = defineEntity({
  name: 'ActionHistory',
  description: 'The attempts to deliver an action, with their results.',
  set: 'actionHistories',
  table: 'action_histories',
  key: 'actionHistoryId',
  keyColumn: 'action_history_id',
  permission: readers,
  reach: 'visible',
  defaultOrder: [{ property: 'actionProcessed', descending: true }],
  properties: {
    actionHistoryId: { type: 'guid', sql: 'action_history_id' },
    tenantId: { type: 'guid', sql: 'tenant_id', sort: false },
    actionDefinitionId: { type: 'guid', sql: 'action_definition_id', sort: false },
    actionProcessed: {
      type: 'dateTimeOffset',
      sql: 'action_processed',
      sort: { oneTenant: 'action_histories_processed', allTenants: 'action_histories_processed_all' },
    },
    resultStatusId: { type: 'int32', sql: 'result_status_id', names: resultStatuses },
    inputParameters: { type: 'json', sql: 'input_parameters', filter: false, sort: false },
    resultDetail: { type: 'string', sql: 'result_detail', nullable: true, filter: false, sort: false },
    correlationId: { type: 'guid', sql: 'correlation_id', nullable: true, sort: false },
    referenceId: { type: 'guid', sql: 'reference_id', nullable: true, sort: false },
    messageId: { type: 'guid', sql: 'message_id', sort: false },
    protocolActionId: { type: 'guid', sql: 'protocol_action_id', nullable: true, sort: false },
    attempt: {
      type: 'int32',
      sql: 'attempt',
      sort: false,
      description: 'Counts from 1; 0 records that the delivery was queued.',
    },
    request: {
      type: 'json',
      sql: 'request',
      nullable: true,
      filter: false,
      sort: false,
      description: 'What was sent, with the placeholders of secrets instead of their values.',
    },
    responseStatus: {
      type: 'int32',
      sql: 'response_status',
      nullable: true,
      sort: false,
      description: 'HTTP status or SMTP code; null without a response.',
    },
    durationMilliseconds: { type: 'int32', sql: 'duration_milliseconds', nullable: true, filter: false, sort: false },
    nextAttempt: {
      type: 'dateTimeOffset',
      sql: 'next_attempt',
      nullable: true,
      filter: false,
      sort: false,
      description: 'When the next attempt is due; null when none follows.',
    },
  },
  edges: {
    actionDefinition: {
      entity: () => actionDefinitionEntity,
      kind: 'one',
      on: [{ local: 'action_definition_id', foreign: 'action_definition_id' }],
      permission: readers,
      exposes: ['actionDefinitionId', 'name'],
    },
  },
});
