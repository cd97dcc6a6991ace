import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Checkbox from '@mui/material/Checkbox';
import Skeleton from '@mui/material/Skeleton';
import TablePagination from '@mui/material/TablePagination';
import Typography from '@mui/material/Typography';
import { pageSizes } from '@cfs/contracts/sizes';
import type { ReactNode } from 'react';
import type { Column } from './data-table-column.ts';
import type { DataTableProps } from './data-table.tsx';
import { LinkCell } from './link-cell.tsx';

const shown = <Row,>(column: Column<Row>, row: Row, onOpen: DataTableProps<Row>['onOpen']): ReactNode => {
  const text = String(column.value(row) ?? '');
  if (column.isLink && onOpen) return <LinkCell text={text} onClick={() => onOpen(row)} />;
  return column.render?.(row) ?? text;
};

const RowCard = <Row,>({
  row,
  columns,
  rowActions,
  rowId,
  onOpen,
  selected,
  onSelect,
}: DataTableProps<Row> & { readonly row: Row }) => {
  const [title, ...rest] = columns.filter((column) => column.card);
  const id = rowId(row);
  const toggle = (): void => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect?.(next);
  };
  return (
    <Card component="li" sx={{ p: 3, display: 'flex', gap: 2, alignItems: 'flex-start', flexShrink: 0 }}>
      {onSelect && (
        <Checkbox
          size="small"
          checked={selected?.has(id) ?? false}
          onChange={toggle}
          sx={{ p: 0 }}
          slotProps={{ input: { 'aria-label': `Select ${String(title?.value(row) ?? id)}` } }}
        />
      )}
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>
        {title && (
          <Typography component="div" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            {shown(title, row, onOpen)}
          </Typography>
        )}
        {rest.map((column) => (
          <Typography key={column.field} variant="body2" component="div" sx={{ display: 'flex', gap: 2, mt: 1 }}>
            <Box component="span" sx={{ color: 'text.secondary', minWidth: 88 }}>
              {column.header}
            </Box>
            <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {shown(column, row, onOpen)}
            </Box>
          </Typography>
        ))}
      </Box>
      {rowActions?.(row)}
    </Card>
  );
};

/** The rows as cards with the columns that matter, for screens too narrow for a grid. */
export const CardList = <Row,>(props: DataTableProps<Row> & { readonly blank: ReactNode }) => {
  const { list, rows, label, rowId, blank } = props;
  const isBlank = !rows.isLoading && rows.rows.length === 0;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: 1, minHeight: 0 }}>
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
        count={rows.count ?? -1}
        page={list.page}
        rowsPerPage={list.size}
        rowsPerPageOptions={[...pageSizes]}
        onPageChange={(_, page) => list.setPage(page, list.size)}
        onRowsPerPageChange={(event) => list.setPage(0, Number(event.target.value))}
        labelRowsPerPage="Rows"
      />
    </Box>
  );
};
