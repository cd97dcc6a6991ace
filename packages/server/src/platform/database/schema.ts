import type { EndedSessionTable, PersonContextTable } from '../access/sign-in-table.ts';
import type {
  AuditHeadTable,
  AuditRecordTable,
  AuditRosterTable,
  AuditSealTable,
  AuditUnsealedTable,
} from '../audit/audit-table.ts';
import type { WorkAttemptTable, WorkEventTable, WorkStepTable, WorkTimerTable } from '../durable-work/work-table.ts';

/** The tables known to Kysely: the platform's, extended by the areas' in `tables.ts`. */
export interface Database {
  audit_heads: AuditHeadTable;
  audit_records: AuditRecordTable;
  audit_roster: AuditRosterTable;
  audit_seals: AuditSealTable;
  audit_unsealed: AuditUnsealedTable;
  ended_sessions: EndedSessionTable;
  person_contexts: PersonContextTable;
  work_attempts: WorkAttemptTable;
  work_events: WorkEventTable;
  work_steps: WorkStepTable;
  work_timers: WorkTimerTable;
}
