import Switch from '@mui/material/Switch';
import { yesOrNo, yesOrNoWords } from '../../lib/yes-or-no.ts';
import { dateTimeWidth, type Column } from '../grid/data-table-column.ts';
import { DateTime } from '../text/date-time.tsx';
import { sharedTenantName, sharedTenantWords } from './shared-tenant-name.ts';

/** What a list says otherwise than usual of one of these columns. */
type Otherwise<Row> = Partial<Omit<Column<Row>, 'field'>>;

/** The members of a row whose values are of the type. */
type FieldOf<Row, Value> = { [Name in keyof Row]-?: Row[Name] extends Value ? Name : never }[keyof Row] & string;

/** A text of the row, with its filter. */
export const textColumn = <Row,>(
  field: FieldOf<Row, string | null>,
  header: string,
  otherwise: Otherwise<Row> = {},
): Column<Row> => ({
  field,
  header,
  value: (row) => row[field] as string | null,
  filter: { kind: 'text' },
  ...otherwise,
});

/** A time of the row in the person's own zone, with its filter. */
export const timeColumn = <Row,>(
  field: FieldOf<Row, string | null>,
  header: string,
  otherwise: Otherwise<Row> = {},
): Column<Row> => ({
  field,
  header,
  value: (row) => row[field] as string | null,
  render: (row) => <DateTime time={row[field] as string | null} />,
  filter: { kind: 'dateTime' },
  width: dateTimeWidth,
  ...otherwise,
});

/** The row's name, which opens it. */
export const nameColumn = <Row extends { readonly name: string }>(otherwise: Otherwise<Row> = {}): Column<Row> => ({
  field: 'name',
  header: 'Name',
  value: (row) => row.name,
  isLink: true,
  filter: { kind: 'text' },
  flex: 2,
  card: true,
  ...otherwise,
});

/** The row's tenant, expanded; rows of no tenant belong to all. `set` is the list's own, for the filter's choices. */
export const tenantColumn = <Row extends { readonly tenant?: { readonly name: string } | null }>(
  set: string,
  otherwise: Otherwise<Row> = {},
): Column<Row> => ({
  field: 'tenant/name',
  header: 'Tenant',
  value: (row) => row.tenant?.name ?? sharedTenantName,
  exportWords: sharedTenantWords,
  filter: { kind: 'tenant', set, path: 'tenantId' },
  ...otherwise,
});

/** A truth of the row as Yes or No, with its filter. */
export const yesOrNoColumn = <Row,>(
  field: FieldOf<Row, boolean>,
  header: string,
  otherwise: Otherwise<Row> = {},
): Column<Row> => ({
  field,
  header,
  value: (row) => yesOrNo(row[field] as boolean),
  exportWords: yesOrNoWords,
  filter: { kind: 'boolean' },
  ...otherwise,
});

/** Whether the row is enabled, as a switch that changes it; without `onToggle` it cannot be moved. */
export const enabledSwitchColumn = <Row extends { readonly name: string; readonly enabled: boolean }>(
  onToggle: ((row: Row) => void) | undefined,
): Column<Row> => ({
  field: 'enabled',
  header: 'Enabled',
  value: (row) => yesOrNo(row.enabled),
  exportWords: yesOrNoWords,
  render: (row) => (
    <Switch
      size="small"
      checked={row.enabled}
      disabled={!onToggle}
      onChange={() => onToggle?.(row)}
      slotProps={{ input: { 'aria-label': `${row.name} enabled` } }}
    />
  ),
  sortable: false,
  filter: { kind: 'boolean' },
  width: 90,
  card: true,
});
