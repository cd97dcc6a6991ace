import Box from '@mui/material/Box';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';
import type { ListRows } from '../../lib/api/use-list.ts';
import type { ListControl } from '../../lib/list-state.ts';
import { CardList } from './card-list.tsx';
import { ConnectionNotice } from '../feedback/connection-notice.tsx';
import type { Column } from './data-table-column.ts';
import { DataGridTable } from './data-grid-table.tsx';
import { FailedState } from '../feedback/failed-state.tsx';
import { NoRowsState } from '../feedback/no-rows-state.tsx';
import { SelectionBar } from '../list/selection-bar.tsx';
import { useHeldRows } from '../list/use-held-rows.ts';
import type { RowSelection } from './use-row-selection.ts';
import { WaitingRows } from '../list/waiting-rows.tsx';

export interface DataTableProps<Row> {
  /** What the rows are, read out as the name of the table. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** A function of the module: a new one each time costs a new grid. */
  readonly rowId: (row: Row) => string;
  readonly list: ListControl;
  readonly rows: ListRows<Row>;
  /** Opens a row: by the text of its link column, or with Enter. */
  readonly onOpen?: ((row: Row) => void) | undefined;
  readonly rowActions?: ((row: Row) => ReactNode) | undefined;
  /** Width of the actions column in pixels. */
  readonly actionsWidth?: number | undefined;
  /** What is chosen; with it, the table has check boxes. */
  readonly selection?: RowSelection<Row> | undefined;
  /** What can be done with the chosen rows, offered while there are any. */
  readonly selectionCommands?: ReactNode;
  readonly emptyTitle: string;
  readonly emptyHint?: string | undefined;
  /** Marks a row that is set back, such as a disabled one. */
  readonly isMuted?: ((row: Row) => boolean) | undefined;
}

/** Over the empty rows of a grid: a grid may hold nothing but rows. */
const besideGrid = { position: 'absolute', top: 41, right: 1, left: 1, height: 240 } as const;

/** A server-paged list: a grid, or cards on a narrow screen, with its loading, empty and failed states. */
export const DataTable = <Row extends object>(props: DataTableProps<Row>) => {
  const isNarrow = useMediaQuery((theme) => theme.breakpoints.down('sm'), { noSsr: true });
  const { rows, list, rowId, selection, selectionCommands, emptyTitle, emptyHint } = props;
  const held = useHeldRows(rows, rowId);
  const isBlank = !rows.isLoading && rows.rows.length === 0;
  const blank =
    rows.error && isBlank ? (
      <FailedState error={rows.error} onRetry={rows.retry} />
    ) : (
      <NoRowsState list={list} title={emptyTitle} hint={emptyHint} />
    );
  const shown = { ...props, rows: { ...rows, rows: held.rows } };
  return (
    <>
      {rows.isCutOff && !isBlank && <ConnectionNotice updatedAt={rows.updatedAt} onRetry={rows.retry} />}
      <Box
        aria-busy={rows.isStale}
        sx={{
          flexGrow: 1,
          minHeight: 0,
          position: 'relative',
          opacity: rows.isStale ? 0.55 : 1,
          transition: 'opacity 150ms',
        }}
        {...held.pointer}
      >
        {isNarrow ? <CardList {...shown} blank={blank} /> : <DataGridTable {...shown} />}
        {!isNarrow && isBlank && <Box sx={besideGrid}>{blank}</Box>}
        <WaitingRows count={held.waiting} onShow={held.letIn} />
      </Box>
      {selection && <SelectionBar selection={selection} rows={held.rows} rowId={rowId} commands={selectionCommands} />}
    </>
  );
};
