import type { ColumnFilter } from '../../lib/column-filter.ts';

/** The name of the value in the form of a filter. */
export const valueField = 'value';

export interface FilterValueInputProps {
  readonly filter: ColumnFilter;
  readonly values: readonly string[];
  /** What is wrong with the values, once that should be said. */
  readonly fault: string | undefined;
  readonly onChange: (values: readonly string[]) => void;
}
