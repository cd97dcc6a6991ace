import { actorName, type Context } from '../context.ts';
import type { ScopedDatabase } from '../database/gate.ts';
import { nextModified } from '../modified.ts';
import type { AuditEntry } from './audit-entry.ts';
import { insertAuditRecord } from './insert-audit-record.ts';
import type { RecordProver } from './record-proof.ts';
import type { AuditExemption } from './table-audit.ts';
import type { WriteTrail } from './write-trail.ts';

/** Columns of an immutable row. */
export interface CreatedOnce {
  readonly created: Date;
  readonly created_by: string;
}

/** Columns of a changed row. */
export interface Modified {
  readonly modified: Date;
  readonly modified_by: string;
}

/** Columns of a new row that can be changed. */
export interface Created extends CreatedOnce, Modified {}

/**
 * An audited write. Provides the columns of author and time and writes the audit records; `gate.write` rolls back a
 * transaction that changed an audited table without a record.
 */
export interface Change {
  readonly context: Context;
  /** Columns of a new row; `modified` equals `created`. */
  created(): Created;
  /** Columns of a new immutable row. */
  createdOnce(): CreatedOnce;
  /** Columns of a changed row: `modified` is the current time, but always later than the stored one. */
  modified(stored: { readonly modified: Date }): Modified;
  /** Records a change, in its transaction. */
  record(entry: AuditEntry): Promise<void>;
  /** States why this transaction's writes to a table need no record, although other writes to the table do. */
  exempt(table: string, reason: AuditExemption): void;
  /** The same transaction with the context of the person on whose behalf the server acts. */
  as(context: Context): Change;
}

/** The audited write of a transaction: `prove` seals its records, `trail` tracks them. */
export const createChange = (db: ScopedDatabase, prove: RecordProver, context: Context, trail: WriteTrail): Change => {
  const createdOnce = (): CreatedOnce => ({ created: context.clock.now(), created_by: actorName(context.actor) });
  return {
    context,
    createdOnce,
    created() {
      const { created, created_by } = createdOnce();
      return { created, created_by, modified: created, modified_by: created_by };
    },
    modified: (stored) => ({
      modified: nextModified(context.clock.now(), stored.modified),
      modified_by: actorName(context.actor),
    }),
    async record(entry) {
      await insertAuditRecord(db, prove, context, entry);
      trail.recorded(entry.entity);
    },
    exempt: (table) => trail.exempt(table),
    as: (other) => createChange(db, prove, other, trail),
  };
};
