import type { Permission } from '@cfs/contracts/permissions';
import type { TestDatabase } from './test-database.ts';

/** Ids of the rows that an area's `seed` inserted, by the names that its examples use. */
export type SeededIds = Readonly<Record<string, string>>;

/** The place of the row's id in the request. */
export type IdPlace = 'path' | 'body' | 'patch' | 'filter' | 'expand' | 'parameter' | 'lookup' | 'none';

/** A request for the seeded row. */
export interface ExampleRequest {
  readonly url: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request of the tenant matrix to one route, with the id in one place. */
export interface MatrixExample {
  /** Method and path as registered: `POST /v1/locations/:locationId`. */
  readonly route: string;
  readonly place: IdPlace;
  /** The permission that this request needs, if the route also accepts others for other requests. */
  readonly needs?: Permission;
  /** The request for the row with these ids, whether it is in scope or not. */
  request(ids: SeededIds): ExampleRequest;
  /** Status of the response to a permitted caller; 200 by default. */
  readonly allowed?: number;
  /**
   * The result of the same request for a row of a tenant out of scope: `404` (the usual one), `403`, `400`, or `empty`
   * for a list or lookup that returns 200 without any of the row's ids. `same` marks a route that touches no row by id.
   */
  readonly foreign: 404 | 403 | 400 | 'empty' | 'same';
}

/** An area's part in the tenant matrix, exported by its `<area>-matrix.ts`. */
export interface AreaMatrix {
  readonly area: string;
  /**
   * Inserts one new row and its prerequisites into the tenant, as the owner and bypassing every policy; resolves with
   * its ids.
   */
  seed(database: TestDatabase, tenantId: string): Promise<SeededIds>;
  readonly examples: readonly MatrixExample[];
}
