import type { Permission } from '@cfs/contracts/permissions';
import type { Context } from '../context.ts';
import type { Parameters } from './parameters.ts';

/** Wire types of a property; `json` is text that holds JSON, `timeSpan` travels as `d.HH:mm:ss` text. */
export type PropertyType =
  'string' | 'int32' | 'int64' | 'decimal' | 'double' | 'boolean' | 'guid' | 'dateTimeOffset' | 'timeSpan' | 'json';

/** The indexes that serve sorting by a property. */
export interface SortIndexes {
  /** Within one tenant: `tenant_id, column, key`. */
  readonly oneTenant: string;
  /** Across all: `column, key`. */
  readonly allTenants: string;
  /**
   * What both hold between the column and the key, as they stand when sorting upwards. Rows that are alike in the
   * property follow each other in this order, as they do for a caller who asks for nothing more.
   */
  readonly then?: readonly DefaultTerm[];
}

/** A property of the entity as a term of an order. */
export interface DefaultTerm {
  readonly property: string;
  readonly descending?: boolean;
}

/** One property of an entity: where it is stored, how it travels, what may be asked of it. */
export interface Property {
  readonly type: PropertyType;
  /**
   * Column of the entity's table, or an SQL expression over the row's alias (a constant of ours, never input).
   * `now` answers the placeholder of the request's time. `timeSpan` and `json` yield text. The `tenant_id` of a shared entity turns the System tenant into null by itself.
   */
  readonly sql: string | ((alias: string, now: () => string) => string);
  /** Whether it may be NULL: the null logic of filters and the null order of sorting follow from it. */
  readonly nullable?: boolean;
  /** What the value says where its name does not, in a sentence for `$metadata` and the API documentation. */
  readonly description?: string;
  /** Names by number, for an enumeration that is stored as a number: travels by name, filters take both. */
  readonly enumeration?: Readonly<Record<string, number>>;
  /** Names of the numbers that it travels as, which filters take as well. */
  readonly names?: Readonly<Record<string, number>>;
  /** The permission that sees the value; without it the property is absent, and asking for it answers 400. */
  readonly visibleWith?: Permission;
  /** `false` for what cannot be filtered, sorted or grouped (long texts, JSON). */
  readonly filter?: boolean;
  /**
   * The indexes that serve sorting by it, with `nulls first` where it may be NULL. `true` sorts without an index of its
   * own, `false` refuses sorting.
   */
  readonly sort?: SortIndexes | boolean;
  /** Whether the grids' search looks into it: its column is part of the table's `search_text`. */
  readonly search?: boolean;
}

/** A way from one entity into another: only the lent fields are reached, and only with its permission. */
export interface Edge {
  readonly entity: () => EntityDeclaration;
  readonly kind: 'one' | 'many';
  /** Column pairs besides the tenant, which always joins (or the System tenant for shared targets). */
  readonly on: readonly { readonly local: string; readonly foreign: string }[];
  readonly permission: Permission | readonly Permission[] | 'signed-in';
  /** Properties and edges of the other entity that this edge lends to paths and to `$expand`. */
  readonly lends: readonly string[];
  /**
   * Columns of the row's own table that hold properties of the target at every moment, by the property's name. They are
   * read in its place by whoever follows the edge from every row.
   */
  readonly kept?: Readonly<Record<string, string>>;
}

/** All that is known about an entity's data: OData, CSDL, OpenAPI, CSV and the conformance suite follow from it. */
export interface EntityDeclaration {
  /** Noun in CSDL and in problem documents: `Location`. */
  readonly name: string;
  /** What a row is, in a sentence for `$metadata` and the API documentation. */
  readonly description?: string;
  /** Path segment and CSDL entity set: `locations`. */
  readonly set: string;
  /** Where the set is found under `/v1`, when not under its own name: `workunits/rc`. */
  readonly path?: string;
  readonly table: string;
  readonly key: string;
  readonly keyColumn: string;
  /** Who may read it; the statement's scope. */
  readonly permission: Permission | readonly Permission[];
  /** `visible`: all tenants of the scope; `context`: the request's tenant (and subscription) alone. */
  readonly reach: 'visible' | 'context';
  /** Whether System rows are read along by every tenant. */
  readonly shared?: boolean;
  /** Column of the subscription that the context narrows by, where rows have one. */
  readonly subscriptionColumn?: string;
  readonly properties: Readonly<Record<string, Property>>;
  readonly edges: Readonly<Record<string, Edge>>;
  /** Default order when the caller names none, as property and direction; the key is always the tie-breaker. */
  readonly defaultOrder?: readonly DefaultTerm[];
  /** Condition on every row of the set, over the alias (for example not deleted), a constant of ours. */
  readonly where?: (alias: string) => string;
  /**
   * The columns that `$search` looks into where the table's `search_text` tells more than the set shows. They have no
   * index, so this is for sets that a person sees a small part of.
   */
  readonly searched?: readonly string[];
  /** Narrows the set by who asks: a condition over the alias, or `undefined` for callers who see the whole set. */
  readonly restrict?: (context: Context, alias: string, parameters: Parameters) => string | undefined;
}

/** A declaration that still knows its properties by name, so that rows and wire forms can be typed by them. */
export type DeclaredEntity<Properties extends Readonly<Record<string, Property>>> = EntityDeclaration & {
  readonly properties: Properties;
};

/** States an entity's declaration; the identity function, so that the types are checked where it stands. */
export const defineEntity = <const Properties extends Readonly<Record<string, Property>>>(
  declaration: DeclaredEntity<Properties>,
): DeclaredEntity<Properties> => declaration;
