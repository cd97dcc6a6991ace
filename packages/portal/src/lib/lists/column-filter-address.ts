import {
  filterOfCondition,
  takesMultipleValues,
  takesValue,
  type ColumnFilter,
  type Condition,
  type Operator,
} from './column-filter.ts';

/** The parameter's value for an empty list; a missing parameter means the defaults. */
const none = 'none';

/** Delimiters of the format, percent-encoded within values. */
const delimiters = /[%~;,]/g;
const escape = (value: string): string =>
  value.replace(delimiters, (character) => encodeURIComponent(character).replace('~', '%7E'));

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
  return { path, operator: known, values: (takesMultipleValues(known) ? values.split(',') : [values]).map(unescape) };
};

const write = ({ path, operator, values }: Condition): string =>
  [path, operator, ...(values.length > 0 ? [values.map(escape).join(',')] : [])].join('~');

/**
 * Parses the conditions of a list from its URL: `stateId~in~New,OnHold;created~after~2026-05-01T08:15Z`. Conditions on
 * unknown columns and invalid conditions are left out. Without the parameter, `defaults` apply.
 */
export const readConditions = (
  text: string | undefined,
  filters: readonly ColumnFilter[],
  defaults: readonly Condition[] = [],
): readonly Condition[] => {
  if (text === undefined || text === '') return defaults;
  return text
    .split(';')
    .map(read)
    .filter((condition) => filterOfCondition(filters, condition) !== undefined);
};

/** The inverse of {@link readConditions}; `undefined` for the defaults. */
export const writeConditions = (
  conditions: readonly Condition[],
  defaults: readonly Condition[] = [],
): string | undefined => {
  const text = conditions.map(write).join(';');
  if (text === defaults.map(write).join(';')) return undefined;
  return text === '' ? none : text;
};
