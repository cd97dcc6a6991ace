/**
 * A change of an entity; without `before` for a creation, without `after` for a deletion. Neither may contain secrets.
 */
export interface AuditEntry {
  /** Noun of the entity: `Location`. */
  readonly entity: string;
  readonly id: string;
  /** The tenant of the row; defaults to the request's. */
  readonly tenantId?: string;
  readonly before?: unknown;
  readonly after?: unknown;
}
