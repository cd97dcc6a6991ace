import { anyOf, textLiteral, type Filter } from '../api/odata-filter.ts';

/** The prefix of integer fields. */
const numberMark = '#';

/**
 * Matches rows in which any of the fields equals the search text, case-insensitively. Integer fields are written
 * `#workUnitId` and compare with whole numbers only. Combined with `$search`, which it narrows.
 */
export const exactFilter = (fields: readonly string[], search: string): Filter => {
  const text = search.trim();
  if (text === '') return undefined;
  const isNumber = /^\d{1,15}$/.test(text);
  return anyOf(
    ...fields.map((field) => {
      if (!field.startsWith(numberMark)) return `tolower(${field}) eq ${textLiteral(text.toLowerCase())}`;
      return isNumber ? `${field.slice(1)} eq ${text}` : undefined;
    }),
  );
};
