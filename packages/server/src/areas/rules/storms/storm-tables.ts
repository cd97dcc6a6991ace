/** The group that matches of a rule enter at present, one for each location or subscription. */
export interface RuleMatchGroupTable {
  tenant_id: string;
  rule_id: string;
  /** The location or subscription. */
  group_id: string;
  /** The match that began it, and the subject of that match. */
  rule_match_id: string;
  subject_id: string;
  label: string;
  /** Label of the match whose mails are sent for the group; null while all were beyond the limit of the rule. */
  mailed_by: string | null;
  until: Date;
}

/** The actions that a rule has run in its present hour. */
export interface RuleActionBudgetTable {
  tenant_id: string;
  rule_id: string;
  began: Date;
  used: number;
  /** Actions that the next digest reports. */
  held: number;
}
