import { parseQuery, stringifyQuery, type AddressQuery } from './address-query.ts';

/** What a list keeps in its address, less the page: a view starts on the first. */
const listNames = ['filter', 'search', 'exact', 'sort', 'size'];

/** The name of the address's value that tells which view is on. */
export const viewName = 'view';

/** Whether an address asks for nothing: such a screen opens with the person's own view. */
export const isBare = (query: AddressQuery): boolean => Object.values(query).every((value) => value === undefined);

/** The query that a view keeps of an address; `own` names what the screen has beside filters, search, sort and size. */
export const queryOfView = (query: AddressQuery, own: readonly string[] = []): string =>
  stringifyQuery(Object.fromEntries([...listNames, ...own].map((name) => [name, query[name]]))).slice(1);

/** The changes that bring an address to a view: its values, and nothing else of the list; panels stay open. */
export const addressOfView = (savedViewId: string | undefined, query: string, own: readonly string[] = []) => {
  const values = parseQuery(query);
  const names = [...listNames, ...own];
  return {
    ...Object.fromEntries(names.map((name) => [name, values[name]])),
    page: undefined,
    [viewName]: savedViewId,
  } satisfies AddressQuery;
};

const inOrder = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(inOrder).sort()
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .map(([name, member]): [string, unknown] => [name, inOrder(member)])
            .sort(([one], [other]) => one.localeCompare(other)),
        )
      : value;

/** Whether two choices of columns are the same, in whatever order they were made. */
export const areSameColumns = (one: unknown, other: unknown): boolean =>
  JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other));

/** Whether two queries ask the same, in whatever order and spelling they stand. */
export const areSameQueries = (one: string, other: string, own: readonly string[] = []): boolean =>
  queryOfView(parseQuery(one), own) === queryOfView(parseQuery(other), own);
