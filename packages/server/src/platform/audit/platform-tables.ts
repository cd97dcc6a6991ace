import type { TableAudits } from './table-audit.ts';

/** The audit requirements of the platform's tables. */
export const platformTables: TableAudits = {
  audit_records: { exempt: 'audit' },
  audit_unsealed: { exempt: 'audit' },
  audit_seals: { exempt: 'audit' },
  audit_heads: { exempt: 'audit' },
  audit_roster: { exempt: 'audit' },
  person_contexts: { exempt: 'own screen' },
  ended_sessions: { exempt: 'sign-in' },
  work_events: { exempt: 'durable work' },
  work_steps: { exempt: 'durable work' },
  work_attempts: { exempt: 'durable work' },
  work_timers: { exempt: 'durable work' },
};
