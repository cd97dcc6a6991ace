import { historyPageRows } from '@cfs/contracts/work-unit-history-limits';
import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';

type Records = readonly WorkUnitHistoryRecord[];

/** The newest part of a stream, newest first and without gaps. */
export interface KnownHistory {
  readonly records: Records;
  /** Whether the server may have older records. */
  readonly hasOlder: boolean;
}

/** A page as the server answers it: a full one may have older records behind it. */
export const toHistory = (records: Records): KnownHistory => ({
  records,
  hasOlder: records.length >= historyPageRows,
});

/** How long a note may still gain files that are on their way, in milliseconds. */
const settling = 120_000;

/** The newest record that will not change any more: what came after it is asked for again. `undefined` for all. */
export const lastSettled = (known: Records, now: number): number | undefined =>
  known.find(({ created }) => Date.parse(created) < now - settling)?.id;

/** A stream with newer answers in the place of the same records known before. */
export const withNews = (known: KnownHistory, news: Records): KnownHistory => {
  if (news.length === 0) return known;
  const renewed = new Set(news.map(({ id }) => id));
  const records = [...news, ...known.records.filter(({ id }) => !renewed.has(id))];
  return { ...known, records: records.toSorted((one, other) => other.id - one.id) };
};

/** A stream with its newest page read again. What was known behind the page stays, unless there may be a gap between the two. */
export const withNewest = (known: KnownHistory | undefined, page: KnownHistory): KnownHistory => {
  const oldest = page.records.at(-1)?.id ?? 0;
  if (!known || !page.hasOlder || (known.records[0]?.id ?? 0) < oldest) return page;
  const older = known.records.filter(({ id }) => id < oldest);
  return older.length === 0 ? page : { records: [...page.records, ...older], hasOlder: known.hasOlder };
};

/** A stream with the page behind the record `before`; a stream that ends elsewhere by now stays as it is. */
export const withOlder = (known: KnownHistory, before: number, page: KnownHistory): KnownHistory =>
  known.records.at(-1)?.id === before
    ? { records: [...known.records, ...page.records], hasOlder: page.hasOlder }
    : known;

/** A stream without one of its files. */
export const withoutAttachment = (known: KnownHistory, attachmentId: string): KnownHistory => ({
  ...known,
  records: known.records.map((record) => {
    const { attachments, ...rest } = record;
    if (!attachments?.some((file) => file.attachmentId === attachmentId)) return record;
    const left = attachments.filter((file) => file.attachmentId !== attachmentId);
    return left.length === 0 ? rest : { ...rest, attachments: left };
  }),
});
