import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import { formatDate } from '../../../lib/dates.ts';

const instants = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** `OnInProgress` → `In Progress`. */
const eventName = (name: string): string => name.replace(/^On(?=[A-Z])/, '').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');

/** What a record says: a note as it was written, the times of a system's record in the person's zone. */
export const historyWords = ({
  detail,
  historyType,
}: Pick<WorkUnitHistoryRecord, 'detail' | 'historyType'>): string => {
  if (historyType === null) return detail;
  if (historyType === 'WorkUnitEvent') return eventName(detail);
  return detail.replaceAll(instants, (time) => formatDate(time) || '(empty)');
};
