import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';

type Records = readonly WorkUnitHistoryRecord[];

/** How long a note may still gain files that are on their way, in milliseconds. */
const settling = 120_000;

/** The newest record that will not change any more: what came after it is asked for again. `undefined` for all. */
export const lastSettled = (known: Records, now: number): number | undefined =>
  known.find(({ created }) => Date.parse(created) < now - settling)?.id;

/** A stream, newest first, with newer answers in the place of the same records known before. */
export const mergeRecords = (known: Records, news: Records): Records => {
  if (news.length === 0) return known;
  const renewed = new Set(news.map(({ id }) => id));
  return [...news, ...known.filter(({ id }) => !renewed.has(id))].toSorted((one, other) => other.id - one.id);
};

/** A stream without one of its files. */
export const withoutAttachment = (records: Records, attachmentId: string): Records =>
  records.map((record) => {
    const { attachments, ...rest } = record;
    if (!attachments?.some((file) => file.attachmentId === attachmentId)) return record;
    const left = attachments.filter((file) => file.attachmentId !== attachmentId);
    return left.length === 0 ? rest : { ...rest, attachments: left };
  });
