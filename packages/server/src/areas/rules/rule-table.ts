import type { MatchGroup } from '@cfs/contracts/rule-storms';
import type { ColumnType, Generated } from 'kysely';

/** JSON that is written as text and read as a value. */
type Json = ColumnType<unknown, string, string>;

export interface RuleTable {
  /** The System tenant for a rule of all tenants. */
  tenant_id: string;
  rule_id: string;
  subscription_id: string | null;
  enabled: boolean;
  name: string;
  description: string | null;
  rule_type_id: number;
  match_lifetime_seconds: number;
  /** The same in the format of the API. */
  match_lifetime: string;
  use_sliding_expiration: boolean;
  /** JSON text in the format of the API. */
  time_conditions: string | null;
  conditions: Json;
  /** JSON text in the format of the API. */
  correlation: string | null;
  aggregation: string | null;
  include_own_work_units: Generated<boolean>;
  group_by: Generated<MatchGroup | null>;
  /** In the format of the API. */
  group_window: Generated<string | null>;
  group_window_seconds: Generated<number>;
  action_limit_per_hour: Generated<number | null>;
  match_actions: Json;
  expiration_actions: Json;
  is_deleted: boolean;
  /** Since when and why the rule is not run although it is enabled; both are set or neither. */
  out_of_service_since: Date | null;
  out_of_service_reason: string | null;
  /** Packets received before this time do not count for its patterns. */
  counts_since: Date | null;
  created: Date;
  created_by: string;
  modified: Date;
  modified_by: string;
}

export interface RuleEpochTable {
  tenant_id: string;
  epoch: number;
}

export interface RuleMatchTable {
  /** The subject's tenant. */
  tenant_id: string;
  rule_match_id: string;
  rule_id: string;
  subject_id: string;
  label: string;
  created: Date;
  first_match: Date;
  last_match: Date;
  expires: Date;
  match_count: number;
  /** JSON text of the packet that began the episode. */
  rule_packet: string | null;
  in_maintenance: boolean;
  /** Whether the end of the episode has been processed. */
  completion_processed: boolean;
  modified: Date;
  ended: Date | null;
  end_reason: number | null;
  ended_by: string | null;
  end_note: string | null;
  acknowledged: Date | null;
  acknowledged_by: string | null;
  /** Which actions wait for the end of a suppression: a value of `withheld`. */
  withheld: Generated<number>;
  /** Number of matches that led to this one. */
  depth: Generated<number>;
  /** The match that began its group; its own id for that match. */
  group_match_id: Generated<string | null>;
  /** Whether its end is the end of its group, which sends the mail. */
  ends_group: Generated<boolean>;
  /** Whether the next digest of its rule names it. */
  in_digest: Generated<boolean>;
}

export interface RuleOccurrenceTable {
  tenant_id: string;
  subject_id: string;
  rule_id: string;
  /** JSON text. */
  memory: string;
  modified: Date;
}

export interface RuleProgressTable {
  tenant_id: string;
  rule_id: string;
  /** The time up to which the timer has evaluated the rule. */
  reached: Date;
  /** When the timer last fired, and how late it was. */
  fired: Date;
  late_milliseconds: number;
}
