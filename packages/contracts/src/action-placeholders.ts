const pattern = /\{\{([^{}]*)\}\}/g;

/** Names of the placeholders `{{Name}}` in a text, each once. Names are case-sensitive. */
export const placeholdersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, name = '']) => name.trim())),
];

/** Characters of a text with its placeholders filled in, where the caller does not say otherwise. */
export const filledTextLimit = 1_048_576;

/** A text would become too long once its placeholders are filled in. */
export class FilledTextTooLong extends RangeError {
  override readonly name = 'FilledTextTooLong';
}

/**
 * The text with each placeholder replaced by what `valueOf` answers for its name. Throws `FilledTextTooLong` as soon as
 * that makes it longer than `limit` characters.
 */
export const fillPlaceholders = (text: string, valueOf: (name: string) => string, limit = filledTextLimit): string => {
  let length = text.length;
  return text.replaceAll(pattern, (placeholder, name: string) => {
    const value = valueOf(name.trim());
    length += value.length - placeholder.length;
    if (length > limit)
      throw new FilledTextTooLong(`A text would have more than ${limit} characters once it is filled in.`);
    return value;
  });
};
