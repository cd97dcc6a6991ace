/** An OData boolean expression, or `undefined` for "no condition". */
export type Filter = string | undefined;

/** An OData string literal. */
export const textLiteral = (value: string): string => `'${value.replaceAll("'", "''")}'`;

const joinWith = (operator: 'and' | 'or', filters: readonly Filter[]): Filter => {
  const given = filters.filter((filter) => filter !== undefined);
  if (given.length < 2) return given[0];
  return given.map((filter) => `(${filter})`).join(` ${operator} `);
};

export const allOf = (...filters: readonly Filter[]): Filter => joinWith('and', filters);
export const anyOf = (...filters: readonly Filter[]): Filter => joinWith('or', filters);

/** `literal` is inserted unquoted: a GUID, a number, a boolean or the result of {@link textLiteral}. */
export const equals = (path: string, literal: string | number | boolean | null | undefined): Filter =>
  literal === undefined || literal === '' ? undefined : `${path} eq ${String(literal)}`;

export const oneOf = (path: string, literals: readonly (string | number)[]): Filter =>
  literals.length === 0 ? undefined : `${path} in (${literals.join(',')})`;

/** A `$search` phrase for the whole text; `undefined` for an empty text. */
export const phrase = (search: string): string | undefined => {
  const text = search.trim();
  return text === '' ? undefined : `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
};
