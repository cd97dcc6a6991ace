/** The work unit that a rule made last about a subject. */
export interface RuleWorkUnitTable {
  tenant_id: string;
  rule_id: string;
  subject_id: string;
  work_unit_id: number;
  internal_work_unit_id: string;
  /** The match that the unit heard of last. */
  rule_match_id: string;
  modified: Date;
}
