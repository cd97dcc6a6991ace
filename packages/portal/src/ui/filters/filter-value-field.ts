import type { ColumnFilter, Operator } from '../../lib/lists/column-filter.ts';

/** The `name` attribute of the value inputs; the editor focuses it when invalid. */
export const valueField = 'value';

export interface FilterValueInputProps {
  readonly filter: ColumnFilter;
  readonly operator: Operator;
  readonly values: readonly string[];
  /** The validation message, once the form has been submitted. */
  readonly error: string | undefined;
  readonly onChange: (values: readonly string[]) => void;
}
