import { api } from './api-client.ts';
import { phrase, type Filter } from './odata-filter.ts';

export interface SortTerm {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
}

/** The query options of a list call, without the leading `$`. */
export interface ListQuery {
  readonly filter?: Filter;
  /** The text of the search box. */
  readonly search?: string | undefined;
  readonly orderBy?: readonly SortTerm[] | undefined;
  readonly expand?: string | undefined;
  readonly select?: string | undefined;
  readonly apply?: string | undefined;
  readonly top?: number | undefined;
  readonly skip?: number | undefined;
}

/** The URL of a list call; undefined options are left out. */
export const listAddress = (set: string, query: ListQuery): string => {
  const orderBy = query.orderBy?.map((term) => `${term.field} ${term.direction}`).join(',');
  const options: readonly (readonly [string, string | number | undefined])[] = [
    ['$apply', query.apply],
    ['$filter', query.filter],
    ['$search', phrase(query.search ?? '')],
    ['$orderby', orderBy],
    ['$expand', query.expand],
    ['$select', query.select],
    ['$top', query.top],
    ['$skip', query.skip === 0 ? undefined : query.skip],
  ];
  const text = options
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');
  return text === '' ? set : `${set}?${text}`;
};

interface ListAnswer<Row> {
  readonly value: readonly Row[];
  readonly '@odata.count'?: number;
}

/**
 * The rows of one page. The count is a separate call, because it is much slower than a page. With `handlesForbidden` a
 * refusal shows no toast.
 */
export const fetchRows = async <Row>(
  set: string,
  query: ListQuery,
  signal?: AbortSignal,
  handlesForbidden = false,
): Promise<readonly Row[]> => {
  const answer = await api.get<ListAnswer<Row>>(listAddress(set, query), {
    handlesForbidden,
    ...(signal && { signal }),
  });
  return answer.value;
};

/** The number of rows that match a filter and a search. */
export const fetchCount = async (
  set: string,
  { filter, search }: Pick<ListQuery, 'filter' | 'search'>,
  signal?: AbortSignal,
): Promise<number> => {
  const address = listAddress(set, { filter, search, top: 0 });
  const answer = await api.get<ListAnswer<unknown>>(`${address}&$count=true`, signal ? { signal } : {});
  return answer['@odata.count'] ?? 0;
};
