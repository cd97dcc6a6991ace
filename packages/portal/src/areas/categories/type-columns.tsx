import { severities } from '@cfs/contracts/work-unit-enumerations';
import { typeLabel } from '@cfs/contracts/work-unit-type-label';
import { namesOf } from '../../lib/lists/column-filter.ts';
import type { Column } from '../../ui/grid/data-table-column.ts';
import { SeverityChip } from '../../ui/text/severity-chip.tsx';
import type { WorkUnitTypeRow } from './category.ts';

export const typeColumns: readonly Column<WorkUnitTypeRow>[] = [
  { field: 'workUnitTypeId', header: 'ID', value: (row) => row.workUnitTypeId, width: 88, align: 'right' },
  { field: 'name', header: 'Name', value: (row) => typeLabel(row.name), isLink: true, flex: 2, card: true },
  {
    field: 'defaultSeverityId',
    header: 'Default Severity',
    value: (row) => row.defaultSeverityId,
    render: (row) => row.defaultSeverityId && <SeverityChip severity={row.defaultSeverityId} />,
    filter: { kind: 'enumeration', options: namesOf(severities) },
    width: 160,
    card: true,
  },
  {
    field: 'isHidden',
    header: 'Offered',
    value: (row) => (row.isHidden ? 'No' : 'Yes'),
    filter: { kind: 'boolean', label: 'Hidden' },
    width: 120,
    card: true,
  },
];
