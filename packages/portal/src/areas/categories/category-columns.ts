import { typeLabel, typeLabels } from '@cfs/contracts/work-unit-type-label';
import type { FilterOption } from '../../lib/lists/column-filter.ts';
import type { Column } from '../../ui/grid/data-table-column.ts';
import { nameColumn, tenantColumn, yesOrNoColumn } from '../../ui/list/usual-columns.tsx';
import { categorySet } from './category-queries.ts';
import type { CategoryRow } from './category.ts';

/** The columns of the categories; `types` are the options of the type filter. */
export const categoryColumns = (types: readonly FilterOption[]): readonly Column<CategoryRow>[] => [
  {
    field: 'workUnitCategoryId',
    header: 'ID',
    value: (row) => row.workUnitCategoryId,
    filter: { kind: 'number' },
    width: 88,
    align: 'right',
  },
  nameColumn(),
  tenantColumn(categorySet, { flex: 1 }),
  {
    field: 'workUnitTypeId',
    header: 'Work Unit Type',
    value: (row) => typeLabel(row.workUnitType?.name),
    filter: { kind: 'enumeration', options: types },
    exported: 'workUnitType/name',
    exportWords: { of: typeLabels },
    flex: 1,
    card: true,
  },
  yesOrNoColumn('isEnabled', 'Enabled', { width: 110, card: true }),
  yesOrNoColumn('isVisibleInResolutionCenter', 'In Resolution Center', { width: 180 }),
];
