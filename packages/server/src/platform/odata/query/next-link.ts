import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { maxQueryBytes, readListOptions, type ListOptions } from './list-query.ts';
import type { Parameters } from '../statements/parameters.ts';
import { queryFault } from './query-fault.ts';

/** Maximum bytes of the query in a token: the maximum of a body, percent-encoded. */
const maxUnpackedQueryBytes = 128 * 1024;
/** Maximum characters of a token that the server reads. */
const maxTokenCharacters = 64 * 1024;
/** Maximum characters of a token in a link; the whole link stays within the limit of an address. */
const maxIssuedTokenCharacters = 6 * 1024;
const maxTerms = 16;
const checksumLength = 16;

const tokenOption = /(?:^|&)(?:\$|%24)?skiptoken=([^&]*)/i;

/** Both forms of a next link, as JSON text without its quotes. */
export interface NextLink {
  /** The address up to the token, which continues with the cursor of the last row. */
  readonly beforeToken: (left: number | undefined) => string;
  /** The token's other members: JSON text without its closing brace. */
  readonly aboutToken: string;
  /** The form with an offset, for rows without a key. */
  readonly byNumber: (skip: number, left: number | undefined) => string;
}

const printed = (options: readonly (readonly [string, string])[]): string =>
  options.map(([name, value]) => `${encodeURI(name)}=${encodeURIComponent(value)}`).join('&');

const hashed = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, checksumLength);

/** Identifies the order of a query, including the values of parameter aliases. */
const orderHash = (set: string, { texts, aliases }: ListOptions): string => {
  const order = [texts.get('orderby') ?? '', texts.get('apply') ?? ''];
  const known = order.some((text) => text.includes('@')) ? [...aliases] : [];
  return hashed(JSON.stringify([set, order, known]));
};

const within = (options: readonly (readonly [string, string])[]) => ({
  own: options.filter(([name]) => /^[$@]/.test(name)),
  foreign: options.filter(([name]) => !/^[$@]/.test(name)),
});

const json = (text: string): string => JSON.stringify(text).slice(1, -1);

/**
 * The next links of a page of the set. If the query came in a body and is too long for an address, the token contains
 * its options: every partial result has a next link (OData 4.01, Server-Driven Paging).
 */
export const nextLinkOf = (address: string, set: string, options: ListOptions): NextLink => {
  const { written, maxPageRows } = options;
  const { own, foreign } = within(written);
  const packed = (position: readonly (readonly [string, string])[]): string =>
    deflateRawSync(printed([...own, ...position])).toString('base64url');
  const top = (left: number | undefined): (readonly [string, string])[] =>
    left === undefined ? [] : [['$top', String(left)]];
  const isLong =
    printed(written).length + maxIssuedTokenCharacters > maxQueryBytes &&
    printed(own).length > maxIssuedTokenCharacters / 4;
  const about = {
    o: orderHash(set, options),
    ...(maxPageRows !== undefined && { p: maxPageRows }),
    ...(isLong && { q: packed([]) }),
  };
  return {
    beforeToken: (left) => json(`${address}?${printed([...(isLong ? foreign : written), ...top(left)])}`),
    aboutToken: JSON.stringify(about).slice(0, -1),
    byNumber: (skip, left) => {
      const position = [['$skip', String(skip)] as const, ...top(left)];
      const query = printed([...written, ...position]);
      if (query.length <= maxQueryBytes) return json(`${address}?${query}`);
      const token = tokenOf(JSON.stringify({ o: about.o, q: packed(position) }));
      return json(`${address}?${printed([...foreign, ['$skiptoken', token]])}`);
    },
  };
};

const tokenOf = (body: string): string => Buffer.from(hashed(body) + body).toString('base64url');

/**
 * The member `@odata.nextLink` with a leading comma, as a text expression. `cursor` is the expression of the last row's
 * cursor; without it, or with a cursor too long for an address, the link contains an offset: `passed`, the number of rows
 * of the list up to the end of this page.
 */
export const linkSql = (
  parameters: Parameters,
  link: NextLink,
  { passed, left }: { readonly passed: number; readonly left: number | undefined },
  cursor: string | undefined,
): string => {
  const member = (address: string): string => `,"@odata.nextLink":"${address}`;
  const counted = parameters.add(`${member(link.byNumber(passed, left))}"`, 'text');
  if (cursor === undefined) return counted;
  const before = link.beforeToken(left);
  const joint = before.endsWith('?') ? '' : '&';
  const head = parameters.add(`${member(before)}${joint}$skiptoken=`, 'text');
  const about = parameters.add(`${link.aboutToken},"n":${passed},"k":`, 'text');
  const body = `${about} || ${cursor} || '}'`;
  // A subquery, so that the base64url token is computed once.
  return (
    `(select case when length(token) > ${maxIssuedTokenCharacters} then ${counted} else ${head} || token || '"' end` +
    ` from (select left(encode(sha256(convert_to(body, 'UTF8')), 'hex'), ${checksumLength}) || body as checked` +
    ` from (select ${body} as body) b) c` +
    ` cross join lateral (select translate(encode(convert_to(checked, 'UTF8'), 'base64'), E'+/=\\n', '-_') as token) t)`
  );
};

/** The content of a token: hash of the order, cursor, rows up to the cursor, page length, packed query. */
interface Token {
  readonly o: string;
  readonly k?: readonly (string | null)[];
  readonly n?: number;
  readonly p?: number;
  readonly q?: string;
}

const isToken = (value: unknown): value is Token => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { o, k, n, p, q, ...more } = value as Record<keyof Token, unknown>;
  return (
    typeof o === 'string' &&
    (k === undefined ||
      (Array.isArray(k) && k.length <= maxTerms && k.every((each) => each === null || typeof each === 'string'))) &&
    (n === undefined || (Number.isSafeInteger(n) && Number(n) >= 0)) &&
    (p === undefined || (Number.isInteger(p) && Number(p) >= 1)) &&
    (q === undefined || typeof q === 'string') &&
    (k !== undefined || q !== undefined) &&
    Object.keys(more).length === 0
  );
};

const foreignToken = () => queryFault('$skiptoken', 'The token was not issued by this server.', 0);

const readToken = (text: string): Token => {
  if (text.length > maxTokenCharacters || !/^[\w-]+$/.test(text)) throw foreignToken();
  const bytes = Buffer.from(text, 'base64url').toString();
  const [checksum, body] = [bytes.slice(0, checksumLength), bytes.slice(checksumLength)];
  if (hashed(body) !== checksum) throw foreignToken();
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw foreignToken();
  }
  if (!isToken(value)) throw foreignToken();
  return value;
};

const unpack = (packed: string): string => {
  try {
    return inflateRawSync(Buffer.from(packed, 'base64url'), { maxOutputLength: maxUnpackedQueryBytes }).toString();
  } catch {
    throw foreignToken();
  }
};

/**
 * The options of an address of the set, including those of a {@link nextLinkOf}.
 *
 * @throws what {@link readListOptions} throws, and 400 for a token that is malformed, changed, or of another order.
 */
export const optionsOfAddress = (query: string, set: string): ListOptions => {
  const [option, text] = tokenOption.exec(query) ?? [];
  if (option === undefined || text === undefined) return readListOptions(query);
  const others = query.replace(option, '').replace(/^&/, '');
  const { o, k, n = 0, p, q } = readToken(text);
  const options =
    q === undefined
      ? readListOptions(others)
      : readListOptions([others, unpack(q)].filter((part) => part !== '').join('&'), 'body');
  if (orderHash(set, options) !== o) throw queryFault('$skiptoken', 'The token belongs to another order.', 0);
  if (k === undefined) return options;
  if (options.texts.has('skip')) throw queryFault('$skip', '$skip cannot be combined with $skiptoken.', 0);
  return { ...options, after: { cursor: k, passed: n }, ...(p !== undefined && { maxPageRows: p }) };
};
