/** One change of one entity; a creation has no `before`, a deletion no `after`. Secrets must not be part of either. */
export interface AuditEntry {
  /** Noun of the entity: `Location`. */
  readonly entity: string;
  readonly id: string;
  /** The tenant of the row, which may differ from that of the request; the request's when left out. */
  readonly tenantId?: string;
  readonly before?: unknown;
  readonly after?: unknown;
}
