import type { ShippedView } from '@cfs/contracts/shipped-views';
import { parseQuery, stringifyQuery, type AddressQuery } from '../address-query.ts';

/** The URL parameters of a list, except the page: a view starts on the first. */
const listParameters = ['filter', 'search', 'exact', 'sort', 'size'];

/** The URL parameter with the id of the active view. */
export const viewParameter = 'view';

/** The query that opens a shipped view, without `?`. */
export const shippedViewQuery = ({ key, query }: Pick<ShippedView, 'key' | 'query'>): string =>
  `${query}&${viewParameter}=${key}`;

/** Whether the URL has no query: such a screen opens with the person's default view. */
export const isEmptyQuery = (query: AddressQuery): boolean =>
  Object.values(query).every((value) => value === undefined);

/** The part of the URL's query that a view stores; `own` names further parameters of the screen. */
export const queryOfView = (query: AddressQuery, own: readonly string[] = []): string =>
  stringifyQuery(Object.fromEntries([...listParameters, ...own].map((name) => [name, query[name]]))).slice(1);

/** The query changes that apply a view: other parameters of the list are removed, panels stay open. */
export const addressOfView = (savedViewId: string | undefined, query: string, own: readonly string[] = []) => {
  const values = parseQuery(query);
  const names = [...listParameters, ...own];
  return {
    ...Object.fromEntries(names.map((name) => [name, values[name]])),
    page: undefined,
    [viewParameter]: savedViewId,
  } satisfies AddressQuery;
};

const canonical = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(canonical).sort()
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .map(([name, member]): [string, unknown] => [name, canonical(member)])
            .sort(([one], [other]) => one.localeCompare(other)),
        )
      : value;

/** Whether two column choices are equal, regardless of order. */
export const areSameColumns = (one: unknown, other: unknown): boolean =>
  JSON.stringify(canonical(one)) === JSON.stringify(canonical(other));

/** Whether two queries are equal, regardless of the order and encoding of their parameters. */
export const areSameQueries = (one: string, other: string, own: readonly string[] = []): boolean =>
  queryOfView(parseQuery(one), own) === queryOfView(parseQuery(other), own);
