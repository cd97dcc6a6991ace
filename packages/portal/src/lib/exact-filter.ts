import { anyOf, textLiteral, type Filter } from './api/odata-filter.ts';

/** A field of whole numbers is written with a leading `#`. */
const numberMark = '#';

/**
 * Lets through rows of which one of the fields equals the search, without regard to case; number fields, written
 * `#workUnitId`, only compare with whole numbers. It narrows what the search has found already.
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
