import type { Permission } from '@cfs/contracts/permissions';
import type { Context } from '../context.ts';
import type { Parameters } from './statements/parameters.ts';

/** Wire types of a property. `json` is text that contains JSON; `timeSpan` is text in the form `d.HH:mm:ss`. */
export type PropertyType =
  | 'string'
  | 'int32'
  | 'int64'
  | 'decimal'
  | 'double'
  | 'boolean'
  | 'guid'
  | 'dateTimeOffset'
  | 'timeSpan'
  | 'json';

/** The indexes that support sorting by a property. */
export interface SortIndexes {
  /** For one tenant: `tenant_id, column, key`. */
  readonly oneTenant: string;
  /** For all tenants: `column, key`. */
  readonly allTenants: string;
  /**
   * The columns that both indexes contain between the column and the key, in ascending order. They break ties between
   * rows with equal values, also without an explicit `$orderby` term.
   */
  readonly then?: readonly DefaultTerm[];
}

/** A property of the entity as an `$orderby` term. */
export interface DefaultTerm {
  readonly property: string;
  readonly descending?: boolean;
}

/** One property of an entity: its column, wire type and query capabilities. */
export interface Property {
  readonly type: PropertyType;
  /**
   * Column of the entity's table, or an SQL expression over the row's alias (a constant of the code, never input).
   * `now` returns the placeholder of the request's time. `timeSpan` and `json` yield text. The `tenant_id` of a shared
   * entity maps the System tenant to NULL.
   */
  readonly sql: string | ((alias: string, now: () => string) => string);
  /** Whether the column may be NULL. Determines the null semantics of filters and the null ordering of sorts. */
  readonly nullable?: boolean;
  /** A sentence for `$metadata` and the API documentation, if the name is not self-explanatory. */
  readonly description?: string;
  /** Names by number, for an enumeration stored as a number: the wire form is the name, filters accept both. */
  readonly enumeration?: Readonly<Record<string, number>>;
  /** Names that filters accept for a property whose wire form is a number. */
  readonly names?: Readonly<Record<string, number>>;
  /**
   * The permission required to see the property; without it the property is absent, and a query that names it gets 400.
   */
  readonly visibleWith?: Permission;
  /** `false` disables filtering, sorting and grouping (long texts, JSON). */
  readonly filter?: boolean;
  /**
   * The indexes that support sorting by the property, with `nulls first` if it may be NULL. `true` sorts without an
   * index, `false` disables sorting.
   */
  readonly sort?: SortIndexes | boolean;
  /** Whether `$search` includes the property: its column is part of the table's `search_text`. */
  readonly search?: boolean;
}

/** A navigation property: exposes some properties of the target, to callers with the edge's permission. */
export interface Edge {
  readonly entity: () => EntityDeclaration;
  readonly kind: 'one' | 'many';
  /** Column pairs of the join. The tenant is always joined as well (or the System tenant for shared targets). */
  readonly on: readonly { readonly local: string; readonly foreign: string }[];
  readonly permission: Permission | readonly Permission[] | 'signed-in';
  /** From a row of the System tenant the edge leads to rows of every tenant in the caller's scope, not only to shared ones. */
  readonly sharedLeadsToEveryTenant?: boolean;
  /** Properties and edges of the target that the edge exposes to paths and to `$expand`. */
  readonly exposes: readonly string[];
  /**
   * Columns of the row's own table that hold denormalised properties of the target, by property name. Queries that
   * follow the edge from every row read these columns instead of joining.
   */
  readonly kept?: Readonly<Record<string, string>>;
}

/** The declaration of an entity: the source of its OData set, CSDL, OpenAPI, CSV and conformance tests. */
export interface EntityDeclaration {
  /** Noun in CSDL and in problem documents, for example `Location`. */
  readonly name: string;
  /** A sentence that describes a row, for `$metadata` and the API documentation. */
  readonly description?: string;
  /** Path segment and CSDL entity set, for example `locations`. */
  readonly set: string;
  /** Path of the set under `/v1`, if it differs from the set's name: `workunits/rc`. */
  readonly path?: string;
  readonly table: string;
  readonly key: string;
  readonly keyColumn: string;
  /** The permission to read the set; determines the scope of the statement. */
  readonly permission: Permission | readonly Permission[];
  /** `visible`: rows of all tenants in the scope; `context`: rows of the request's tenant (and subscription) only. */
  readonly reach: 'visible' | 'context';
  /** Whether every tenant may read the rows of the System tenant. */
  readonly shared?: boolean;
  /** Whether its lists may lag behind the primary (`gate.lagging`). */
  readonly mayLag?: boolean;
  /** The subscription column that the request's subscription filters by, if rows have one. */
  readonly subscriptionColumn?: string;
  readonly properties: Readonly<Record<string, Property>>;
  readonly edges: Readonly<Record<string, Edge>>;
  /** Default order as property and direction, used without `$orderby`; the key is always the tie-breaker. */
  readonly defaultOrder?: readonly DefaultTerm[];
  /** A condition on every row of the set, over the alias (for example: not deleted). A constant of the code. */
  readonly where?: (alias: string) => string;
  /**
   * The columns that `$search` reads instead of the table's `search_text`, if that contains more than the set exposes.
   * They have no index: for sets of which a caller sees few rows.
   */
  readonly searched?: readonly string[];
  /** Restricts the rows by caller: a condition over the alias, or `undefined` for callers who see the whole set. */
  readonly restrict?: (context: Context, alias: string, parameters: Parameters) => string | undefined;
}

/** A declaration with the literal types of its property names, from which row and wire types are derived. */
export type DeclaredEntity<Properties extends Readonly<Record<string, Property>>> = EntityDeclaration & {
  readonly properties: Properties;
};

/** Declares an entity. An identity function that checks the declaration's types. */
export const defineEntity = <const Properties extends Readonly<Record<string, Property>>>(
  declaration: DeclaredEntity<Properties>,
): DeclaredEntity<Properties> => declaration;
