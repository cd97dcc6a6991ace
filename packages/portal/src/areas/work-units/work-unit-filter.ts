import {
  finishedStates,
  workUnitStates,
  workUnitTypes,
  type WorkUnitState,
} from '@cfs/contracts/work-unit-enumerations';
import { allOf, equals, oneOf, textLiteral, type Filter } from '../../lib/api/odata-filter.ts';

/** What the chips above the list let through; an empty choice lets everything through. */
export interface WorkUnitFilter {
  readonly states: readonly WorkUnitState[];
  /** A work unit type id, or `undefined` for every type. */
  readonly typeId: number | undefined;
}

export const defaultWorkUnitFilter: WorkUnitFilter = { states: ['New'], typeId: workUnitTypes.Incident };

const isState = (text: string): text is WorkUnitState => text in workUnitStates;

/** Reads the chips from the address: `states=New,OnHold` and `type=1`; `any` stands for no chip at all. */
export const readWorkUnitFilter = (states: string | undefined, type: string | undefined): WorkUnitFilter => ({
  states: states === undefined ? defaultWorkUnitFilter.states : states.split(',').filter(isState),
  typeId: type === undefined ? defaultWorkUnitFilter.typeId : Number(type) || undefined,
});

const isUnfinished = `not (stateId in (${finishedStates.map(textLiteral).join(',')}))`;

/** Incidents that still need work. */
export const openIncidents: Filter = allOf(equals('workUnitTypeId', workUnitTypes.Incident), isUnfinished);

/** Without a state chip, finished units stay hidden. */
export const filterOf = ({ states, typeId }: WorkUnitFilter): Filter =>
  allOf(states.length > 0 ? oneOf('stateId', states.map(textLiteral)) : isUnfinished, equals('workUnitTypeId', typeId));
