import { nameOf } from '@cfs/contracts/name-of';
import { aggregationGroups, type RuleAggregation } from '@cfs/contracts/rule-aggregations';
import { correlationReaches, type RuleCorrelation } from '@cfs/contracts/rule-correlations';
import type { RuleCondition } from '@cfs/contracts/rule-conditions';
import { ruleOperators } from '@cfs/contracts/rule-operators';
import { defaultGroupWindow, matchGroups } from '@cfs/contracts/rule-storms';
import type { TimeConditions } from '@cfs/contracts/rule-time-conditions';
import { ruleTypes } from '@cfs/contracts/rule-types';
import { defaultRuleSpan } from '@cfs/contracts/rule-windows';
import { defaultMatchLifetime, maximumRuleParts, ruleInputSchema, type RuleAction } from '@cfs/contracts/rules';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { compact } from '../../../platform/tenant-configuration/compact.ts';
import type { Reading } from '../../../platform/tenant-configuration/configuration-part.ts';
import { itemFault, parseBody } from '../../../platform/tenant-configuration/item-faults.ts';
import { canonicalSpan, looseText, spanText } from '../../../platform/tenant-configuration/schemas.ts';
import { orNull } from '../../../platform/tenant-configuration/or-null.ts';
import type { RuleTable } from '../rule-table.ts';
import { actionSchema, toActionItem, toRuleAction } from './action-item.ts';
import { conditionSchema, toConditionItem, toRuleCondition } from './condition-item.ts';
import { timeSchema, toTimeConditions, toTimeItem } from './time-item.ts';

const operators = Object.keys(ruleOperators) as (keyof typeof ruleOperators)[];

/** A rule in a file. */
export const ruleItemSchema = z.strictObject({
  name: z.string().trim().min(1).max(200),
  description: z.string().max(2_000).default(''),
  type: z.enum(Object.keys(ruleTypes) as (keyof typeof ruleTypes)[]),
  enabled: z.boolean().default(true),
  subscription: z.string().trim().min(1).max(200).optional(),
  matchLifetime: spanText.default(defaultMatchLifetime),
  slidingExpiration: z.boolean().default(false),
  includeOwnWorkUnits: z.boolean().default(false),
  time: timeSchema.optional(),
  conditions: z.array(conditionSchema).min(1).max(maximumRuleParts),
  correlation: z
    .strictObject({
      reach: z.enum(correlationReaches).default('Subject'),
      span: spanText.default(defaultRuleSpan),
      ordered: z.boolean().default(false),
    })
    .optional(),
  aggregation: z
    .strictObject({
      bucket: spanText,
      groupBy: z.enum(aggregationGroups),
      field: z.string().max(200).default(''),
      where: z
        .strictObject({ field: z.string().max(200), operator: z.enum(operators), value: looseText.optional() })
        .optional(),
    })
    .optional(),
  group: z.strictObject({ by: z.enum(matchGroups), window: spanText.default(defaultGroupWindow) }).optional(),
  actionLimitPerHour: z.int().optional(),
  matchActions: z.array(actionSchema).max(maximumRuleParts).default([]),
  expirationActions: z.array(actionSchema).max(maximumRuleParts).default([]),
});

export type RuleItem = z.output<typeof ruleItemSchema>;

const toCorrelationItem = (text: string) => {
  const { Reach, Span, Ordered } = JSON.parse(text) as RuleCorrelation;
  return compact(
    { reach: Reach, span: canonicalSpan(Span), ordered: Ordered },
    { reach: 'Subject', span: defaultRuleSpan, ordered: false },
  );
};

const toAggregationItem = (text: string) => {
  const { Bucket, GroupBy, Field, Where } = JSON.parse(text) as RuleAggregation;
  return {
    bucket: canonicalSpan(Bucket),
    groupBy: GroupBy,
    ...compact({ field: Field }),
    ...(Where && {
      where: {
        field: Where.Field,
        operator: nameOf(ruleOperators, Where.Operator),
        ...compact({ value: Where.Value }),
      },
    }),
  };
};

const toActions = (actions: unknown, reading: Reading) => {
  const list = actions as readonly RuleAction[];
  return list.length === 0 ? undefined : list.map((each) => toActionItem(each, reading));
};

/** Converts a stored rule to the file format. */
export const toRuleItem = (row: Selectable<RuleTable>, reading: Reading): Record<string, unknown> => ({
  name: row.name,
  ...compact({ description: row.description }),
  type: nameOf(ruleTypes, row.rule_type_id),
  ...compact(
    {
      enabled: row.enabled,
      subscription:
        row.subscription_id === null ? undefined : reading.names.referenceTo('subscription', row.subscription_id),
      matchLifetime: canonicalSpan(row.match_lifetime),
      slidingExpiration: row.use_sliding_expiration,
      includeOwnWorkUnits: row.include_own_work_units,
      time: row.time_conditions === null ? undefined : toTimeItem(JSON.parse(row.time_conditions) as TimeConditions),
    },
    { enabled: true, matchLifetime: defaultMatchLifetime, slidingExpiration: false, includeOwnWorkUnits: false },
  ),
  conditions: (row.conditions as readonly RuleCondition[]).map((each, index) => toConditionItem(each, index, reading)),
  ...compact({
    correlation: row.correlation === null ? undefined : toCorrelationItem(row.correlation),
    aggregation: row.aggregation === null ? undefined : toAggregationItem(row.aggregation),
    group:
      row.group_by === null
        ? undefined
        : {
            by: row.group_by,
            ...compact({ window: row.group_window && canonicalSpan(row.group_window) }, { window: defaultGroupWindow }),
          },
    actionLimitPerHour: row.action_limit_per_hour,
    matchActions: toActions(row.match_actions, reading),
    expirationActions: toActions(row.expiration_actions, reading),
  }),
});

/** The names in the file of the properties of a rule's body. */
const places: Readonly<Record<string, string>> = {
  ruleTypeId: 'type',
  subscriptionId: 'subscription',
  useSlidingExpiration: 'slidingExpiration',
  timeConditions: 'time',
  groupBy: 'group',
  groupWindow: 'group',
};

/** Converts a rule of the file to the body of the call that stores it. */
export const toRuleBody = (item: RuleItem, reading: Reading) => {
  const { correlation, aggregation, group } = item;
  if (item.conditions[0]?.join === 'Or')
    throw itemFault(['conditions', 0, 'join'], 'The first condition has nothing to join: omit join.');
  const body = {
    name: item.name,
    description: orNull(item.description),
    enabled: item.enabled,
    ruleTypeId: ruleTypes[item.type],
    subscriptionId:
      item.subscription === undefined ? null : reading.names.idOf('subscription', item.subscription, ['subscription']),
    matchLifetime: item.matchLifetime,
    useSlidingExpiration: item.slidingExpiration,
    timeConditions: item.time ? toTimeConditions(item.time) : null,
    conditions: item.conditions.map((each, index) => toRuleCondition(each, index, reading)),
    correlation: correlation
      ? { Reach: correlation.reach, Span: correlation.span, Ordered: correlation.ordered }
      : null,
    aggregation: aggregation
      ? {
          Bucket: aggregation.bucket,
          GroupBy: aggregation.groupBy,
          Field: aggregation.field,
          Where: aggregation.where
            ? {
                Field: aggregation.where.field,
                Operator: ruleOperators[aggregation.where.operator],
                Value: aggregation.where.value ?? null,
              }
            : null,
        }
      : null,
    includeOwnWorkUnits: item.includeOwnWorkUnits,
    groupBy: group?.by ?? null,
    groupWindow: group?.window ?? null,
    actionLimitPerHour: item.actionLimitPerHour ?? null,
    matchActions: item.matchActions.map((each, index) => toRuleAction(each, reading, ['matchActions', index])),
    expirationActions: item.expirationActions.map((each, index) =>
      toRuleAction(each, reading, ['expirationActions', index]),
    ),
  };
  return parseBody(ruleInputSchema, body, places);
};
