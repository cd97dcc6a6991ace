import type { ApprovalFields } from '@cfs/contracts/work-unit-approvals';
import { nameOf, workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import type { WorkUnitFields } from '@cfs/contracts/work-units';
import type { HistoryEntry } from './work-unit-history.ts';

/** Fields of a unit with the values that a change gives them. */
export type ChangedFields = Partial<WorkUnitFields & ApprovalFields>;

const shown = 200;

/** `severityId` → `Severity`, `plannedStartTime` → `Planned Start Time`. */
export const labelOf = (field: string): string =>
  field
    .replace(/Id$/, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/^./, (letter) => letter.toUpperCase());

const textOf = (value: string | number | boolean | null | undefined): string => {
  if (value === null || value === undefined || value === '') return '(empty)';
  const text = String(value);
  return text.length <= shown ? text : `${text.slice(0, shown).toWellFormed()}…`;
};

/** `ChangeRequest` → `Change Request`. */
const typeName = (id: number): string => nameOf(workUnitTypes, id).replace(/([a-z])([A-Z])/g, '$1 $2');

const shownValue = (field: string, value: string | number | boolean | null | undefined): string =>
  textOf(field === 'workUnitTypeId' && typeof value === 'number' ? typeName(value) : value);

/** One history record per changed field, from → to; the state has a kind of its own. */
export const describeChanges = (before: ChangedFields, after: ChangedFields): readonly HistoryEntry[] =>
  Object.entries(after).map(([field, value]) => {
    const change = `${shownValue(field, before[field as keyof ChangedFields])} → ${shownValue(field, value)}`;
    return field === 'stateId'
      ? { historyType: 'WorkUnitStateChange', detail: change }
      : { historyType: 'FieldChange', detail: `${labelOf(field)}: ${change}` };
  });
