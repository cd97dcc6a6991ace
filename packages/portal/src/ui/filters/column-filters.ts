import type { ColumnFilter } from '../../lib/column-filter.ts';
import type { Column } from '../grid/data-table-column.ts';

/** What the chips above a list can ask, in the order of its columns. */
export const columnFilters = <Row>(columns: readonly Column<Row>[]): readonly ColumnFilter[] =>
  columns.flatMap(({ field, header, filter }) =>
    filter ? [{ ...filter, path: filter.path ?? field, label: filter.label ?? header }] : [],
  );
