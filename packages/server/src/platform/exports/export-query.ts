import { z } from 'zod';
import { parseListQuery, type ListQuery } from '../odata/list-query.ts';
import { queryFault } from '../odata/query-fault.ts';

/** What an export asks for: the options of the list, and headings in the order of its columns. */
export interface ExportQuery {
  readonly list: ListQuery;
  readonly headings: readonly string[] | undefined;
}

const headingsShape = z.array(z.string().max(200));

const readHeadings = (text: string): readonly string[] => {
  const fault = queryFault('headings', 'This is not a JSON array of texts.', 0);
  try {
    const read = headingsShape.safeParse(JSON.parse(decodeURIComponent(text.replaceAll('+', ' '))));
    if (read.success) return read.data;
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof URIError)) throw error;
  }
  throw fault;
};

/**
 * Reads the query string of an export, without its `?`. `headings` is a JSON array of texts.
 *
 * @throws the problems of a list's query, and 400 for headings that are no such array or stand twice.
 */
export const parseExportQuery = (query: string): ExportQuery => {
  const isHeadings = (part: string): boolean => /^headings=/i.test(part);
  const parts = query.split('&');
  const [headings, ...more] = parts.filter(isHeadings);
  if (more.length > 0) throw queryFault('headings', 'The option stands twice.', 0);
  return {
    list: parseListQuery(parts.filter((part) => !isHeadings(part)).join('&')),
    headings: headings === undefined ? undefined : readHeadings(headings.slice(headings.indexOf('=') + 1)),
  };
};
