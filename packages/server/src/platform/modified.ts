import { sql, type RawBuilder } from 'kysely';
import { conflict } from './problems.ts';

/** The words of a refused edit; the portal offers to reload or to reapply when it reads them. */
const movedOn = 'The record has been changed since it was opened.';

/**
 * Refuses an edit whose form was opened before the row's latest change. Called with the row locked; without
 * `expected` nothing is asked. Throws 409.
 */
export const expectModified = (stored: Date, expected: string | Date | null | undefined): void => {
  if (expected === null || expected === undefined) return;
  if (new Date(expected).getTime() !== stored.getTime()) throw conflict(movedOn, { modified: [movedOn] });
};

/** The time of a change: now, but always later than the change before it. */
export const nextModified = (now: Date, stored: Date): Date => new Date(Math.max(now.getTime(), stored.getTime() + 1));

/** The same in a statement about rows that are not read first; `column` is the one that holds the time before. */
export const nextModifiedIn = (column: string, now: Date): RawBuilder<Date> =>
  sql<Date>`greatest(${now}::timestamptz, ${sql.ref(column)} + interval '1 ms')`;
