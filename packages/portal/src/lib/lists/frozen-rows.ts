/** Rows in a fixed order while the pointer hovers over one of them. */
export interface FrozenRows<Row> {
  readonly rows: readonly Row[];
  /** How many new rows are withheld. */
  readonly newRowCount: number;
}

/** The frozen rows in their order, with fresh values. New rows are withheld; removed rows stay. */
export const freezeRows = <Row>(
  frozen: readonly Row[],
  fresh: readonly Row[],
  rowId: (row: Row) => string,
): FrozenRows<Row> => {
  const freshById = new Map(fresh.map((row) => [rowId(row), row]));
  const rows = frozen.map((row) => freshById.get(rowId(row)) ?? row);
  const frozenIds = new Set(frozen.map(rowId));
  return { rows, newRowCount: fresh.filter((row) => !frozenIds.has(rowId(row))).length };
};
