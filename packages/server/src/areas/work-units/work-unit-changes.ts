import type { WorkUnitFields } from '@cfs/contracts/work-units';
import type { HistoryEntry } from './work-unit-history.ts';

const shown = 200;

/** `severityId` → `Severity`, `plannedStartTime` → `Planned Start Time`. */
const labelOf = (field: string): string =>
  field
    .replace(/Id$/, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/^./, (letter) => letter.toUpperCase());

const textOf = (value: string | number | boolean | null | undefined): string => {
  if (value === null || value === undefined || value === '') return '(empty)';
  const text = String(value);
  return text.length <= shown ? text : `${text.slice(0, shown).toWellFormed()}…`;
};

/** One history record per changed field, from → to; the state has a kind of its own. */
export const describeChanges = (
  before: Partial<WorkUnitFields>,
  after: Partial<WorkUnitFields>,
): readonly HistoryEntry[] =>
  Object.entries(after).map(([field, value]) => {
    const change = `${textOf(before[field as keyof WorkUnitFields])} → ${textOf(value)}`;
    return field === 'stateId'
      ? { historyType: 'WorkUnitStateChange', detail: change }
      : { historyType: 'FieldChange', detail: `${labelOf(field)}: ${change}` };
  });
