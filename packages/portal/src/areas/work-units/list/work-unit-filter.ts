import { finishedStates, workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import { allOf, equals, textLiteral, type Filter } from '../../../lib/api/odata-filter.ts';
import type { Condition } from '../../../lib/column-filter.ts';

/** The chips that the list starts with: new incidents. */
export const firstConditions: readonly Condition[] = [
  { path: 'stateId', operator: 'in', values: ['New'] },
  { path: 'workUnitTypeId', operator: 'in', values: [String(workUnitTypes.Incident)] },
];

const isUnfinished = `not (stateId in (${finishedStates.map(textLiteral).join(',')}))`;

/** Incidents that still need work; {@link openIncidentChips} shows them in the list. */
export const openIncidents: Filter = allOf(equals('workUnitTypeId', workUnitTypes.Incident), isUnfinished);
export const openIncidentChips = `workUnitTypeId~in~${workUnitTypes.Incident}`;

/** Without a state chip, finished units stay hidden. */
export const hideFinished = (conditions: readonly Condition[]): Filter =>
  conditions.some((condition) => condition.path === 'stateId') ? undefined : isUnfinished;
