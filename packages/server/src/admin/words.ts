import { UsageError } from './usage-error.ts';

/**
 * Returns the trimmed word.
 *
 * @throws UsageError with the question if it is missing or blank.
 */
export const requiredArgument = (word: string | undefined, question: string): string => {
  if (word === undefined || word.trim() === '') throw new UsageError(`${question} See --help.`);
  return word.trim();
};

/** @throws UsageError that names the first word, if there is any. */
export const noFurtherArguments = (words: readonly string[]): void => {
  if (words.length > 0) throw new UsageError(`Unexpected argument "${words[0] ?? ''}". See --help.`);
};
