import type { MatrixExample, SeededIds } from './matrix-example.ts';

/**
 * The examples of the tenant matrix for the routes of a list: a filter for the row in the list, its count, its export
 * and its `$query`.
 */
export const listExamples = (path: string, filter: (ids: SeededIds) => string): readonly MatrixExample[] => [
  {
    route: `GET ${path}`,
    place: 'filter',
    request: (ids) => ({ url: `${path}?$filter=${encodeURIComponent(filter(ids))}` }),
    foreign: 'empty',
  },
  {
    route: `GET ${path}/$count`,
    place: 'filter',
    request: (ids) => ({ url: `${path}/$count?$filter=${encodeURIComponent(filter(ids))}` }),
    foreign: 'empty',
  },
  {
    route: `GET ${path}/Export`,
    place: 'filter',
    request: (ids) => ({ url: `${path}/Export()?$filter=${encodeURIComponent(filter(ids))}` }),
    foreign: 'empty',
  },
  {
    route: `POST ${path}/$query`,
    place: 'filter',
    request: (ids) => ({
      url: `${path}/$query`,
      headers: { 'content-type': 'text/plain' },
      body: `$filter=${encodeURIComponent(filter(ids))}`,
    }),
    foreign: 'empty',
  },
];
