import { typeLabel } from '@cfs/contracts/work-unit-type-label';
import type { FilterOption } from '../../lib/column-filter.ts';
import type { Column } from '../../ui/data-table-column.ts';
import { sharedTenantName } from '../../ui/shared-tenant-name.ts';
import { categorySet } from './category-queries.ts';
import type { CategoryRow } from './category.ts';

const yesOrNo = (value: boolean): string => (value ? 'Yes' : 'No');

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
    filter: { kind: 'tenant', set: categorySet, path: 'tenantId' },
    flex: 1,
  },
  {
    field: 'workUnitTypeId',
    header: 'Work Unit Type',
    value: (row) => typeLabel(row.workUnitType?.name),
    filter: { kind: 'enumeration', options: types },
    exported: 'workUnitType/name',
    flex: 1,
    card: true,
  },
  {
    field: 'isEnabled',
    header: 'Enabled',
    value: (row) => yesOrNo(row.isEnabled),
    filter: { kind: 'boolean' },
    width: 110,
    card: true,
  },
  {
    field: 'isVisibleInResolutionCenter',
    header: 'In Resolution Center',
    value: (row) => yesOrNo(row.isVisibleInResolutionCenter),
    filter: { kind: 'boolean' },
    width: 180,
  },
];
