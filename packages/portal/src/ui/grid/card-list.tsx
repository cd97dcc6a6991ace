import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Skeleton from '@mui/material/Skeleton';
import TablePagination from '@mui/material/TablePagination';
import { memo, useMemo, type ReactNode } from 'react';
import { useAfterPaint } from '../../lib/timing/use-after-paint.ts';
import type { Column } from './data-table-column.ts';
import type { DataTableProps } from './data-table.tsx';
import { pageFooter } from './page-footer.ts';
import { RowCheckbox } from './row-checkbox.tsx';
import { ActionsCell, OpenCell, RowHandlersProvider } from './row-handlers.tsx';
import type { RowSelection } from './use-row-selection.ts';

/** How many cards are rendered at once: more than a window shows. The others follow after the first paint. */
const firstCards = 12;

/** Characters of a text on a card; a longer text is truncated, so that cards keep about the same height. */
const maxCharacters = 200;

const cellContent = <Row extends object>(column: Column<Row>, row: Row, canOpen: boolean): ReactNode => {
  const text = String(column.value(row) ?? '');
  if (column.isLink && canOpen) return <OpenCell row={row} text={text} />;
  const rendered = column.render?.(row);
  if (rendered !== undefined && rendered !== null) return rendered;
  return text.length > maxCharacters ? <span title={text}>{`${text.slice(0, maxCharacters)}…`}</span> : text;
};

interface RowCardProps<Row> {
  readonly row: Row;
  readonly id: string;
  readonly columns: readonly Column<Row>[];
  readonly canOpen: boolean;
  /** Whether its panel is open beside the list. */
  readonly isOpen: boolean;
  /** Undefined where rows cannot be selected. */
  readonly isSelected: boolean | undefined;
  readonly onSelect: (id: string, row: Row, isSelected: boolean) => void;
}

const Card = <Row extends object>({ row, id, columns, canOpen, isOpen, isSelected, onSelect }: RowCardProps<Row>) => {
  const [title, ...rest] = columns.filter((column) => column.card);
  return (
    <li className={isOpen ? 'row-card open' : 'row-card'} aria-current={isOpen || undefined}>
      {isSelected !== undefined && (
        <RowCheckbox
          label={`Select ${String(title?.value(row) ?? id)}`}
          isSelected={isSelected}
          onChange={({ target }) => onSelect(id, row, target.checked)}
        />
      )}
      <div className="columns">
        {title && <div className="title">{cellContent(title, row, canOpen)}</div>}
        {rest.map((column) => (
          <div key={column.field} className="column">
            <span className="header">{column.header}</span>
            <span className="value">{cellContent(column, row, canOpen)}</span>
          </div>
        ))}
      </div>
      <ActionsCell row={row} />
    </li>
  );
};

/** Memoized: opening the next row beside the list renders two cards. The cast keeps the type parameter. */
const RowCard = memo(Card) as typeof Card;

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
export const CardList = <Row extends object>(props: DataTableProps<Row> & { readonly blank: ReactNode }) => {
  const { columns, list, rows, label, rowId, onOpen, rowActions, selection, openBeside, blank } = props;
  const [hasAll] = useAfterPaint();
  const onSelect = useMemo(
    (): RowCardProps<Row>['onSelect'] => (id, row, isSelected) =>
      isSelected ? selection?.select([...selection.selected.keys(), id], [row]) : selection?.deselect(new Set([id])),
    [selection],
  );
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
        <RowHandlersProvider onOpen={onOpen} rowActions={rowActions}>
          {(hasAll ? rows.rows : rows.rows.slice(0, firstCards)).map((row) => {
            const id = rowId(row);
            return (
              <RowCard
                key={id}
                {...{ row, id, columns, onSelect }}
                canOpen={onOpen !== undefined}
                isOpen={id === openBeside}
                isSelected={selection?.selected.has(id)}
              />
            );
          })}
        </RowHandlersProvider>
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
