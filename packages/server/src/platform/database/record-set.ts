import { sql, type AliasedRawBuilder } from 'kysely';

/**
 * Rows as one parameter, so that a statement keeps its text (and its plan) however many rows it works on.
 * `types` gives the PostgreSQL type of every column, in names and types of ours; `ordinal` is the place in `rows`.
 */
export const recordSet = <Row extends object, Alias extends string>(
  alias: Alias,
  types: Readonly<Record<keyof Row & string, string>>,
  rows: readonly Row[],
): AliasedRawBuilder<Row & { ordinal: number }, Alias> => {
  const columns = Object.entries<string>({ ...types, ordinal: 'integer' }).map(
    ([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`,
  );
  const numbered = JSON.stringify(rows.map((row, ordinal) => ({ ...row, ordinal })));
  return sql<Row & { ordinal: number }>`jsonb_to_recordset(${numbered}::jsonb)`.as<Alias>(
    sql`${sql.ref(alias)}(${sql.join(columns)})`,
  );
};
