import assert from 'node:assert/strict';
import { request } from 'undici';
import { closedLoop, inTurns, type LoadRequest } from './closed-loop.ts';
import { report } from './report.ts';
import { stateNames } from './work-unit-names.ts';

/** A scope width and the token of a user with it. */
export interface ScopeWidth {
  readonly name: 'all' | 'thirty' | 'one';
  readonly token: string;
}

/** A list call of the benchmark. */
export interface ListQuery {
  readonly state: string;
  readonly since: string;
  readonly search?: string;
  readonly count?: boolean;
}

const select = 'workUnitId,title,severityId,stateId,assignedTo,created,modified';

export const productPath = (query: ListQuery): string => {
  const condition =
    query.search === undefined
      ? `$filter=${encodeURIComponent(`stateId eq '${query.state}' and created ge ${query.since}`)}`
      : `$search=${encodeURIComponent(query.search)}`;
  const order = encodeURIComponent('severityId asc,created desc');
  return `/v1/workunits?${condition}&$orderby=${order}&$top=10&$select=${select}&$expand=tenant($select=name)${query.count ? '&$count=true' : ''}`;
};

export const floorPath = (width: string, query: ListQuery): string =>
  `/list?width=${width}${query.search === undefined ? `&state=${query.state}&since=${query.since}` : `&search=${encodeURIComponent(query.search)}`}${query.count ? '&count' : ''}`;

/** 80 filters: each state with ten creation times. */
export const pageQueries: readonly ListQuery[] = stateNames.flatMap((state) =>
  Array.from({ length: 10 }, (_, at) => ({
    state,
    since: `2026-0${1 + (at % 8)}-${String(1 + at).padStart(2, '0')}T00:00:00.000Z`,
  })),
);
const searches: readonly ListQuery[] = ['zirconium', 'gateway', 'printer', 'terminal', 'camera', 'person170'].map(
  (search) => ({ state: '', since: '', search }),
);

interface Page {
  readonly '@odata.count'?: number;
  readonly value: readonly Record<string, unknown>[];
}

/** The rows with sorted members, without OData annotations. */
const normalized = (text: string): unknown => {
  const page = JSON.parse(text) as Page;
  const plain = (row: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([name]) => !name.includes('@'))
        .sort(([left], [right]) => left.localeCompare(right)),
    );
  return { count: page['@odata.count'], value: page.value.map(plain) };
};

const get = async (url: string, headers: Record<string, string> = {}): Promise<string> => {
  const response = await request(url, { headers });
  const text = await response.body.text();
  assert.equal(response.statusCode, 200, `${url}: ${text}`);
  return text;
};

/** List calls per second, product against floor, by scope width: without count, with an uncached count, and with a search. */
export const benchmarkLists = async (options: {
  readonly product: string;
  readonly floor: string;
  readonly widths: readonly ScopeWidth[];
  readonly milliseconds: number;
  readonly rounds: number;
}): Promise<void> => {
  const kinds = [
    { name: 'page', queries: pageQueries },
    { name: 'page and count', queries: pageQueries.map((query) => ({ ...query, count: true })) },
    { name: 'search', queries: searches },
  ];
  for (const width of options.widths)
    for (const kind of kinds) {
      const headers = { authorization: `Bearer ${width.token}` };
      for (const query of kind.queries) {
        const [ours, floors] = [
          await get(options.product + productPath(query), headers),
          await get(options.floor + floorPath(width.name, query)),
        ];
        assert.deepEqual(normalized(ours), normalized(floors), `${width.name} ${kind.name} ${JSON.stringify(query)}`);
      }
      const load = (origin: string, pathOf: (query: ListQuery) => string, sent: Record<string, string>) => {
        const requests = kind.queries.map((query) => ({ path: pathOf(query), headers: sent }));
        const next = (count: number): LoadRequest => requests[count % requests.length] ?? { path: '/' };
        return () => closedLoop({ origin, concurrency: 8, milliseconds: options.milliseconds, next });
      };
      const { product, floor } = await inTurns(
        options.rounds,
        load(options.product, productPath, headers),
        load(options.floor, (query) => floorPath(width.name, query), {}),
      );
      report({ name: `work units, ${kind.name}, scope of ${width.name}`, value: product, unit: 'requests/s', floor });
    }
};
