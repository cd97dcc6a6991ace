import { sql, type AliasedRawBuilder } from 'kysely';

/**
 * A set of rows as one parameter, so that the statement's text and plan do not depend on their number. `types` gives
 * the PostgreSQL type of every column (constants of the code); `ordinal` is the index in `rows`.
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
