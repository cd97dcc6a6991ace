import Box from '@mui/material/Box';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';
import type { ListRows } from '../../lib/api/use-list.ts';
import type { ListControl } from '../../lib/lists/list-state.ts';
import { besidePanelQuery, gridBesidePanelQuery } from '../drawers/beside-panel.ts';
import { CardList } from './card-list.tsx';
import { ConnectionNotice } from '../feedback/connection-notice.tsx';
import type { Column } from './data-table-column.ts';
import { DataGridTable } from './data-grid-table.tsx';
import { FailedState } from '../feedback/failed-state.tsx';
import { NoRowsState, type LeftOutRows } from '../feedback/no-rows-state.tsx';
import { SelectionBar } from '../list/selection-bar.tsx';
import { useFrozenRows } from '../list/use-frozen-rows.ts';
import type { RowSelection } from './use-row-selection.ts';
import { NewRowsButton } from '../list/new-rows-button.tsx';

export interface DataTableProps<Row> {
  /** The accessible name of the table. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** Must be a stable function: a new one rebuilds the grid. */
  readonly rowId: (row: Row) => string;
  readonly list: ListControl;
  readonly rows: ListRows<Row>;
  /** Called for a click on the link column, and for Enter. */
  readonly onOpen?: ((row: Row) => void) | undefined;
  readonly rowActions?: ((row: Row) => ReactNode) | undefined;
  /** Width of the actions column in pixels. */
  readonly actionsWidth?: number | undefined;
  /** Enables row selection with checkboxes. */
  readonly selection?: RowSelection<Row> | undefined;
  /** Bulk actions, shown while rows are selected. */
  readonly selectionCommands?: ReactNode;
  readonly emptyTitle: string;
  readonly emptyHint?: string | undefined;
  readonly leftOut?: LeftOutRows | undefined;
  /** The id of the row whose panel is open beside the list. */
  readonly openBeside?: string | undefined;
  /** Renders a row in a muted colour, such as a disabled one. */
  readonly isMuted?: ((row: Row) => boolean) | undefined;
}

/** The empty state overlays the grid: `role="grid"` may contain rows only. */
const overGridRows = { position: 'absolute', top: 41, right: 1, left: 1, height: 240 } as const;

/** A server-paged list: a grid, or cards in narrow windows, with loading, empty and error states. */
export const DataTable = <Row extends object>(props: DataTableProps<Row>) => {
  const isNarrowWindow = useMediaQuery((theme) => theme.breakpoints.down('sm'), { noSsr: true });
  const hasRoomForPanel = useMediaQuery(besidePanelQuery, { noSsr: true });
  const hasRoomForBoth = useMediaQuery(gridBesidePanelQuery, { noSsr: true });
  const isNarrow = isNarrowWindow || (props.openBeside !== undefined && hasRoomForPanel && !hasRoomForBoth);
  const { rows, list, rowId, selection, selectionCommands, emptyTitle, emptyHint, leftOut } = props;
  const frozen = useFrozenRows(rows, rowId);
  const isBlank = !rows.isLoading && rows.rows.length === 0;
  const blank =
    rows.error && isBlank ? (
      <FailedState error={rows.error} onRetry={rows.retry} />
    ) : (
      <NoRowsState list={list} title={emptyTitle} hint={emptyHint} leftOut={leftOut} />
    );
  const shown = { ...props, rows: { ...rows, rows: frozen.rows } };
  return (
    <>
      {rows.isUnreachable && !isBlank && <ConnectionNotice updatedAt={rows.updatedAt} onRetry={rows.retry} />}
      <Box
        aria-busy={rows.isStale}
        sx={{
          flexGrow: 1,
          minHeight: 0,
          position: 'relative',
          opacity: rows.isStale ? 0.55 : 1,
          transition: 'opacity 150ms',
        }}
        {...frozen.pointer}
      >
        {isNarrow ? <CardList {...shown} blank={blank} /> : <DataGridTable {...shown} />}
        {!isNarrow && isBlank && <Box sx={overGridRows}>{blank}</Box>}
        <NewRowsButton count={frozen.newRowCount} onShow={frozen.showNewRows} />
      </Box>
      {selection && (
        <SelectionBar selection={selection} rows={frozen.rows} rowId={rowId} commands={selectionCommands} />
      )}
    </>
  );
};
