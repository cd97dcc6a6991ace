import { exportWordsSchema, type ExportWords } from '@cfs/contracts/export-words';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { withCallerAlias } from '../odata/query/caller-alias.ts';
import { parseListOptions, readListOptions, type ListQuery } from '../odata/query/list-query.ts';
import { queryFault } from '../odata/query/query-fault.ts';

/** The query of an export: the options of the list, and headings and words by column. */
export interface ExportQuery {
  readonly list: ListQuery;
  readonly headings: readonly string[] | undefined;
  readonly words: readonly (ExportWords | null)[] | undefined;
}

/** An option specific to exports, with a JSON value. */
interface JsonOption<Value> {
  readonly name: string;
  readonly shape: z.ZodType<Value>;
  readonly wanted: string;
}

const headingsOption: JsonOption<string[]> = {
  name: 'headings',
  shape: z.array(z.string().max(200)),
  wanted: 'a JSON array of texts',
};

const wordsOption: JsonOption<(ExportWords | null)[]> = {
  name: 'words',
  shape: z.array(exportWordsSchema.nullable()),
  wanted: 'a JSON array of words, or null, for each column',
};

const isNamed = (part: string, { name }: { readonly name: string }): boolean =>
  part.toLowerCase().startsWith(`${name}=`);

const readOption = <Value>(parts: readonly string[], option: JsonOption<Value>): Value | undefined => {
  const { name, shape, wanted } = option;
  const [given, ...more] = parts.filter((part) => isNamed(part, option));
  if (more.length > 0) throw queryFault(name, 'The option is given twice.', 0);
  if (given === undefined) return undefined;
  try {
    const text = decodeURIComponent(given.slice(name.length + 1).replaceAll('+', ' '));
    const read = shape.safeParse(JSON.parse(text));
    if (read.success) return read.data;
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof URIError)) throw error;
  }
  throw queryFault(name, `This is not ${wanted}.`, 0);
};

/**
 * Parses the query string of an export, without its `?`. `headings` is a JSON array of texts, `words` one of words or
 * null.
 *
 * @throws what a list's query throws, and 400 for malformed or duplicate headings or words.
 */
export const parseExportQuery = (query: string, context: Context): ExportQuery => {
  const parts = query.split('&');
  const own = [headingsOption, wordsOption];
  const listed = parts.filter((part) => !own.some((option) => isNamed(part, option))).join('&');
  return {
    list: parseListOptions(withCallerAlias(readListOptions(listed), context)),
    headings: readOption(parts, headingsOption),
    words: readOption(parts, wordsOption),
  };
};
