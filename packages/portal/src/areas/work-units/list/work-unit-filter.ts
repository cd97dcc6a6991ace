import { finishedStates, workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import { textLiteral, type Filter } from '../../../lib/api/odata-filter.ts';
import type { ColumnFilter, Condition } from '../../../lib/lists/column-filter.ts';
import type { ListControl } from '../../../lib/lists/list-state.ts';

/** The initial filter of the list: new incidents. */
export const firstConditions: readonly Condition[] = [
  { path: 'stateId', operator: 'in', values: ['New'] },
  { path: 'workUnitTypeId', operator: 'in', values: [String(workUnitTypes.Incident)] },
];

/** Filters by people who are involved in a unit but not shown in its columns: awaited approvers and watchers. */
export const peopleFilters: readonly ColumnFilter[] = [
  {
    kind: 'involved',
    path: 'waitsForApproval',
    label: 'Waiting for approval by',
    matches: (mail) => `(waitsForApprover1 eq ${mail} or waitsForApprover2 eq ${mail})`,
  },
  {
    kind: 'involved',
    path: 'watchers',
    label: 'Watched by',
    matches: (mail) => `watchers/any(w:w/mail eq ${mail})`,
  },
];

/** The filter for units that still need work. */
export const isUnfinished = `not (stateId in (${finishedStates.map(textLiteral).join(',')}))`;

/** The query parameter that shows finished units. */
export const finishedParameter = 'finished';

/** Whether a condition selects the listed states. */
export const hasState = (conditions: readonly Condition[]): boolean =>
  conditions.some((condition) => condition.path === 'stateId');

/**
 * Returns the filter that hides finished units; `undefined` if a condition selects states or the user shows finished
 * units.
 */
export const hideFinished = ({ conditions, filter }: Pick<ListControl, 'conditions' | 'filter'>): Filter =>
  hasState(conditions) || filter(finishedParameter) === 'shown' ? undefined : isUnfinished;
