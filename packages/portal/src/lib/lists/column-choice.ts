/** A person's column visibility of a list; columns in neither list follow the defaults of the screen. */
export interface ColumnChoice {
  readonly shown: readonly string[];
  readonly hidden: readonly string[];
}

export const noColumnChoice: ColumnChoice = { shown: [], hidden: [] };

const areNames = (value: unknown): boolean => Array.isArray(value) && value.every((name) => typeof name === 'string');

export const isColumnChoice = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'shown' in value &&
  'hidden' in value &&
  areNames(value.shown) &&
  areNames(value.hidden);

interface ChosenColumn {
  readonly field: string;
  /** Hidden by default. */
  readonly isHidden?: boolean;
  /** Hidden by default in narrow windows. */
  readonly isWideOnly?: boolean;
}

export const isColumnShown = (column: ChosenColumn, choice: ColumnChoice, isWide: boolean): boolean => {
  if (choice.shown.includes(column.field)) return true;
  if (choice.hidden.includes(column.field)) return false;
  return !column.isHidden && (isWide || !column.isWideOnly);
};

/** The choice with one column shown or hidden. */
export const withColumn = (choice: ColumnChoice, field: string, isShown: boolean): ColumnChoice => {
  const without = (fields: readonly string[]) => fields.filter((name) => name !== field);
  const { shown, hidden } = choice;
  return isShown
    ? { shown: [...without(shown), field], hidden: without(hidden) }
    : { shown: without(shown), hidden: [...without(hidden), field] };
};
