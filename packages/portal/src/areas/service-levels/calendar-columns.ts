import type { Column } from '../../ui/grid/data-table-column.ts';
import { nameColumn, tenantColumn, textColumn, yesOrNoColumn } from '../../ui/list/usual-columns.tsx';
import { calendarSet, type CalendarRow } from './service-level-queries.ts';

/** The columns of the list of calendars. */
export const calendarColumns: readonly Column<CalendarRow>[] = [
  nameColumn(),
  textColumn('timeZone', 'Time Zone', { flex: 1, card: true }),
  yesOrNoColumn('isAlwaysOpen', 'Around the Clock', { width: 160, card: true }),
  {
    field: 'holidayCount',
    header: 'Holidays',
    value: (row) => row.holidayCount,
    align: 'right',
    width: 110,
  },
  tenantColumn(calendarSet, { flex: 1 }),
];
