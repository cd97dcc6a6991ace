import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { badRequest } from '../problems.ts';
import { longestAddress, readListOptions, type ListOptions } from './list-query.ts';

/** Bytes of the query within a token: more than a body may hold, percent-encoded. */
const longestQuery = 128 * 1024;

const tokenOption = /(?:^|&)(?:\$|%24)skiptoken=([^&]*)/i;

const printed = (options: readonly (readonly [string, string])[]): string =>
  options.map(([name, value]) => `${encodeURI(name)}=${encodeURIComponent(value)}`).join('&');

const unpack = (token: string): string => {
  try {
    return inflateRawSync(Buffer.from(token, 'base64url'), { maxOutputLength: longestQuery }).toString();
  } catch {
    throw badRequest('The $skiptoken is none of this server.');
  }
};

/**
 * The address of the rows that follow. Where a query came in a body, too long for an address, its options travel as a
 * token, for a link is owed to whoever is answered in part (OData 4.01, Server-Driven Paging).
 */
export const nextLink = (address: string, { written }: ListOptions, skip: number, top: number | undefined): string => {
  const place: (readonly [string, string])[] = [['$skip', String(skip)]];
  if (top !== undefined) place.push(['$top', String(top)]);
  const query = printed([...written, ...place]);
  if (query.length <= longestAddress) return `${address}?${query}`;
  const own = written.filter(([name]) => /^[$@]/.test(name));
  const foreign = written.filter(([name]) => !/^[$@]/.test(name));
  const token = deflateRawSync(printed([...own, ...place])).toString('base64url');
  return `${address}?${printed([...foreign, ['$skiptoken', token]])}`;
};

/** The options of an address, those of a {@link nextLink} included; throws what {@link readListOptions} does. */
export const optionsOfAddress = (query: string): ListOptions => {
  const [option, token] = tokenOption.exec(query) ?? [];
  if (option === undefined || token === undefined) return readListOptions(query);
  const others = query.replace(option, '').replace(/^&/, '');
  return readListOptions([others, unpack(token)].filter((part) => part !== '').join('&'), 'body');
};
