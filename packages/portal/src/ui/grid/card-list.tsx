import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Skeleton from '@mui/material/Skeleton';
import TablePagination from '@mui/material/TablePagination';
import type { ReactNode } from 'react';
import type { Column } from './data-table-column.ts';
import type { DataTableProps } from './data-table.tsx';
import { LinkCell } from './link-cell.tsx';
import { pageFooter } from './page-footer.ts';
import { RowCheckbox } from './row-checkbox.tsx';
import type { RowSelection } from './use-row-selection.ts';

/** Of a text on a card; a longer one is cut, so that cards keep about the same height. */
const maxCharacters = 200;

const cellContent = <Row,>(column: Column<Row>, row: Row, onOpen: DataTableProps<Row>['onOpen']): ReactNode => {
  const text = String(column.value(row) ?? '');
  if (column.isLink && onOpen) return <LinkCell text={text} onClick={() => onOpen(row)} />;
  const rendered = column.render?.(row);
  if (rendered !== undefined && rendered !== null) return rendered;
  return text.length > maxCharacters ? <span title={text}>{`${text.slice(0, maxCharacters)}…`}</span> : text;
};

const RowCard = <Row,>({
  row,
  columns,
  rowActions,
  rowId,
  onOpen,
  selection,
  openBeside,
}: DataTableProps<Row> & { readonly row: Row }) => {
  const [title, ...rest] = columns.filter((column) => column.card);
  const id = rowId(row);
  return (
    <li className={id === openBeside ? 'row-card open' : 'row-card'} aria-current={id === openBeside || undefined}>
      {selection && (
        <RowCheckbox
          label={`Select ${String(title?.value(row) ?? id)}`}
          isSelected={selection.selected.has(id)}
          onChange={({ target }) =>
            target.checked
              ? selection.select([...selection.selected.keys(), id], [row])
              : selection.deselect(new Set([id]))
          }
        />
      )}
      <div className="columns">
        {title && <div className="title">{cellContent(title, row, onOpen)}</div>}
        {rest.map((column) => (
          <div key={column.field} className="column">
            <span className="header">{column.header}</span>
            <span className="value">{cellContent(column, row, onOpen)}</span>
          </div>
        ))}
      </div>
      {rowActions?.(row)}
    </li>
  );
};

interface SelectAllProps<Row> {
  readonly selection: RowSelection<Row>;
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
}

/** Selects or deselects all cards of the page. */
const SelectAll = <Row,>({ selection, rows, rowId }: SelectAllProps<Row>) => {
  const ids = rows.map(rowId);
  const count = ids.filter((id) => selection.selected.has(id)).length;
  return (
    <FormControlLabel
      label="Select all on this page"
      sx={{ flexShrink: 0, px: 3, pb: 2, ml: 0, gap: 2 }}
      slotProps={{ typography: { variant: 'body2' } }}
      control={
        <Checkbox
          size="small"
          sx={{ p: 0 }}
          disabled={rows.length === 0}
          checked={count > 0 && count === ids.length}
          indeterminate={count > 0 && count < ids.length}
          onChange={(_, areChosen) =>
            areChosen
              ? selection.select([...selection.selected.keys(), ...ids], rows)
              : selection.deselect(new Set(ids))
          }
        />
      }
    />
  );
};

/** The rows as cards with their `card` columns, for narrow windows. */
export const CardList = <Row,>(props: DataTableProps<Row> & { readonly blank: ReactNode }) => {
  const { list, rows, label, rowId, selection, blank } = props;
  const isBlank = !rows.isLoading && rows.rows.length === 0;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: 1, minHeight: 0 }}>
      {selection && !isBlank && <SelectAll selection={selection} rows={rows.rows} rowId={rowId} />}
      <Box
        component={isBlank ? 'div' : 'ul'}
        aria-label={isBlank ? undefined : label}
        sx={{ flexGrow: 1, overflow: 'auto', display: 'flex', flexDirection: 'column', gap: 2, m: 0, p: 0 }}
      >
        {rows.isLoading &&
          Array.from({ length: 4 }, (_, index) => (
            <Skeleton key={index} component="li" variant="rounded" height={92} />
          ))}
        {isBlank && blank}
        {rows.rows.map((row) => (
          <RowCard key={rowId(row)} {...props} row={row} />
        ))}
      </Box>
      <TablePagination
        component="div"
        sx={{ flexShrink: 0 }}
        {...pageFooter(list, rows)}
        rowsPerPageOptions={[...list.sizes]}
        onRowsPerPageChange={(event) => list.setPage(0, Number(event.target.value))}
        labelRowsPerPage="Rows"
      />
    </Box>
  );
};
