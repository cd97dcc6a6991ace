import type { Permission } from '@cfs/contracts/permissions';
import type { TestDatabase } from './test-database.ts';

/** Ids of what an area's `seed` inserted, by the names that its examples use. */
export type SeededIds = Readonly<Record<string, string>>;

/** The place of the row's id in the request. */
export type IdPlace = 'path' | 'body' | 'patch' | 'filter' | 'expand' | 'parameter' | 'lookup' | 'none';

/** A request that reaches for the seeded row. */
export interface ExampleRequest {
  readonly url: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What the tenant matrix asks one route, in one place where an id can stand. */
export interface MatrixExample {
  /** Method and path as registered: `POST /v1/locations/:locationId`. */
  readonly route: string;
  readonly place: IdPlace;
  /** What this request needs, where the route also opens to others for other requests. */
  readonly needs?: Permission;
  /** The request for the row with these ids, be it in reach or not. */
  request(ids: SeededIds): ExampleRequest;
  /** Status of the answer to a caller who may; 200 unless told otherwise. */
  readonly allowed?: number;
  /**
   * What the same request gets for a row of a tenant out of reach: `404` (the usual), `403`, `400`, or `empty` for a
   * list or lookup that answers 200 without any of the row's ids. `same` marks a route that touches no row by id.
   */
  readonly foreign: 404 | 403 | 400 | 'empty' | 'same';
}

/** An area's part in the tenant matrix, exported by its `<area>-matrix.ts`. */
export interface AreaMatrix {
  readonly area: string;
  /** Inserts one fresh row, with what it needs, into the tenant; answers its ids. Past every policy, as the owner. */
  seed(database: TestDatabase, tenantId: string): Promise<SeededIds>;
  readonly examples: readonly MatrixExample[];
}
