import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import { formatDate } from '../../../lib/texts/dates.ts';
import { inWords } from '../../../lib/texts/in-words.ts';

/** Separates the old and the new value of a change. */
const between = ' → ';

const instants = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** `OnInProgress` → `In progress`. The event of the state On hold is `OnHold`. */
const eventName = (name: string): string => inWords(name === 'OnHold' ? name : name.replace(/^On(?=[A-Z])/, ''));

/**
 * The text of a record: a note unchanged, a system record with states and events in words and times in the user's zone.
 */
export const historyWords = ({
  detail,
  historyType,
}: Pick<WorkUnitHistoryRecord, 'detail' | 'historyType'>): string => {
  if (historyType === null) return detail;
  if (historyType === 'WorkUnitEvent') return eventName(detail);
  if (historyType === 'WorkUnitStateChange') return detail.split(between).map(inWords).join(between);
  return detail.replaceAll(instants, (time) => formatDate(time) || '(empty)');
};
