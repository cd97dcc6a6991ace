import { matchEndReasons } from '@cfs/contracts/rule-matches';
import { defineEntity } from '../../../platform/odata/entity.ts';
import { tenantEdge } from '../../tenants/tenant-edge.ts';
import { anyRuleEntity } from '../rule-entity.ts';

/** Permissions that allow reading matches: all that concern their subjects. */
export const ruleMatchReaders = [
  'Rules:view',
  'Blocks:view',
  'WorkUnits:view',
  'Devices:view',
  'Packets:view',
] as const;

/** Rules as matches show them, including deleted ones, because the history outlives its rule. */
export const matchedRuleEntity = defineEntity({
  ...anyRuleEntity,
  name: 'MatchedRule',
  description: 'A rule as its matches show it, deleted or not.',
  set: 'matchedrules',
  where: () => 'true',
});

/** Episodes of rules, of every tenant that the caller may see. */
export const ruleMatchEntity = defineEntity({
  name: 'RuleMatch',
  description: 'One episode of a rule and its subject.',
  set: 'rulematches',
  table: 'rule_matches',
  key: 'ruleMatchId',
  keyColumn: 'rule_match_id',
  permission: ruleMatchReaders,
  reach: 'visible',
  defaultOrder: [{ property: 'created', descending: true }],
  properties: {
    ruleMatchId: { type: 'guid', sql: 'rule_match_id' },
    tenantId: { type: 'guid', sql: 'tenant_id', sort: false },
    ruleId: { type: 'guid', sql: 'rule_id', sort: false },
    subjectId: { type: 'guid', sql: 'subject_id', sort: false },
    label: { type: 'string', sql: 'label' },
    created: {
      type: 'dateTimeOffset',
      sql: 'created',
      sort: { oneTenant: 'rule_matches_created', allTenants: 'rule_matches_created_all' },
    },
    firstMatch: { type: 'dateTimeOffset', sql: 'first_match' },
    lastMatch: { type: 'dateTimeOffset', sql: 'last_match' },
    expires: { type: 'dateTimeOffset', sql: 'expires' },
    matchCount: { type: 'int32', sql: 'match_count' },
    rulePacket: { type: 'json', sql: 'rule_packet', nullable: true, filter: false, sort: false },
    inMaintenance: { type: 'boolean', sql: 'in_maintenance' },
    completionProcessed: { type: 'boolean', sql: 'completion_processed' },
    ended: { type: 'dateTimeOffset', sql: 'ended', nullable: true },
    endReason: {
      type: 'int32',
      sql: 'end_reason',
      nullable: true,
      names: matchEndReasons,
      description: 'Why it ended; null while it is open',
    },
    endedBy: { type: 'string', sql: 'ended_by', nullable: true, sort: false, description: 'Who ended it by hand' },
    endNote: { type: 'string', sql: 'end_note', nullable: true, sort: false, description: 'Why it was ended by hand' },
    acknowledged: { type: 'dateTimeOffset', sql: 'acknowledged', nullable: true },
    acknowledgedBy: { type: 'string', sql: 'acknowledged_by', nullable: true, sort: false },
    modified: { type: 'dateTimeOffset', sql: 'modified' },
  },
  edges: {
    tenant: tenantEdge,
    rule: {
      entity: () => matchedRuleEntity,
      kind: 'one',
      on: [{ local: 'rule_id', foreign: 'rule_id' }],
      permission: ruleMatchReaders,
      exposes: ['ruleId', 'name', 'ruleTypeId', 'enabled', 'description', 'tenantId', 'subscriptionId'],
    },
  },
});
