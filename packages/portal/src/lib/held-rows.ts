/** Rows that stay in their places while the pointer is over one of them. */
export interface HeldRows<Row> {
  readonly rows: readonly Row[];
  /** How many rows wait to come in. */
  readonly waiting: number;
}

/**
 * The rows of before in their order, each with its news. What has arrived beside them waits, and what is gone stays
 * until the hold ends.
 */
export const holdRows = <Row>(
  before: readonly Row[],
  fresh: readonly Row[],
  rowId: (row: Row) => string,
): HeldRows<Row> => {
  const news = new Map(fresh.map((row) => [rowId(row), row]));
  const rows = before.map((row) => news.get(rowId(row)) ?? row);
  const held = new Set(before.map(rowId));
  return { rows, waiting: fresh.filter((row) => !held.has(rowId(row))).length };
};
