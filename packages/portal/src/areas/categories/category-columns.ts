import { typeLabel, typeLabels } from '@cfs/contracts/work-unit-type-label';
import type { FilterOption } from '../../lib/column-filter.ts';
import type { Column } from '../../ui/grid/data-table-column.ts';
import { sharedTenantName, sharedTenantWords } from '../../ui/list/shared-tenant-name.ts';
import { yesOrNo, yesOrNoWords } from '../../lib/yes-or-no.ts';
import { categorySet } from './category-queries.ts';
import type { CategoryRow } from './category.ts';

/** Columns of the categories; `types` are those that a filter can name. */
export const categoryColumns = (types: readonly FilterOption[]): readonly Column<CategoryRow>[] => [
  {
    field: 'workUnitCategoryId',
    header: 'ID',
    value: (row) => row.workUnitCategoryId,
    filter: { kind: 'number' },
    width: 88,
    align: 'right',
  },
  {
    field: 'name',
    header: 'Name',
    value: (row) => row.name,
    isLink: true,
    filter: { kind: 'text' },
    flex: 2,
    card: true,
  },
  {
    field: 'tenant/name',
    header: 'Tenant',
    value: (row) => row.tenant?.name ?? sharedTenantName,
    exportWords: sharedTenantWords,
    filter: { kind: 'tenant', set: categorySet, path: 'tenantId' },
    flex: 1,
  },
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
  {
    field: 'isEnabled',
    header: 'Enabled',
    value: (row) => yesOrNo(row.isEnabled),
    exportWords: yesOrNoWords,
    filter: { kind: 'boolean' },
    width: 110,
    card: true,
  },
  {
    field: 'isVisibleInResolutionCenter',
    header: 'In Resolution Center',
    value: (row) => yesOrNo(row.isVisibleInResolutionCenter),
    exportWords: yesOrNoWords,
    filter: { kind: 'boolean' },
    width: 180,
  },
];
