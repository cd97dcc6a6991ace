import type { ApprovalFields } from '@cfs/contracts/work-unit-approvals';
import { nameOf } from '@cfs/contracts/name-of';
import { workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import type { WorkUnitFields } from '@cfs/contracts/work-units';
import { labelOf } from '../history/work-unit-field-labels.ts';
import type { HistoryEntry } from '../history/work-unit-history.ts';

/** Fields of a unit with the values that a change gives them. */
export type ChangedFields = Partial<WorkUnitFields & ApprovalFields>;

/** Names of the custom values and ids that occur in changes of a unit. */
export interface ChangeNames {
  /** The label of a custom value, by its field: the name that the tenant gives it. */
  readonly labels: ReadonlyMap<string, string>;
  /** Returns the name for an id, by its field and value. */
  readonly valueOf: (field: string, value: string | number) => string | undefined;
}

const noNames: ChangeNames = { labels: new Map(), valueOf: () => undefined };

type FieldValue = string | number | boolean | null | undefined;

const lengthShown = 200;

const textOf = (value: FieldValue): string => {
  if (value === null || value === undefined || value === '') return '(empty)';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = String(value);
  return text.length <= lengthShown ? text : `${text.slice(0, lengthShown).toWellFormed()}…`;
};

/** `ChangeRequest` → `Change Request`. */
const typeName = (id: number): string => nameOf(workUnitTypes, id).replace(/([a-z])([A-Z])/g, '$1 $2');

const shownValue = (names: ChangeNames, field: string, value: FieldValue): string => {
  if (field === 'workUnitTypeId' && typeof value === 'number') return typeName(value);
  const name = typeof value === 'string' || typeof value === 'number' ? names.valueOf(field, value) : undefined;
  return textOf(name ?? value);
};

/** Returns one history record per changed field, from → to; the state has its own type of record. */
export const describeChanges = (
  before: ChangedFields,
  after: ChangedFields,
  names: ChangeNames = noNames,
): readonly HistoryEntry[] =>
  Object.entries(after).map(([field, value]) => {
    const from = shownValue(names, field, before[field as keyof ChangedFields]);
    const change = `${from} → ${shownValue(names, field, value)}`;
    return field === 'stateId'
      ? { historyType: 'WorkUnitStateChange', detail: change }
      : { historyType: 'FieldChange', detail: `${names.labels.get(field) ?? labelOf(field)}: ${change}` };
  });
