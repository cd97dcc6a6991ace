import { sql, type RawBuilder } from 'kysely';
import { conflict } from './problems.ts';

/** The message of a refused edit; the portal recognises it and offers to reload or to reapply. */
const movedOn = 'The record has been changed since it was opened.';

/**
 * The optimistic lock: refuses an edit whose form was loaded before the row's latest change. Call with the row locked;
 * without `expected` nothing is checked. Throws 409.
 */
export const expectModified = (stored: Date, expected: string | Date | null | undefined): void => {
  if (expected === null || expected === undefined) return;
  if (new Date(expected).getTime() !== stored.getTime()) throw conflict(movedOn, { modified: [movedOn] });
};

/** The time of a change: the current time, but always later than the previous change. */
export const nextModified = (now: Date, stored: Date): Date => new Date(Math.max(now.getTime(), stored.getTime() + 1));

/** The same in a statement for rows that are not read first; `column` contains the previous time. */
export const nextModifiedIn = (column: string, now: Date): RawBuilder<Date> =>
  sql<Date>`greatest(${now}::timestamptz, ${sql.ref(column)} + interval '1 ms')`;
