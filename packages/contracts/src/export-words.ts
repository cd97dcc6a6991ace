import { z } from 'zod';

const word = z.string().max(200);

/**
 * Display texts of one exported column: `of` maps a wire value to its text, `empty` is used for null, `other` for any
 * value that `of` does not contain. A value without a text is exported unchanged.
 */
export const exportWordsSchema = z.strictObject({
  of: z.record(word, word).optional(),
  empty: word.optional(),
  other: word.optional(),
});

export type ExportWords = Readonly<z.infer<typeof exportWordsSchema>>;

/** The exported text of a value. */
export const exportedText = (value: string | number | boolean | null | undefined, words: ExportWords = {}): string => {
  if (value === null || value === undefined) return words.empty ?? '';
  const text = String(value);
  return (words.of && Object.hasOwn(words.of, text) ? words.of[text] : words.other) ?? text;
};
