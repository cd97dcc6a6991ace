import { executableTypes, packageTypes } from '@cfs/contracts/package-enumerations';
import { namesOf } from '../../lib/lists/column-filter.ts';
import { enumName, enumWords } from '../../lib/texts/enumerations.ts';
import type { Column } from '../../ui/grid/data-table-column.ts';
import { nameColumn, tenantColumn, textColumn } from '../../ui/list/usual-columns.tsx';
import { operatingSystemNames, operatingSystemWords } from './operating-system-names.ts';
import { packageSet, type PackageRow } from './package-row.ts';
import { inWords } from '../../lib/texts/in-words.ts';

export const packageColumns: readonly Column<PackageRow>[] = [
  nameColumn({ minWidth: 160 }),
  {
    field: 'operatingSystemRidsId',
    header: 'Supported Operating Systems',
    value: (row) => operatingSystemNames(row.operatingSystemRidsId),
    exportWords: operatingSystemWords,
    flex: 1.5,
    minWidth: 170,
  },
  {
    field: 'packageTypeId',
    header: 'Package Type',
    value: (row) => enumName(packageTypes, row.packageTypeId),
    render: (row) => inWords(enumName(packageTypes, row.packageTypeId)),
    exportWords: enumWords(packageTypes),
    filter: { kind: 'enumeration', options: namesOf(packageTypes) },
    minWidth: 120,
    card: true,
  },
  {
    field: 'executableTypeId',
    header: 'Executable Type',
    value: (row) => enumName(executableTypes, row.executableTypeId),
    exportWords: enumWords(executableTypes),
    filter: { kind: 'enumeration', options: namesOf(executableTypes) },
    minWidth: 130,
  },
  tenantColumn(packageSet, { minWidth: 140, card: true }),
  textColumn('description', 'Description', { isHidden: true, flex: 2, sortable: false }),
  textColumn('executableName', 'Executable', { isHidden: true }),
];
