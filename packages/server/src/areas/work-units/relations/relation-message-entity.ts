import { defineEntity } from '../../../platform/odata/entity.ts';

const messageOf = (alias: string): string =>
  `(select jsonb_build_object('EntityId', ${alias}.subject_id, 'Timestamp', packet ->> 'timestamp')` +
  ` || coalesce(nullif(packet -> 'message', 'null'::jsonb), '{}'::jsonb)` +
  ` from (select coalesce(${alias}.rule_packet, '{}')::jsonb as packet) stored)::text`;

/** The messages of a unit's relations: the packet of a rule match, by the id of the match. */
export const messageEntity = defineEntity({
  name: 'Message',
  description: 'The packet behind a relation of a work unit.',
  set: 'messages',
  table: 'rule_matches',
  key: 'messageId',
  keyColumn: 'rule_match_id',
  permission: 'WorkUnits:view',
  reach: 'visible',
  defaultOrder: [{ property: 'created', descending: true }],
  properties: {
    messageId: { type: 'guid', sql: 'rule_match_id' },
    referenceId: {
      type: 'guid',
      sql: 'rule_match_id',
      description: 'What relations of type RuleMatch refer to.',
      sort: false,
    },
    tenantId: { type: 'guid', sql: 'tenant_id', sort: false },
    created: {
      type: 'dateTimeOffset',
      sql: 'created',
      sort: { oneTenant: 'rule_matches_created', allTenants: 'rule_matches_created_all' },
    },
    message: {
      type: 'json',
      sql: messageOf,
      description: 'EntityId, Timestamp, Value and the groups of the packet.',
      filter: false,
      sort: false,
    },
  },
  edges: {},
});
