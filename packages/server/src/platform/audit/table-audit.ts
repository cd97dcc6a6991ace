/** Why writes to a table, or calls of a route, leave no audit record of their own. */
export type AuditExemption =
  /** Measurements of machines, their signs of life, and what the server derives from them. */
  | 'telemetry'
  /** What one person chose for their own screen. */
  | 'own screen'
  /** Who has a work unit open at this moment. */
  | 'presence'
  /** Queues, leases, timers and what they delivered; each delivery appears in a history that people read. */
  | 'durable work'
  /** The audit itself. */
  | 'audit'
  /** Written only together with a row whose change is recorded. */
  | 'part of another'
  /** Short-lived or made by the server for itself: previews, keys, epochs. */
  | 'internal'
  /** Who signs in, until when, and who has signed out. */
  | 'sign-in';

/**
 * What a transaction that wrote to a table must record before it commits: a change of one of these entities, or nothing
 * for the given reason.
 */
export type TableAudit = readonly [entity: string, ...others: string[]] | { readonly exempt: AuditExemption };

/** What each table of a part of the product asks of the audit, by its name. */
export type TableAudits = Readonly<Record<string, TableAudit>>;
