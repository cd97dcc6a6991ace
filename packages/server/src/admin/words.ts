import { UsageError } from './usage-error.ts';

/**
 * The word, trimmed.
 *
 * @throws UsageError with the question where it is missing or blank.
 */
export const one = (word: string | undefined, question: string): string => {
  if (word === undefined || word.trim() === '') throw new UsageError(`${question} See --help.`);
  return word.trim();
};

/** @throws UsageError that names the first word, where there is any. */
export const nothingMore = (words: readonly string[]): void => {
  if (words.length > 0) throw new UsageError(`What is "${words[0] ?? ''}" for? See --help.`);
};
