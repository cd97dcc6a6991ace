import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { ReactNode } from 'react';
import { visuallyHidden } from '../text/visually-hidden.ts';

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
  /** In a narrow container each row is a block of labelled values, so that no column is out of sight. */
  readonly stacks?: boolean;
}

/** The roles are stated at the elements, since a browser drops those of a table that is laid out as blocks. */
const stackedStyle = {
  [narrowContainer]: {
    '&, & tbody, & tr': { display: 'block' },
    '& thead': visuallyHidden,
    '& tr': { py: 1, borderBottom: 1, borderColor: 'divider' },
    '& tr:last-of-type': { borderBottom: 0 },
    '& tbody td': {
      display: 'grid',
      gridTemplateColumns: '88px minmax(0, 1fr)',
      gap: 2,
      width: 'auto',
      py: 0.5,
      border: 0,
      whiteSpace: 'normal',
      overflowWrap: 'anywhere',
    },
    '& tbody td:empty': { display: 'none' },
    '& tbody td::before': { content: 'attr(data-label)', color: 'text.secondary' },
  },
} as const;

/** A table for panels, without paging and sorting. */
export const PlainTable = <Row,>({ label, columns, rows, rowKey, maxHeight, stacks = false }: PlainTableProps<Row>) => (
  <TableContainer
    tabIndex={0}
    sx={{ maxHeight, border: 1, borderColor: 'divider', borderRadius: 1, containerType: 'inline-size' }}
  >
    <Table
      size="small"
      stickyHeader
      aria-label={label}
      role="table"
      sx={[
        { '& td, & th': { fontSize: 13, borderColor: 'divider', px: { xs: 2, lg: 3 } } },
        stacks ? stackedStyle : {},
      ]}
    >
      <TableHead role="rowgroup">
        <TableRow role="row">
          {columns.map((column) => (
            <TableCell
              key={column.header}
              role="columnheader"
              align={column.align ?? 'left'}
              sx={{ fontWeight: 600, bgcolor: 'background.paper', ...displayOf(column) }}
            >
              {column.header}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody role="rowgroup">
        {rows.map((row) => (
          <TableRow key={rowKey(row)} role="row">
            {columns.map((column) => (
              <TableCell
                key={column.header}
                role="cell"
                data-label={column.header}
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
