const pattern = /\{\{([^{}]*)\}\}/g;

/** Distinct names of the placeholders `{{Name}}` in a text; case-sensitive. */
export const placeholdersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, name = '']) => name.trim())),
];

/** Whether a text has a `{{` that begins no placeholder: one that is left open, or that holds another one. */
export const hasOpenPlaceholder = (text: string): boolean => text.replaceAll(pattern, '').includes('{{');

/** The name of the secret that a placeholder `{{secret:name}}` reads; `undefined` for any other placeholder. */
export const secretIn = (placeholder: string): string | undefined => /^secret:([\w.-]+)$/.exec(placeholder)?.[1];

/** Default maximum of characters of a text after placeholder substitution. */
export const filledTextLimit = 1_048_576;

/** A text exceeds its limit after placeholder substitution. */
export class FilledTextTooLong extends RangeError {
  override readonly name = 'FilledTextTooLong';
}

/**
 * Replaces each placeholder by `valueOf(name)`.
 *
 * @throws FilledTextTooLong as soon as the result exceeds `limit` characters.
 */
export const fillPlaceholders = (text: string, valueOf: (name: string) => string, limit = filledTextLimit): string => {
  let length = text.length;
  return text.replaceAll(pattern, (placeholder, name: string) => {
    const value = valueOf(name.trim());
    length += value.length - placeholder.length;
    if (length > limit)
      throw new FilledTextTooLong(
        `A text would have more than ${limit} characters after its placeholders are filled in.`,
      );
    return value;
  });
};
