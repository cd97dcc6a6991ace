import { ruleAggregationSchema } from '@cfs/contracts/rule-aggregations';
import { ruleConditionSchema } from '@cfs/contracts/rule-conditions';
import { ruleCorrelationSchema } from '@cfs/contracts/rule-correlations';
import { timeConditionsSchema } from '@cfs/contracts/rule-time-conditions';
import { ruleActionSchema } from '@cfs/contracts/rules';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { RunnableRule } from '../evaluation/compile-rule.ts';
import { stormColumns, toStormControl } from '../storms/storm-control.ts';
import type { RuleTable } from '../rule-table.ts';

const conditionsSchema = z.array(ruleConditionSchema);
const actionsSchema = z.array(ruleActionSchema);

/** The columns that are needed to run a rule. */
export const runnableColumns = [
  'tenant_id',
  'rule_id',
  'name',
  'rule_type_id',
  'subscription_id',
  'match_lifetime_seconds',
  'use_sliding_expiration',
  'time_conditions',
  'conditions',
  'correlation',
  'aggregation',
  'include_own_work_units',
  ...stormColumns,
  'counts_since',
  'match_actions',
  'expiration_actions',
  'modified',
] as const;

/** Converts a stored rule to one that can be run. Throws if the stored data is not a rule of this version. */
export const toRunnableRule = (row: Pick<Selectable<RuleTable>, (typeof runnableColumns)[number]>): RunnableRule => ({
  tenantId: row.tenant_id,
  ruleId: row.rule_id,
  name: row.name,
  ruleTypeId: row.rule_type_id,
  subscriptionId: row.subscription_id,
  matchLifetimeSeconds: row.match_lifetime_seconds,
  useSlidingExpiration: row.use_sliding_expiration,
  timeConditions: row.time_conditions === null ? null : timeConditionsSchema.parse(JSON.parse(row.time_conditions)),
  conditions: conditionsSchema.parse(row.conditions),
  correlation: row.correlation === null ? null : ruleCorrelationSchema.parse(JSON.parse(row.correlation)),
  aggregation: row.aggregation === null ? null : ruleAggregationSchema.parse(JSON.parse(row.aggregation)),
  includeOwnWorkUnits: row.include_own_work_units,
  storm: toStormControl(row),
  countsSince: row.counts_since,
  matchActions: actionsSchema.parse(row.match_actions),
  expirationActions: actionsSchema.parse(row.expiration_actions),
  modified: row.modified,
});
