/** The work unit that a rule most recently created about a subject. */
export interface RuleWorkUnitTable {
  tenant_id: string;
  rule_id: string;
  subject_id: string;
  work_unit_id: number;
  internal_work_unit_id: string;
  /** The latest match that the unit was created for or got a note about. */
  rule_match_id: string;
  modified: Date;
}
