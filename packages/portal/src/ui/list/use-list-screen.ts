import { useEffect, useMemo } from 'react';
import { useList, type ListOptions, type ListRows } from '../../lib/api/use-list.ts';
import { allOf, type Filter } from '../../lib/api/odata-filter.ts';
import { conditionFilter } from '../../lib/lists/column-filter-odata.ts';
import type { ColumnFilter, Condition } from '../../lib/lists/column-filter.ts';
import { exactFilter } from '../../lib/lists/exact-filter.ts';
import { useListState, type ListControl, type ListDefaults } from '../../lib/lists/list-state.ts';
import { columnFilters } from '../filters/column-filters.ts';
import type { Column } from '../grid/data-table-column.ts';
import { useColumns, type ColumnControl } from './use-columns.ts';

export interface ListScreenOptions<Row>
  extends Omit<ListOptions, 'filter'>, Omit<ListDefaults, 'filters' | 'sortable'> {
  /** The name of the screen in preferences. */
  readonly name: string;
  readonly set: string;
  readonly columns: readonly Column<Row>[];
  /** Filters in addition to those of the columns; a constant of the screen. */
  readonly furtherFilters?: readonly ColumnFilter[];
  /** A filter of the screen, combined with chips and search. */
  readonly filter?: (list: Pick<ListControl, 'conditions' | 'filter'>) => Filter;
  /** The fields of "Exact Match"; not offered without them. */
  readonly exact?: readonly string[];
  /** The default conditions; a constant of the screen, as `sort` and `size`. */
  readonly conditions?: readonly Condition[];
}

const none: readonly ColumnFilter[] = [];

/** The state of a list screen. */
export interface ListScreenState<Row> {
  readonly name: string;
  readonly set: string;
  readonly list: ListControl;
  readonly rows: ListRows<Row>;
  readonly columns: ColumnControl<Row>;
  readonly filters: readonly ColumnFilter[];
  /** All filters, without the search. */
  readonly filter: Filter;
  readonly hasExact: boolean;
  /** Whether the list is in a drawer, which is narrower. */
  readonly isInDrawer: boolean;
}

/** Redirects from a page past the end, as after deletions, to the last page; replaces the history entry. */
const useLastPage = <Row>({ page, size, setPage }: ListControl, { rows, count, isStale }: ListRows<Row>): void => {
  const isPastEnd = !isStale && rows.length === 0 && count !== undefined && page > 0 && page * size >= count;
  const last = isPastEnd ? Math.max(0, Math.ceil(count / size) - 1) : undefined;
  useEffect(() => {
    if (last !== undefined) setPage(last, size, { replace: true });
  }, [last, size, setPage]);
};

/** Combines the URL, the preferences and the rows of a list. */
export const useListScreen = <Row>(options: ListScreenOptions<Row>): ListScreenState<Row> => {
  const { name, set, columns, furtherFilters = none, filter: ownFilter, exact = [], ...asked } = options;
  const filters = useMemo(() => [...columnFilters(columns), ...furtherFilters], [columns, furtherFilters]);
  const sortable = columns.filter((column) => column.sortable ?? true).map(({ field }) => field);
  const list = useListState({ ...options, filters, sortable });
  const filter = allOf(
    ownFilter?.(list),
    conditionFilter(filters, list.conditions),
    list.isExact ? exactFilter(exact, list.search) : undefined,
  );
  const rows = useList<Row>(set, list, { ...asked, filter });
  useLastPage(list, rows);
  return {
    name,
    set,
    list,
    rows,
    columns: useColumns(name, columns),
    filters,
    filter,
    hasExact: exact.length > 0,
    isInDrawer: options.isInDrawer ?? false,
  };
};
