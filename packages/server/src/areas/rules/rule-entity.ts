import { ruleTypes } from '@cfs/contracts/rule-types';
import { defineEntity } from '../../platform/odata/entity.ts';
import { subscriptionEntity } from '../subscriptions/subscription-entity.ts';
import { tenantEdge } from '../tenants/tenant-edge.ts';

/** A rule in any tenant that the caller may see: the entity that writes return. */
export const anyRuleEntity = defineEntity({
  name: 'Rule',
  description: 'A rule over packets, matches or work units.',
  set: 'rules',
  table: 'rules',
  key: 'ruleId',
  keyColumn: 'rule_id',
  permission: 'Rules:view',
  reach: 'visible',
  shared: true,
  defaultOrder: [{ property: 'name' }],
  properties: {
    ruleId: { type: 'guid', sql: 'rule_id' },
    enabled: { type: 'boolean', sql: 'enabled' },
    name: {
      type: 'string',
      sql: 'name',
      search: true,
      sort: { oneTenant: 'rules_name', allTenants: 'rules_name_all' },
    },
    description: { type: 'string', sql: 'description', nullable: true, sort: false },
    ruleTypeId: { type: 'int32', sql: 'rule_type_id', names: ruleTypes },
    tenantId: { type: 'guid', sql: 'tenant_id', nullable: true, sort: false },
    subscriptionId: { type: 'guid', sql: 'subscription_id', nullable: true, sort: false },
    matchLifetime: { type: 'timeSpan', sql: 'match_lifetime', filter: false, sort: false },
    useSlidingExpiration: { type: 'boolean', sql: 'use_sliding_expiration', sort: false },
    timeConditions: { type: 'json', sql: 'time_conditions', nullable: true, filter: false, sort: false },
    conditions: { type: 'json', sql: 'conditions', filter: false, sort: false },
    correlation: { type: 'json', sql: 'correlation', nullable: true, filter: false, sort: false },
    aggregation: { type: 'json', sql: 'aggregation', nullable: true, filter: false, sort: false },
    includeOwnWorkUnits: { type: 'boolean', sql: 'include_own_work_units', filter: false, sort: false },
    groupBy: { type: 'string', sql: 'group_by', nullable: true, filter: false, sort: false },
    groupWindow: { type: 'timeSpan', sql: 'group_window', nullable: true, filter: false, sort: false },
    actionLimitPerHour: { type: 'int32', sql: 'action_limit_per_hour', nullable: true, filter: false, sort: false },
    matchActions: { type: 'json', sql: 'match_actions', filter: false, sort: false },
    expirationActions: { type: 'json', sql: 'expiration_actions', filter: false, sort: false },
    outOfServiceSince: {
      type: 'dateTimeOffset',
      sql: 'out_of_service_since',
      nullable: true,
      sort: false,
      description:
        'Since when the rule is not run although it is enabled, because it took too long; null while it runs',
    },
    outOfServiceReason: {
      type: 'string',
      sql: 'out_of_service_reason',
      nullable: true,
      sort: false,
      description: 'Why it is not run; an edit or switching it off and on returns it to service',
    },
    created: { type: 'dateTimeOffset', sql: 'created', sort: false },
    createdBy: { type: 'string', sql: 'created_by', sort: false },
    modified: {
      type: 'dateTimeOffset',
      sql: 'modified',
      sort: { oneTenant: 'rules_modified', allTenants: 'rules_modified_all' },
    },
    modifiedBy: { type: 'string', sql: 'modified_by', sort: false },
  },
  edges: {
    tenant: tenantEdge,
    subscription: {
      entity: () => subscriptionEntity,
      kind: 'one',
      on: [{ local: 'subscription_id', foreign: 'subscription_id' }],
      permission: 'signed-in',
      exposes: ['subscriptionId', 'name'],
    },
  },
  where: (alias) => `not ${alias}.is_deleted`,
});

/**
 * The list of rules: those of the request's tenant and of all tenants. With a subscription in the request, only its
 * rules and those without one.
 */
export const ruleEntity = defineEntity({
  ...anyRuleEntity,
  reach: 'context',
  restrict: (context, alias, parameters) =>
    context.subscriptionId === undefined
      ? undefined
      : `${alias}.subscription_id is null or ${alias}.subscription_id = ${parameters.add(context.subscriptionId, 'uuid')}`,
});
