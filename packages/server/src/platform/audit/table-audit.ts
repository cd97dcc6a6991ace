/** Reasons why writes to a table, or calls of a route, leave no audit record of their own. */
export type AuditExemption =
  /** Telemetry, heartbeats, and data derived from them. */
  | 'telemetry'
  /** A person's own preferences. */
  | 'own screen'
  /** Presence: who has a work unit open. */
  | 'presence'
  /** Queues, leases, timers and deliveries; each delivery appears in a history. */
  | 'durable work'
  /** The audit itself. */
  | 'audit'
  /** Written only together with a row whose change is recorded. */
  | 'part of another'
  /** Ephemeral or internal data: previews, keys, epochs. */
  | 'internal'
  /** A call that reads although it is a POST. */
  | 'nothing written'
  /** Sign-ins, their lifetimes and sign-outs. */
  | 'sign-in';

/** The requirement of a table: a record of one of these entities before commit, or an exemption with its reason. */
export type TableAudit = readonly [entity: string, ...others: string[]] | { readonly exempt: AuditExemption };

/** The audit requirements of tables by name. */
export type TableAudits = Readonly<Record<string, TableAudit>>;
