import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { ReactNode } from 'react';

export interface PlainColumn<Row> {
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: 'left' | 'right';
  readonly isNarrow?: boolean;
  /** Hidden in a narrow container. */
  readonly isWideOnly?: boolean;
}

/** The width of a drawer in a window of 1024 px. */
const narrowContainer = '@container (max-width: 499px)';

const displayOf = ({ isWideOnly = false }: { readonly isWideOnly?: boolean }) =>
  isWideOnly ? { [narrowContainer]: { display: 'none' } } : {};

interface PlainTableProps<Row> {
  readonly label: string;
  readonly columns: readonly PlainColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly maxHeight?: number;
}

/** A table for panels, without paging and sorting. */
export const PlainTable = <Row,>({ label, columns, rows, rowKey, maxHeight }: PlainTableProps<Row>) => (
  <TableContainer
    tabIndex={0}
    sx={{ maxHeight, border: 1, borderColor: 'divider', borderRadius: 1, containerType: 'inline-size' }}
  >
    <Table
      size="small"
      stickyHeader
      aria-label={label}
      sx={{ '& td, & th': { fontSize: 13, borderColor: 'divider', px: { xs: 2, lg: 3 } } }}
    >
      <TableHead>
        <TableRow>
          {columns.map((column) => (
            <TableCell
              key={column.header}
              align={column.align ?? 'left'}
              sx={{ fontWeight: 600, bgcolor: 'background.paper', ...displayOf(column) }}
            >
              {column.header}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={rowKey(row)}>
            {columns.map((column) => (
              <TableCell
                key={column.header}
                align={column.align ?? 'left'}
                sx={{
                  ...displayOf(column),
                  ...(column.isNarrow
                    ? { whiteSpace: 'nowrap', width: '1%' }
                    : { overflowWrap: 'anywhere', minWidth: { xs: 104, lg: 120 } }),
                }}
              >
                {column.cell(row)}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </TableContainer>
);
