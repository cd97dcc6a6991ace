import Box from '@mui/material/Box';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';
import type { ListRows } from '../lib/api/use-list.ts';
import type { ListControl } from '../lib/list-state.ts';
import { CardList } from './card-list.tsx';
import type { Column } from './data-table-column.ts';
import { DataGridTable } from './data-grid-table.tsx';
import { EmptyState } from './empty-state.tsx';
import { FailedState } from './failed-state.tsx';

export interface DataTableProps<Row> {
  /** What the rows are, read out as the name of the table. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rowId: (row: Row) => string;
  readonly list: ListControl;
  readonly rows: ListRows<Row>;
  readonly rowActions?: (row: Row) => ReactNode;
  /** Width of the actions column in pixels. */
  readonly actionsWidth?: number;
  /** Ids of the chosen rows; given together with `onSelect`, the table has check boxes. */
  readonly selected?: ReadonlySet<string>;
  readonly onSelect?: (ids: ReadonlySet<string>) => void;
  readonly emptyTitle: string;
  readonly emptyHint?: string;
  /** Marks a row that is set back, such as a disabled one. */
  readonly isMuted?: (row: Row) => boolean;
}

/** Over the empty rows of a grid: a grid may hold nothing but rows. */
const besideGrid = { position: 'absolute', top: 41, right: 1, left: 1, height: 240 } as const;

/** A server-paged list: a grid, or cards on a narrow screen, with its loading, empty and failed states. */
export const DataTable = <Row extends object>(props: DataTableProps<Row>) => {
  const isNarrow = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const { rows, list, emptyTitle, emptyHint } = props;
  const isBlank = !rows.isLoading && rows.rows.length === 0;
  const blank =
    rows.error && rows.rows.length === 0 ? (
      <FailedState error={rows.error} onRetry={rows.retry} />
    ) : (
      <EmptyState
        title={list.search === '' ? emptyTitle : `Nothing matches "${list.search}"`}
        hint={list.search === '' ? emptyHint : 'Change the search or clear it.'}
      />
    );
  return (
    <Box
      aria-busy={rows.isStale}
      sx={{
        flexGrow: 1,
        minHeight: 0,
        position: 'relative',
        opacity: rows.isStale ? 0.55 : 1,
        transition: 'opacity 150ms',
      }}
    >
      {isNarrow ? <CardList {...props} blank={blank} /> : <DataGridTable {...props} />}
      {!isNarrow && isBlank && <Box sx={besideGrid}>{blank}</Box>}
    </Box>
  );
};
