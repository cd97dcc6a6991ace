import {
  noTenant,
  operatorText,
  type ColumnFilter,
  type Condition,
  type FilterOption,
} from '../../lib/lists/column-filter.ts';
import { formatDate } from '../../lib/texts/dates.ts';
import { sharedTenantName } from '../list/shared-tenant-name.ts';

/** The labels of values. */
type Names = readonly FilterOption[];

const valueText = (filter: ColumnFilter, names: Names, value: string): string => {
  if (filter.kind === 'dateTime') return formatDate(value) || value;
  if (filter.kind === 'boolean') return value === 'true' ? 'Yes' : 'No';
  if (filter.kind === 'tenant' && value === noTenant) return sharedTenantName;
  return names.find((option) => String(option.value) === value)?.label ?? value;
};

/** The label of a chip: column, operator and values, such as "State is any of New, OnHold". */
export const conditionText = (filter: ColumnFilter, names: Names, { operator, values }: Condition): string => {
  const isOne = values.length === 1;
  const words =
    operator === 'in' && isOne ? 'is' : operator === 'out' && isOne ? 'is not' : operatorText(filter.kind, operator);
  return [filter.label, words, values.map((value) => valueText(filter, names, value)).join(', ')].join(' ').trim();
};
