import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';

/** Records that are shown as one entry: those of one change, with the events that it raised collapsed. */
export interface HistoryGroup {
  /** The id of its newest record. */
  readonly id: number;
  /** Its newest record, which provides author and time. */
  readonly first: WorkUnitHistoryRecord;
  readonly records: readonly WorkUnitHistoryRecord[];
  readonly events: readonly WorkUnitHistoryRecord[];
}

const ofChanges: ReadonlySet<string | null> = new Set(['FieldChange', 'WorkUnitStateChange', 'WorkUnitEvent']);

const isEvent = ({ historyType }: WorkUnitHistoryRecord): boolean => historyType === 'WorkUnitEvent';

/** Whether two consecutive records were written by one change. */
const areOfOneChange = (one: WorkUnitHistoryRecord, other: WorkUnitHistoryRecord): boolean =>
  ofChanges.has(one.historyType) &&
  ofChanges.has(other.historyType) &&
  one.created === other.created &&
  one.createdBy === other.createdBy;

const groupOf = (records: readonly [WorkUnitHistoryRecord, ...WorkUnitHistoryRecord[]]): HistoryGroup => {
  const [first, ...others] = records;
  // A single event takes no more space than its collapsed form would.
  const areShown = others.length === 0;
  return {
    id: first.id,
    first,
    records: areShown ? records : records.filter((record) => !isEvent(record)),
    events: areShown ? [] : records.filter(isEvent),
  };
};

/**
 * Groups a stream, newest first, into entries: the records of one change, and consecutive events. A single event is an
 * entry like any other.
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
