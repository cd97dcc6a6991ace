import Switch from '@mui/material/Switch';
import { yesOrNo, yesOrNoWords } from '../../lib/texts/yes-or-no.ts';
import { dateTimeWidth, type Column } from '../grid/data-table-column.ts';
import { DateTime } from '../text/date-time.tsx';
import { sharedTenantName, sharedTenantWords } from './shared-tenant-name.ts';

/** Overrides of a common column. */
type Overrides<Row> = Partial<Omit<Column<Row>, 'field'>>;

/** The property names of a row with values of a type. */
type FieldOf<Row, Value> = { [Name in keyof Row]-?: Row[Name] extends Value ? Name : never }[keyof Row] & string;

/** A filterable text column. */
export const textColumn = <Row,>(
  field: FieldOf<Row, string | null>,
  header: string,
  overrides: Overrides<Row> = {},
): Column<Row> => ({
  field,
  header,
  value: (row) => row[field] as string | null,
  filter: { kind: 'text' },
  ...overrides,
});

/** A filterable time column in the local time zone. */
export const timeColumn = <Row,>(
  field: FieldOf<Row, string | null>,
  header: string,
  overrides: Overrides<Row> = {},
): Column<Row> => ({
  field,
  header,
  value: (row) => row[field] as string | null,
  render: (row) => <DateTime time={row[field] as string | null} />,
  filter: { kind: 'dateTime' },
  width: dateTimeWidth,
  ...overrides,
});

/** The name column, a link that opens the row. */
export const nameColumn = <Row extends { readonly name: string }>(overrides: Overrides<Row> = {}): Column<Row> => ({
  field: 'name',
  header: 'Name',
  value: (row) => row.name,
  isLink: true,
  filter: { kind: 'text' },
  flex: 2,
  card: true,
  ...overrides,
});

/** The tenant column; needs `$expand=tenant`. `set` is the list's set, for the filter options. */
export const tenantColumn = <Row extends { readonly tenant?: { readonly name: string } | null }>(
  set: string,
  overrides: Overrides<Row> = {},
): Column<Row> => ({
  field: 'tenant/name',
  header: 'Tenant',
  value: (row) => row.tenant?.name ?? sharedTenantName,
  exportWords: sharedTenantWords,
  filter: { kind: 'tenant', set, path: 'tenantId' },
  ...overrides,
});

/** A filterable boolean column, shown as Yes or No. */
export const yesOrNoColumn = <Row,>(
  field: FieldOf<Row, boolean>,
  header: string,
  overrides: Overrides<Row> = {},
): Column<Row> => ({
  field,
  header,
  value: (row) => yesOrNo(row[field] as boolean),
  exportWords: yesOrNoWords,
  filter: { kind: 'boolean' },
  ...overrides,
});

/** The enabled column with a switch, which is disabled without `onToggle` and in rows that the person may not toggle. */
export const enabledSwitchColumn = <Row extends { readonly name: string; readonly enabled: boolean }>(
  onToggle: ((row: Row) => void) | undefined,
  mayToggle: (row: Row) => boolean = () => true,
): Column<Row> => ({
  field: 'enabled',
  header: 'Enabled',
  value: (row) => yesOrNo(row.enabled),
  exportWords: yesOrNoWords,
  render: (row) => (
    <Switch
      size="small"
      checked={row.enabled}
      disabled={!onToggle || !mayToggle(row)}
      onChange={() => onToggle?.(row)}
      slotProps={{ input: { 'aria-label': `${row.name} enabled` } }}
    />
  ),
  sortable: false,
  filter: { kind: 'boolean' },
  width: 90,
  card: true,
});
