import { defineEntity } from '../../../platform/odata/entity.ts';
import { matchedRuleEntity, ruleMatchReaders } from '../matches/rule-match-entity.ts';
import { tenantEdge } from '../../tenants/tenant-edge.ts';

/** Silences of every tenant that the caller may see, including past ones. */
export const silenceEntity = defineEntity({
  name: 'Silence',
  description: 'Suppresses the actions of the matches of a rule, of an entity, or of one rule about one entity.',
  set: 'silences',
  table: 'silences',
  key: 'silenceId',
  keyColumn: 'silence_id',
  permission: ruleMatchReaders,
  reach: 'visible',
  defaultOrder: [{ property: 'until', descending: true }],
  properties: {
    silenceId: { type: 'guid', sql: 'silence_id' },
    tenantId: { type: 'guid', sql: 'tenant_id', sort: false },
    ruleId: { type: 'guid', sql: 'rule_id', nullable: true, sort: false },
    entityId: { type: 'guid', sql: 'entity_id', nullable: true, sort: false },
    until: { type: 'dateTimeOffset', sql: 'until' },
    reason: { type: 'string', sql: 'reason', sort: false },
    ended: { type: 'dateTimeOffset', sql: 'ended', nullable: true, description: 'When it was ended before its time' },
    endedBy: { type: 'string', sql: 'ended_by', nullable: true, sort: false },
    created: { type: 'dateTimeOffset', sql: 'created' },
    createdBy: { type: 'string', sql: 'created_by', sort: false },
    modified: { type: 'dateTimeOffset', sql: 'modified' },
    modifiedBy: { type: 'string', sql: 'modified_by', sort: false },
  },
  edges: {
    tenant: tenantEdge,
    rule: {
      entity: () => matchedRuleEntity,
      kind: 'one',
      on: [{ local: 'rule_id', foreign: 'rule_id' }],
      permission: ruleMatchReaders,
      exposes: ['ruleId', 'name'],
    },
  },
});
