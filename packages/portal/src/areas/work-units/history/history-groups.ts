import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';

/** Records that are shown as one entry: those of one change, with the events that it raised folded away. */
export interface HistoryGroup {
  /** The id of its newest record. */
  readonly id: number;
  /** Its newest record, which tells who and when. */
  readonly first: WorkUnitHistoryRecord;
  readonly records: readonly WorkUnitHistoryRecord[];
  readonly events: readonly WorkUnitHistoryRecord[];
}

const ofChanges: ReadonlySet<string | null> = new Set(['FieldChange', 'WorkUnitStateChange', 'WorkUnitEvent']);

const isEvent = ({ historyType }: WorkUnitHistoryRecord): boolean => historyType === 'WorkUnitEvent';

/** Whether two records that follow each other were written by one change. */
const areOfOneChange = (one: WorkUnitHistoryRecord, other: WorkUnitHistoryRecord): boolean =>
  ofChanges.has(one.historyType) &&
  ofChanges.has(other.historyType) &&
  one.created === other.created &&
  one.createdBy === other.createdBy;

const groupOf = (records: readonly [WorkUnitHistoryRecord, ...WorkUnitHistoryRecord[]]): HistoryGroup => {
  const [first, ...others] = records;
  // An event by itself takes no more room than its fold would.
  const areShown = others.length === 0;
  return {
    id: first.id,
    first,
    records: areShown ? records : records.filter((record) => !isEvent(record)),
    events: areShown ? [] : records.filter(isEvent),
  };
};

/**
 * A stream, newest first, as entries: the records of one change together, and events that follow each other without
 * anything between them. A single event is an entry like any other.
 */
export const groupHistory = (stream: readonly WorkUnitHistoryRecord[]): readonly HistoryGroup[] => {
  const runs: [WorkUnitHistoryRecord, ...WorkUnitHistoryRecord[]][] = [];
  for (const record of stream) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    const joins = run && last && (areOfOneChange(last, record) || (run.every(isEvent) && isEvent(record)));
    if (joins) run.push(record);
    else runs.push([record]);
  }
  return runs.map(groupOf);
};
