/** Selected rows by id, each with the values that the list last showed. */
export type SelectedRows<Row> = ReadonlyMap<string, Row>;

/** The rows with these ids, looked up in the previous selection, else among the shown rows; unknown ids are left out. */
export const selectRows = <Row>(
  previous: SelectedRows<Row>,
  ids: Iterable<string>,
  shown: readonly Row[],
  rowId: (row: Row) => string,
): SelectedRows<Row> => {
  const known = new Map([...shown.map((row): [string, Row] => [rowId(row), row]), ...previous]);
  const selected = new Map<string, Row>();
  for (const id of ids) {
    const row = known.get(id);
    if (row !== undefined) selected.set(id, row);
  }
  return selected;
};

/** The selection with the fresh values of the rows that the list shows; the others keep their last known values. */
export const refreshRows = <Row>(
  selected: SelectedRows<Row>,
  rows: readonly Row[],
  rowId: (row: Row) => string,
): SelectedRows<Row> => {
  const fresh = rows.filter((row) => selected.has(rowId(row)));
  return fresh.length === 0
    ? selected
    : new Map([...selected, ...fresh.map((row): [string, Row] => [rowId(row), row])]);
};

/** The selection without these ids. */
export const deselectRows = <Row>(selected: SelectedRows<Row>, ids: ReadonlySet<string>): SelectedRows<Row> =>
  new Map([...selected].filter(([id]) => !ids.has(id)));
