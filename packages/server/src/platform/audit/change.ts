import { actorName, type Context } from '../context.ts';
import type { ScopedDatabase } from '../database/gate.ts';
import { nextModified } from '../modified.ts';
import type { AuditEntry } from './audit-entry.ts';
import { insertAuditRecord } from './insert-audit-record.ts';
import type { RecordProver } from './record-proof.ts';
import type { AuditExemption } from './table-audit.ts';
import type { WriteTrail } from './write-trail.ts';

/** Columns of a row that is never changed. */
export interface CreatedOnce {
  readonly created: Date;
  readonly created_by: string;
}

/** Columns of a row that has been changed. */
export interface Modified {
  readonly modified: Date;
  readonly modified_by: string;
}

/** Columns of a new row that can be changed. */
export interface Created extends CreatedOnce, Modified {}

/**
 * One audited write: who changes something, and when. It hands out the columns that say so and takes the records of the
 * audit; `gate.write` commits nothing that was changed in an audited table and not recorded.
 */
export interface Change {
  readonly context: Context;
  /** Columns of a new row, which has not been changed since. */
  created(): Created;
  /** Columns of a new row that will never be changed. */
  createdOnce(): CreatedOnce;
  /** Columns of a changed row: `modified` is now, but always later than what is stored. */
  modified(stored: { readonly modified: Date }): Modified;
  /** Records what was changed, in the transaction of the change: either both are committed or neither. */
  record(entry: AuditEntry): Promise<void>;
  /** Says why what this transaction writes to a table leaves no record, where other writes to the table do. */
  exempt(table: string, reason: AuditExemption): void;
  /** The same write in the name of another context: of who asked, where the server itself holds the transaction. */
  as(context: Context): Change;
}

/** A change within the transaction of `db`, whose records `prove` proves and `trail` notes. */
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
