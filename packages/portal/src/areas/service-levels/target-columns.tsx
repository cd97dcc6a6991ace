import { severities } from '@cfs/contracts/work-unit-enumerations';
import { typeLabel, typeLabels } from '@cfs/contracts/work-unit-type-label';
import { namesOf, type FilterOption } from '../../lib/lists/column-filter.ts';
import type { Column } from '../../ui/grid/data-table-column.ts';
import { tenantColumn } from '../../ui/list/usual-columns.tsx';
import { SeverityChip } from '../../ui/text/severity-chip.tsx';
import { targetSet, type TargetRow } from './service-level-queries.ts';
import { everySeverity, everyType } from './target-name.ts';

const minutesColumn = (field: 'responseMinutes' | 'resolutionMinutes', header: string): Column<TargetRow> => ({
  field,
  header,
  value: (row) => row[field],
  filter: { kind: 'number' },
  align: 'right',
  width: 160,
  card: true,
});

/** The columns of the targets; `types` are the options of the filter by type. */
export const targetColumns = (types: readonly FilterOption[]): readonly Column<TargetRow>[] => [
  {
    field: 'workUnitTypeId',
    header: 'Work Unit Type',
    value: (row) => (row.workUnitType ? typeLabel(row.workUnitType.name) : everyType),
    isLink: true,
    filter: { kind: 'enumeration', options: types },
    exported: 'workUnitType/name',
    exportWords: { of: typeLabels, empty: everyType },
    flex: 1,
    card: true,
  },
  {
    field: 'severityId',
    header: 'Severity',
    value: (row) => row.severityId ?? everySeverity,
    exportWords: { empty: everySeverity },
    render: (row) => (row.severityId ? <SeverityChip severity={row.severityId} /> : everySeverity),
    filter: { kind: 'enumeration', options: namesOf(severities) },
    width: 130,
    card: true,
  },
  minutesColumn('responseMinutes', 'Response (min)'),
  minutesColumn('resolutionMinutes', 'Resolution (min)'),
  {
    field: 'warningPercent',
    header: 'Warning (%)',
    value: (row) => row.warningPercent,
    align: 'right',
    width: 120,
  },
  {
    field: 'businessCalendar/name',
    header: 'Calendar',
    value: (row) => row.businessCalendar?.name ?? 'Around the clock',
    exportWords: { empty: 'Around the clock' },
    flex: 1,
  },
  tenantColumn(targetSet, { flex: 1, card: true }),
];
