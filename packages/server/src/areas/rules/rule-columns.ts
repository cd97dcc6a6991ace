import { defaultGroupWindow } from '@cfs/contracts/rule-storms';
import type { ValidRule } from '@cfs/contracts/rules';
import { formatTimeSpan, parseTimeSpan } from '@cfs/contracts/time-span';

/** Column values that return a rule to service. */
export const inService = { out_of_service_since: null, out_of_service_reason: null } as const;

/** The columns that the body of a rule sets. */
export const ruleColumns = (rule: ValidRule) => {
  const lifetime = parseTimeSpan(rule.matchLifetime) ?? 0;
  const window = rule.groupBy === null ? null : (rule.groupWindow ?? defaultGroupWindow);
  return {
    subscription_id: rule.subscriptionId ?? null,
    enabled: rule.enabled,
    name: rule.name,
    description: rule.description ?? null,
    rule_type_id: rule.ruleTypeId,
    match_lifetime_seconds: lifetime,
    match_lifetime: formatTimeSpan(lifetime),
    use_sliding_expiration: rule.useSlidingExpiration,
    time_conditions: rule.timeConditions ? JSON.stringify(rule.timeConditions) : null,
    conditions: JSON.stringify(rule.conditions),
    correlation: rule.correlation ? JSON.stringify(rule.correlation) : null,
    aggregation: rule.aggregation ? JSON.stringify(rule.aggregation) : null,
    include_own_work_units: rule.includeOwnWorkUnits,
    group_by: rule.groupBy,
    group_window: window,
    group_window_seconds: window === null ? 0 : (parseTimeSpan(window) ?? 0),
    action_limit_per_hour: rule.actionLimitPerHour,
    match_actions: JSON.stringify(rule.matchActions),
    expiration_actions: JSON.stringify(rule.expirationActions),
  };
};
