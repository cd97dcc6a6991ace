import {
  defaultLimits,
  parseApply,
  parseExpand,
  parseFilter,
  parseOrderBy,
  parseSearch,
  parseSelect,
  type Aliases,
  type ExpandItem,
  type Expression,
  type OrderByItem,
  type SearchExpression,
  type SelectItem,
  type Transformation,
} from '@cfs/odata';
import { badRequest, Problem } from '../../problems.ts';
import type { Cursor } from '../statements/keyset.ts';
import { parseOption, queryFault, unsupportedQuery } from './query-fault.ts';

/** Maximum bytes of a query string; longer queries are sent in the body of `$query`. */
export const maxQueryBytes = 8 * 1024;

const known = ['filter', 'orderby', 'select', 'expand', 'top', 'skip', 'count', 'search', 'apply', 'format'] as const;
export type OptionName = (typeof known)[number];

const knownNames: ReadonlyMap<string, OptionName> = new Map(known.map((name) => [name, name]));
const unsupportedNames: ReadonlySet<string> = new Set([
  'compute',
  'deltatoken',
  'id',
  'index',
  'levels',
  'schemaversion',
  'skiptoken',
]);
/** Read by the tenant resolver already. */
const foreignNames: ReadonlySet<string> = new Set(['__tenant__']);

/** The options of a query, as text and as parsed trees. */
export interface ListQuery {
  readonly filter?: Expression;
  readonly orderby?: readonly OrderByItem[];
  readonly select?: readonly SelectItem[];
  readonly expand?: readonly ExpandItem[];
  readonly top?: number;
  readonly skip?: number;
  readonly count?: boolean;
  readonly search?: SearchExpression;
  readonly apply?: readonly Transformation[];
  /** Name and value of each option except `$top` and `$skip`, for next links. */
  readonly written: readonly (readonly [name: string, value: string])[];
  /** Keyset cursor: the rows follow this row, the last one of the previous page. */
  readonly after?: After;
  /** Maximum rows of a page, if the client prefers fewer than the server's limit. */
  readonly maxPageRows?: number;
}

/** Where a page starts. */
export interface After {
  readonly cursor: Cursor;
  /** The number of rows of the list up to that row, those before `$skip` included. */
  readonly passed: number;
}

const decode = (text: string, position: number): string => {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw badRequest(`The query is not valid UTF-8 in percent-encoding. (position ${position})`, { position });
  }
};

const aliasPattern = /^@[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}\p{Cf}]{0,127}$/u;

interface WrittenOptions {
  readonly options: Map<OptionName, string>;
  readonly aliases: Map<string, string>;
  readonly foreign: [string, string][];
}

/** Names and values of a query string; duplicate names are refused. */
const readOptions = (query: string): WrittenOptions => {
  const options = new Map<OptionName, string>();
  const aliases = new Map<string, string>();
  const foreign: [string, string][] = [];
  let position = 0;
  for (const part of query.split('&')) {
    const at = position;
    position += part.length + 1;
    if (part === '') continue;
    const equals = part.includes('=') ? part.indexOf('=') : part.length;
    const written = decode(part.slice(0, equals), at);
    const value = decode(part.slice(equals + 1), at + equals + 1);
    const name = written.replace(/^\$/, '').toLowerCase();
    const option = knownNames.get(name);
    if (option) {
      if (options.has(option)) throw queryFault(`$${option}`, 'The option is given twice.', at);
      options.set(option, value);
    } else if (foreignNames.has(name)) foreign.push([written, value]);
    else if (unsupportedNames.has(name)) throw unsupportedQuery(`$${name}`, `The option '$${name}'`, at);
    else if (aliasPattern.test(written)) {
      if (aliases.has(written.slice(1))) throw queryFault(written, 'The alias is given twice.', at);
      aliases.set(written.slice(1), value);
    } else throw queryFault(written, 'Unknown option.', at);
  }
  return { options, aliases, foreign };
};

const wholeNumber = (option: string, text: string): number => {
  const number = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
  if (!Number.isSafeInteger(number)) throw queryFault(option, 'Must be a non-negative integer.', 0);
  return number;
};

const truth = (option: string, text: string): boolean => {
  const value = text.toLowerCase();
  if (value !== 'true' && value !== 'false') throw queryFault(option, 'Must be true or false.', 0);
  return value === 'true';
};

const checkFormat = (text: string): void => {
  if (!/^(json|application\/json(;.*)?)$/i.test(text))
    throw new Problem({ status: 406, detail: `$format: only JSON is served. (position 0)` });
};

type WrittenQuery = { -readonly [Name in keyof ListQuery]: ListQuery[Name] };

/** Parses one option into the query. */
const readOption = (query: WrittenQuery, name: OptionName, text: string, aliases: Aliases): void => {
  switch (name) {
    case 'filter':
      query.filter = parseFilter(text, defaultLimits, aliases);
      return;
    case 'orderby':
      query.orderby = parseOrderBy(text, defaultLimits, aliases);
      return;
    case 'select':
      query.select = parseSelect(text);
      return;
    case 'expand':
      query.expand = parseExpand(text, defaultLimits, aliases);
      return;
    case 'top':
      query.top = wholeNumber('$top', text);
      return;
    case 'skip':
      query.skip = wholeNumber('$skip', text);
      return;
    case 'count':
      query.count = truth('$count', text);
      return;
    case 'search':
      query.search = parseSearch(text);
      return;
    case 'apply':
      query.apply = parseApply(text, defaultLimits, aliases);
      return;
    case 'format':
      checkFormat(text);
  }
};

/** The options of a query as text, by name. */
export interface ListOptions {
  readonly texts: ReadonlyMap<OptionName, string>;
  /** The values of parameter aliases by name without `@`. */
  readonly aliases: Aliases;
  /** Name and value of each option except `$top` and `$skip`, for next links. */
  readonly written: ListQuery['written'];
  readonly after?: After;
  readonly maxPageRows?: number;
}

/**
 * Reads the names and values of a list's query string, without its `?`.
 *
 * @throws 400 for an unknown or duplicate option, 414 beyond 8 KiB unless sent in a body, 501 for unsupported options
 * of the standard.
 */
export const readListOptions = (query: string, from: 'address' | 'body' = 'address'): ListOptions => {
  if (from === 'address' && query.length > maxQueryBytes)
    throw new Problem({ status: 414, detail: 'The address is longer than 8 KiB: send the query to $query.' });
  const { options, aliases, foreign } = readOptions(query);
  const written: (readonly [string, string])[] = [];
  for (const [name, text] of options) if (name !== 'top' && name !== 'skip') written.push([`$${name}`, text]);
  for (const [name, text] of aliases) written.push([`@${name}`, text]);
  return { texts: options, aliases, written: [...written, ...foreign] };
};

/** The parsed `$filter`. @throws 400 or 501 if it is malformed or unsupported. */
export const filterOf = ({ texts, aliases }: ListOptions): Expression | undefined => {
  const text = texts.get('filter');
  return text === undefined ? undefined : parseOption('$filter', () => parseFilter(text, defaultLimits, aliases));
};

/**
 * The parsed options; `filter` is the result of {@link filterOf} if it was parsed already.
 *
 * @throws 400 for malformed options, 406 for an unsupported `$format`, 501 for unsupported options of the standard.
 */
export const parseListOptions = (options: ListOptions, filter?: Expression): ListQuery => {
  const { texts, aliases, written, after, maxPageRows } = options;
  const list: WrittenQuery = { written };
  if (filter !== undefined) list.filter = filter;
  if (after !== undefined) list.after = after;
  if (maxPageRows !== undefined) list.maxPageRows = maxPageRows;
  for (const [name, text] of texts)
    if (name !== 'filter' || filter === undefined) parseOption(`$${name}`, () => readOption(list, name, text, aliases));
  return list;
};

/**
 * Reads and parses the query string of a list, without its `?`. @throws what {@link readListOptions} and {@link
 * parseListOptions} throw.
 */
export const parseListQuery = (query: string, from: 'address' | 'body' = 'address'): ListQuery =>
  parseListOptions(readListOptions(query, from));
