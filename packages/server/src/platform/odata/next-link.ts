import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { longestAddress, readListOptions, type ListOptions } from './list-query.ts';
import type { Parameters } from './parameters.ts';
import { queryFault } from './query-fault.ts';

/** Bytes of the query within a token: more than a body may hold, percent-encoded. */
const longestQuery = 128 * 1024;
/** Characters of a token that are read at all. */
const longestToken = 64 * 1024;
/** Characters of a token that a link may bear: with the rest of it, no more than an address may have. */
const longestOwnToken = 6 * 1024;
const mostTerms = 16;
const checksumLength = 16;

const tokenOption = /(?:^|&)(?:\$|%24)?skiptoken=([^&]*)/i;

/** The two forms of the address of the rows that follow, each as JSON text within the quotes. */
export interface NextLink {
  /** The address up to its token, which goes on with the place of the last row. */
  readonly beforeToken: (left: number | undefined) => string;
  /** What the token says beside the place: JSON text without its closing brace. */
  readonly aboutToken: string;
  /** By the number of the rows before, for what has no key. */
  readonly byNumber: (skip: number, left: number | undefined) => string;
}

const printed = (options: readonly (readonly [string, string])[]): string =>
  options.map(([name, value]) => `${encodeURI(name)}=${encodeURIComponent(value)}`).join('&');

const hashed = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, checksumLength);

/** What tells the order of one query from that of another; the values of aliases are part of it. */
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
 * The addresses of what follows a page of the set at an address. Where a query came in a body, too long for an address,
 * its options travel within the token, for a link is owed to every caller who is answered in part (OData 4.01,
 * Server-Driven Paging).
 */
export const nextLinkOf = (address: string, set: string, options: ListOptions): NextLink => {
  const { written, longestPage } = options;
  const { own, foreign } = within(written);
  const packed = (place: readonly (readonly [string, string])[]): string =>
    deflateRawSync(printed([...own, ...place])).toString('base64url');
  const top = (left: number | undefined): (readonly [string, string])[] =>
    left === undefined ? [] : [['$top', String(left)]];
  const isLong =
    printed(written).length + longestOwnToken > longestAddress && printed(own).length > longestOwnToken / 4;
  const about = {
    o: orderHash(set, options),
    ...(longestPage !== undefined && { p: longestPage }),
    ...(isLong && { q: packed([]) }),
  };
  return {
    beforeToken: (left) => json(`${address}?${printed([...(isLong ? foreign : written), ...top(left)])}`),
    aboutToken: JSON.stringify(about).slice(0, -1),
    byNumber: (skip, left) => {
      const place = [['$skip', String(skip)] as const, ...top(left)];
      const query = printed([...written, ...place]);
      if (query.length <= longestAddress) return json(`${address}?${query}`);
      const token = tokenOf(JSON.stringify({ o: about.o, q: packed(place) }));
      return json(`${address}?${printed([...foreign, ['$skiptoken', token]])}`);
    },
  };
};

const tokenOf = (body: string): string => Buffer.from(hashed(body) + body).toString('base64url');

/**
 * The member `@odata.nextLink` with the comma before it, as an expression of text. `place` is the expression of the last
 * row's place; without it, and where the texts of the place are too long for an address, the link counts rows.
 */
export const linkSql = (
  parameters: Parameters,
  link: NextLink,
  { skip, left }: { readonly skip: number; readonly left: number | undefined },
  place: string | undefined,
): string => {
  const member = (address: string): string => `,"@odata.nextLink":"${address}`;
  const counted = parameters.add(`${member(link.byNumber(skip, left))}"`, 'text');
  if (place === undefined) return counted;
  const before = link.beforeToken(left);
  const joint = before.endsWith('?') ? '' : '&';
  const head = parameters.add(`${member(before)}${joint}$skiptoken=`, 'text');
  const about = parameters.add(`${link.aboutToken},"k":`, 'text');
  const body = `${about} || ${place} || '}'`;
  // A text of its own, so that the token is made once: of base64, in the letters of addresses.
  return (
    `(select case when length(token) > ${longestOwnToken} then ${counted} else ${head} || token || '"' end` +
    ` from (select left(encode(sha256(convert_to(body, 'UTF8')), 'hex'), ${checksumLength}) || body as checked` +
    ` from (select ${body} as body) b) c` +
    ` cross join lateral (select translate(encode(convert_to(checked, 'UTF8'), 'base64'), E'+/=\\n', '-_') as token) t)`
  );
};

/** What a token of a link holds. */
interface Token {
  readonly o: string;
  readonly k?: readonly (string | null)[];
  readonly p?: number;
  readonly q?: string;
}

const isToken = (value: unknown): value is Token => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { o, k, p, q, ...more } = value as Record<keyof Token, unknown>;
  return (
    typeof o === 'string' &&
    (k === undefined ||
      (Array.isArray(k) && k.length <= mostTerms && k.every((each) => each === null || typeof each === 'string'))) &&
    (p === undefined || (Number.isInteger(p) && Number(p) >= 1)) &&
    (q === undefined || typeof q === 'string') &&
    (k !== undefined || q !== undefined) &&
    Object.keys(more).length === 0
  );
};

const foreignToken = () => queryFault('$skiptoken', 'The token was not issued by this server.', 0);

const readToken = (text: string): Token => {
  if (text.length > longestToken || !/^[\w-]+$/.test(text)) throw foreignToken();
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
    return inflateRawSync(Buffer.from(packed, 'base64url'), { maxOutputLength: longestQuery }).toString();
  } catch {
    throw foreignToken();
  }
};

/**
 * The options of an address of the set, those of a {@link nextLinkOf} included.
 *
 * @throws what {@link readListOptions} does, and 400 for a token that is malformed, changed, or of another order.
 */
export const optionsOfAddress = (query: string, set: string): ListOptions => {
  const [option, text] = tokenOption.exec(query) ?? [];
  if (option === undefined || text === undefined) return readListOptions(query);
  const others = query.replace(option, '').replace(/^&/, '');
  const { o, k, p, q } = readToken(text);
  const options =
    q === undefined
      ? readListOptions(others)
      : readListOptions([others, unpack(q)].filter((part) => part !== '').join('&'), 'body');
  if (orderHash(set, options) !== o) throw queryFault('$skiptoken', 'The token belongs to another order.', 0);
  if (k === undefined) return options;
  if (options.texts.has('skip')) throw queryFault('$skip', 'The token knows the place of what follows.', 0);
  return { ...options, after: { place: k }, ...(p !== undefined && { longestPage: p }) };
};
