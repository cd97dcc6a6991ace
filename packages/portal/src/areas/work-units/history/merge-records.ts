import { historyPageRows } from '@cfs/contracts/work-unit-history-limits';
import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';

type Records = readonly WorkUnitHistoryRecord[];

/** The newest part of a stream, newest first and without gaps. */
export interface KnownHistory {
  readonly records: Records;
  /** Whether the server may have older records. */
  readonly hasOlder: boolean;
}

/** Converts a page of the server; a full page may be followed by older records. */
export const toHistory = (records: Records): KnownHistory => ({
  records,
  hasOlder: records.length >= historyPageRows,
});

/** How long files may still be added to a new note, in milliseconds. */
const settling = 120_000;

/**
 * Returns the id of the newest record that can no longer change; later ones must be fetched again. `undefined` if all
 * may change.
 */
export const lastFinalRecord = (known: Records, now: number): number | undefined =>
  known.find(({ created }) => Date.parse(created) < now - settling)?.id;

/** Returns a stream with new records, which replace known ones with the same id. */
export const withNewRecords = (known: KnownHistory, news: Records): KnownHistory => {
  if (news.length === 0) return known;
  const renewed = new Set(news.map(({ id }) => id));
  const records = [...news, ...known.records.filter(({ id }) => !renewed.has(id))];
  return { ...known, records: records.toSorted((one, other) => other.id - one.id) };
};

/**
 * Returns a stream with its newest page reloaded. Known older records are kept, unless there may be a gap before the
 * page.
 */
export const withNewest = (known: KnownHistory | undefined, page: KnownHistory): KnownHistory => {
  const oldest = page.records.at(-1)?.id ?? 0;
  if (!known || !page.hasOlder || (known.records[0]?.id ?? 0) < oldest) return page;
  const older = known.records.filter(({ id }) => id < oldest);
  return older.length === 0 ? page : { records: [...page.records, ...older], hasOlder: known.hasOlder };
};

/** Appends the page of records older than `before`. Returns the stream unchanged if it no longer ends with `before`. */
export const withOlder = (known: KnownHistory, before: number, page: KnownHistory): KnownHistory =>
  known.records.at(-1)?.id === before
    ? { records: [...known.records, ...page.records], hasOlder: page.hasOlder }
    : known;

/** Returns a stream without one of its files. */
export const withoutAttachment = (known: KnownHistory, attachmentId: string): KnownHistory => ({
  ...known,
  records: known.records.map((record) => {
    const { attachments, ...rest } = record;
    if (!attachments?.some((file) => file.attachmentId === attachmentId)) return record;
    const left = attachments.filter((file) => file.attachmentId !== attachmentId);
    return left.length === 0 ? rest : { ...rest, attachments: left };
  }),
});
