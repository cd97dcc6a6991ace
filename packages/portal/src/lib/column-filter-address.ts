import {
  filterOfCondition,
  takesSeveral,
  takesValue,
  type ColumnFilter,
  type Condition,
  type Operator,
} from './column-filter.ts';

/** Stands in the address for "no chip at all", where nothing stands for the chips of the start. */
const none = 'none';

/** Characters with a meaning of their own; inside a value they are written as `%` and their number. */
const special = /[%~;,]/g;
const escape = (value: string): string =>
  value.replace(special, (character) => encodeURIComponent(character).replace('~', '%7E'));

const unescape = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const read = (text: string): Condition => {
  const [path = '', operator = '', values] = text.split('~');
  const known = operator as Operator;
  if (values === undefined || !takesValue(known)) return { path, operator: known, values: [] };
  return { path, operator: known, values: (takesSeveral(known) ? values.split(',') : [values]).map(unescape) };
};

const write = ({ path, operator, values }: Condition): string =>
  [path, operator, ...(values.length > 0 ? [values.map(escape).join(',')] : [])].join('~');

/**
 * Reads chips from the address: `stateId~in~New,OnHold;created~after~2026-05-01T08:15Z`. What no column declares, or
 * makes no sense for its column, is left out; an address without any text has the `start`.
 */
export const readConditions = (
  text: string | undefined,
  filters: readonly ColumnFilter[],
  start: readonly Condition[] = [],
): readonly Condition[] => {
  if (text === undefined || text === '') return start;
  return text
    .split(';')
    .map(read)
    .filter((condition) => filterOfCondition(filters, condition) !== undefined);
};

/** What stands in the address for these chips; `undefined` for those of the start. */
export const writeConditions = (
  conditions: readonly Condition[],
  start: readonly Condition[] = [],
): string | undefined => {
  const text = conditions.map(write).join(';');
  if (text === start.map(write).join(';')) return undefined;
  return text === '' ? none : text;
};
