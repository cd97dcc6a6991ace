import { pageSizes } from '@cfs/contracts/sizes';
import {
  finishedStates,
  workUnitStates,
  workUnitTypes,
  type WorkUnitState,
  type WorkUnitType,
} from '@cfs/contracts/work-unit-enumerations';
import { columns } from './old-list-columns.ts';

/** The query of the form of the page; invalid values are replaced by their defaults. */
export interface OldListQuery {
  readonly search: string;
  readonly state: 'open' | 'all' | WorkUnitState;
  readonly type: 'all' | WorkUnitType;
  /** A sortable column; if undefined, by severity, then newest first. */
  readonly sort: string | undefined;
  readonly isDescending: boolean;
  /** Counts from 1. */
  readonly page: number;
  readonly size: number;
}

const longestSearch = 200;
const lastPage = 99_999;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const isState = (text: string): text is WorkUnitState => Object.hasOwn(workUnitStates, text);
const isType = (text: string): text is WorkUnitType => Object.hasOwn(workUnitTypes, text);

/** Reads the query of the address. */
export const readOldListQuery = (query: Readonly<Record<string, unknown>>): OldListQuery => {
  const [state, type, sort] = [textOf(query['state']), textOf(query['type']), textOf(query['sort'])];
  const [page, size] = [Number(textOf(query['page'])), Number(textOf(query['size']))];
  const field = sort.replace(/^-/, '');
  return {
    // Truncation may split a surrogate pair, hence `toWellFormed`.
    search: textOf(query['search'])
      .trim()
      .slice(0, longestSearch)
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, ' '),
    state: state === 'all' || isState(state) ? state : 'open',
    type: isType(type) ? type : 'all',
    sort: columns.some((column) => column.field === field) ? field : undefined,
    isDescending: sort.startsWith('-'),
    page: Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1,
    size: pageSizes.find((option) => option === size) ?? 25,
  };
};

/** Returns the address of the page for a query with changes. */
export const oldListAddress = (query: OldListQuery, changes: Partial<OldListQuery> = {}): string => {
  const { search, state, type, sort, isDescending, page, size } = { ...query, ...changes };
  const options = new URLSearchParams({ search, state, type, page: String(page), size: String(size) });
  if (sort !== undefined) options.set('sort', isDescending ? `-${sort}` : sort);
  return `?${options.toString()}`;
};

const phrase = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/** Returns the OData query for the page: for one row more than it shows, to determine whether there is a next page. */
export const odataQueryOf = ({ search, state, type, sort, isDescending, page, size }: OldListQuery): string => {
  const filters = [
    ...(state === 'open' ? [`not (stateId in (${finishedStates.map((name) => `'${name}'`).join()}))`] : []),
    ...(state === 'open' || state === 'all' ? [] : [`stateId eq '${state}'`]),
    ...(type === 'all' ? [] : [`workUnitTypeId eq ${workUnitTypes[type]}`]),
  ];
  const options: readonly (readonly [string, string])[] = [
    ['$expand', 'tenant,workUnitType'],
    ['$orderby', sort === undefined ? 'severityId,created desc' : `${sort}${isDescending ? ' desc' : ''}`],
    ['$top', String(size + 1)],
    ['$skip', String((page - 1) * size)],
    ['$filter', filters.join(' and ')],
    ['$search', search === '' ? '' : phrase(search)],
  ];
  return options
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
};
