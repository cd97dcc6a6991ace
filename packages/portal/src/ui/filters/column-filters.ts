import type { ColumnFilter } from '../../lib/lists/column-filter.ts';
import type { Column } from '../grid/data-table-column.ts';

/** The filterable columns of a list, in column order. */
export const columnFilters = <Row>(columns: readonly Column<Row>[]): readonly ColumnFilter[] =>
  columns.flatMap(({ field, header, filter }) =>
    filter ? [{ ...filter, path: filter.path ?? field, label: filter.label ?? header }] : [],
  );
