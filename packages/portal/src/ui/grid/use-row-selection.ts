import { useMemo, useState } from 'react';
import { selectRows, refreshRows, deselectRows, type SelectedRows } from '../../lib/lists/selected-rows.ts';
import { useTenantId } from '../../lib/tenant/use-tenant.ts';
import type { ListScreenState } from '../list/use-list-screen.ts';

/** The selected rows of a list, with functions to change them. */
export interface RowSelection<Row> {
  readonly selected: SelectedRows<Row>;
  /** Replaces the selection; rows that were not selected before are looked up in `shown`. */
  readonly select: (ids: Iterable<string>, shown: readonly Row[]) => void;
  readonly deselect: (ids: ReadonlySet<string>) => void;
  readonly clear: () => void;
}

interface SelectionState<Row> {
  /** Identifies tenant, search and filters; a change clears the selection. */
  readonly filterKey: string;
  readonly rows: readonly Row[];
  readonly selected: SelectedRows<Row>;
}

const nothing: SelectedRows<never> = new Map<string, never>();

/**
 * The row selection of a list. It persists across paging, sorting and polls, and keeps the values of each row that were
 * shown last. A change of tenant, search or filters clears it. `narrowing` is a further filter of the screen; `rowId`
 * must be a stable function.
 */
export const useRowSelection = <Row>(
  { list, rows: { rows } }: Pick<ListScreenState<Row>, 'list' | 'rows'>,
  rowId: (row: Row) => string,
  narrowing?: string,
): RowSelection<Row> => {
  const filterKey = JSON.stringify([useTenantId(), list.conditions, list.search, list.isExact, narrowing]);
  const [state, setState] = useState<SelectionState<Row>>({ filterKey, rows, selected: nothing });
  const { selected } = state;
  if (state.filterKey !== filterKey) setState({ filterKey, rows, selected: nothing });
  else if (state.rows !== rows) setState({ filterKey, rows, selected: refreshRows(selected, rows, rowId) });
  return useMemo(() => {
    const change = (next: (selected: SelectedRows<Row>) => SelectedRows<Row>): void =>
      setState((now) => ({ ...now, selected: next(now.selected) }));
    return {
      selected,
      select: (ids, shown) => change((previous) => selectRows(previous, ids, shown, rowId)),
      deselect: (ids) => change((previous) => deselectRows(previous, ids)),
      clear: () => change(() => nothing),
    };
  }, [selected, rowId]);
};
