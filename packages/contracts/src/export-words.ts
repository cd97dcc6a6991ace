import { z } from 'zod';

const word = z.string().max(200);

/**
 * The words that stand in one column of an exported file for its values: `of` for a value by its text on the wire,
 * `empty` for none, `other` for any value that `of` does not name. A value without a word of its own is written as it is.
 */
export const exportWordsSchema = z.strictObject({
  of: z.record(word, word).optional(),
  empty: word.optional(),
  other: word.optional(),
});

export type ExportWords = Readonly<z.infer<typeof exportWordsSchema>>;

/** What an exported file says for a value that travels. */
export const exportedText = (value: string | number | boolean | null | undefined, words: ExportWords = {}): string => {
  if (value === null || value === undefined) return words.empty ?? '';
  const text = String(value);
  return (words.of && Object.hasOwn(words.of, text) ? words.of[text] : words.other) ?? text;
};
