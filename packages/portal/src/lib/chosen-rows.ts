/** Rows that a person has chosen, by key, each as the list last showed it. */
export type ChosenRows<Row> = ReadonlyMap<string, Row>;

/** Exactly the rows of these ids: as they were chosen before, else as they are among those shown. */
export const chooseRows = <Row>(
  before: ChosenRows<Row>,
  ids: Iterable<string>,
  shown: readonly Row[],
  rowId: (row: Row) => string,
): ChosenRows<Row> => {
  const known = new Map([...shown.map((row): [string, Row] => [rowId(row), row]), ...before]);
  const chosen = new Map<string, Row>();
  for (const id of ids) {
    const row = known.get(id);
    if (row !== undefined) chosen.set(id, row);
  }
  return chosen;
};

/** The chosen rows with the news of those that the list shows; the others stay as they were last seen. */
export const withNews = <Row>(
  chosen: ChosenRows<Row>,
  rows: readonly Row[],
  rowId: (row: Row) => string,
): ChosenRows<Row> => {
  const news = rows.filter((row) => chosen.has(rowId(row)));
  return news.length === 0 ? chosen : new Map([...chosen, ...news.map((row): [string, Row] => [rowId(row), row])]);
};

/** The chosen rows save for those of these ids. */
export const withoutRows = <Row>(chosen: ChosenRows<Row>, ids: ReadonlySet<string>): ChosenRows<Row> =>
  new Map([...chosen].filter(([id]) => !ids.has(id)));
