import type { ColumnType, Generated } from 'kysely';
import type { AffectedEntities } from './relations/affected-entities.ts';

/** Columns of the custom values: `custom_value1` … `custom_value15`. */
type CustomValueColumns = Record<`custom_value${number}`, string | null>;

/** A row of cfs.work_units; enumerations by their numbers. */
export type WorkUnitTable = CustomValueColumns & {
  tenant_id: string;
  work_unit_id: Generated<number>;
  /** Filled by a trigger, unless the unit is imported. */
  public_work_unit_id: Generated<number>;
  internal_work_unit_id: string;
  /** Set and updated by triggers, for the search. */
  tenant_name: Generated<string>;
  title: string;
  description: string | null;
  resolution: string | null;
  severity: number;
  state: number;
  work_unit_type_id: number;
  effort: number | null;
  assigned_to: string | null;
  assignment_group: string | null;
  source: string | null;
  protocol_id: string | null;
  work_unit_category_id: number | null;
  work_unit_subcategory_id: number | null;
  reference_id: string | null;
  reference_url: string | null;
  stakeholder_full_name: string | null;
  stakeholder_phone_number: string | null;
  stakeholder_email_address: string | null;
  stakeholder_experience_score: number | null;
  properties: string | null;
  intake_form_version: number | null;
  planned_start_time: Date | null;
  planned_finish_time: Date | null;
  requested_change_window: string | null;
  planned_outage: boolean | null;
  implementer: string | null;
  approver1: string | null;
  approver2: string | null;
  is_approver_required: boolean | null;
  approved1_by: string | null;
  approved2_by: string | null;
  declined1_by: string | null;
  declined2_by: string | null;
  decision1_notes: string | null;
  decision2_notes: string | null;
  implementation_plan: string | null;
  rollback_plan: string | null;
  affected_resources: string | null;
  /** The entities that names among the affected resources refer to. */
  affected_entities: ColumnType<AffectedEntities | null, AffectedEntities | null | undefined>;
  security_considerations: string | null;
  user_impact: string | null;
  cost_impact: string | null;
  environment: string | null;
  expected_cfs_alerts: string | null;
  /** The rule whose match created the unit; that rule ignores the unit. */
  created_by_rule_id: string | null;
  /** The length of the chain of rule matches that led to the unit; 0 if no rule created it. */
  rule_depth: Generated<number>;
  created: Date;
  created_by: string;
  modified: Date;
  modified_by: string;
  acknowledged: Date | null;
  resolved: Date | null;
  /** When the next target is due; null without a running clock. */
  due_time: Date | null;
  /** Minutes left of a paused clock. */
  paused_time_left: number | null;
  /** Generated: sorts by the time left. */
  due_order: ColumnType<Date, never, never>;
  /** The stakeholder's mail in lower case, generated. */
  stakeholder_mail: ColumnType<string | null, never, never>;
  /** The assignee in lower case, generated. */
  assignee_mail: ColumnType<string | null, never, never>;
  /** The approvers that an open Change Request waits for, in lower case, generated. */
  waits_for_approver1: ColumnType<string | null, never, never>;
  waits_for_approver2: ColumnType<string | null, never, never>;
};

/** A row of cfs.work_unit_relations. */
export interface WorkUnitRelationTable {
  tenant_id: string;
  work_unit_id: number;
  reference_type: number;
  reference_id: string;
  created: Date;
}

/** A row of cfs.work_unit_history: written once, never changed. */
export interface WorkUnitHistoryTable {
  tenant_id: string;
  work_unit_history_id: Generated<number>;
  work_unit_id: number;
  history_type: number | null;
  detail: string;
  is_external_note: boolean;
  history_url: string | null;
  created: Date;
  created_by: string;
}

/** A row of cfs.work_unit_mentions: a note names a person. */
export interface WorkUnitMentionTable {
  tenant_id: string;
  work_unit_history_id: number;
  work_unit_id: number;
  mail: string;
  display_name: string;
}

/** A row of cfs.work_unit_presence: a person has a unit open. */
export interface WorkUnitPresenceTable {
  tenant_id: string;
  work_unit_id: number;
  user_id: string;
  mail: string;
  display_name: string;
  is_editing: boolean;
  seen: Date;
}

/** A row of cfs.work_unit_watchers: a person who is mailed the notes and new states of a unit. */
export interface WorkUnitWatcherTable {
  tenant_id: string;
  work_unit_id: number;
  user_id: string;
  /** In lower case. */
  mail: string;
  created: Date;
}
