/** An OData boolean expression, or `undefined` for "no condition". */
export type Filter = string | undefined;

/** A string literal, its quotes doubled. */
export const textLiteral = (value: string): string => `'${value.replaceAll("'", "''")}'`;

const joined = (operator: 'and' | 'or', filters: readonly Filter[]): Filter => {
  const given = filters.filter((filter) => filter !== undefined);
  if (given.length < 2) return given[0];
  return given.map((filter) => `(${filter})`).join(` ${operator} `);
};

export const allOf = (...filters: readonly Filter[]): Filter => joined('and', filters);
export const anyOf = (...filters: readonly Filter[]): Filter => joined('or', filters);

/** `literal` is written as it stands: a GUID, number, boolean or an already quoted text. */
export const equals = (path: string, literal: string | number | boolean | null | undefined): Filter =>
  literal === undefined || literal === '' ? undefined : `${path} eq ${String(literal)}`;

export const oneOf = (path: string, literals: readonly (string | number)[]): Filter =>
  literals.length === 0 ? undefined : `${path} in (${literals.join(',')})`;

/** A search for the text as it stands, anywhere in what the list searches; `undefined` for an empty one. */
export const phrase = (search: string): string | undefined => {
  const text = search.trim();
  return text === '' ? undefined : `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
};
