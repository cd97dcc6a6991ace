import type { MatchGroup } from '@cfs/contracts/rule-storms';

/** The limits on the actions of a rule. */
export interface StormControl {
  readonly groupBy: MatchGroup | null;
  readonly groupWindowSeconds: number;
  readonly actionLimitPerHour: number | null;
}

/** The columns of a rule that limit its actions. */
export const stormColumns = ['group_by', 'group_window_seconds', 'action_limit_per_hour'] as const;

/** The limits on the actions of a stored rule. */
export const toStormControl = (row: {
  readonly group_by: MatchGroup | null;
  readonly group_window_seconds: number;
  readonly action_limit_per_hour: number | null;
}): StormControl => ({
  groupBy: row.group_by,
  groupWindowSeconds: row.group_window_seconds,
  actionLimitPerHour: row.action_limit_per_hour,
});

/** No limit, for example for a rule that no longer exists. */
export const unlimited: StormControl = { groupBy: null, groupWindowSeconds: 0, actionLimitPerHour: null };
