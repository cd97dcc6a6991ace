import type { Literal } from '@cfs/odata';
import type { Property } from '../entity.ts';

/** The types of expressions during translation; enumerations are integers with names. */
export type ValueType =
  | 'string'
  | 'integer'
  | 'decimal'
  | 'double'
  | 'boolean'
  | 'guid'
  | 'dateTimeOffset'
  | 'date'
  | 'timeOfDay'
  | 'duration';

/** An SQL expression with its type and properties. */
export interface Value {
  readonly kind: 'value';
  readonly sql: string;
  readonly type: ValueType;
  readonly nullable: boolean;
  readonly enumeration?: Readonly<Record<string, number>>;
  /** The qualified name of the enumeration's type in `$metadata`. */
  readonly enumerationType?: string;
  /** Names that a literal compared with it may use for its numbers. */
  readonly names?: Readonly<Record<string, number>>;
  /** A stored column: it has a collation and may have an index. */
  readonly stored?: boolean;
  /** A stored text ordered by an index. */
  readonly indexed?: boolean;
  /** For a lower-case text: the original, which is equal to it in case-insensitive comparisons. */
  readonly caseless?: string;
  /** The property path, as declared. */
  readonly path?: readonly string[];
  /** May be filtered and grouped by, but not sorted by. */
  readonly unsortable?: boolean;
  /** For the tenant of a shared entity: the bare column, equivalent if compared with a tenant other than System. */
  readonly tenantColumn?: string;
}

/** A literal keeps its written form until the type of the other operand is known. */
export interface LiteralOperand {
  readonly kind: 'literal';
  readonly literal: Literal;
}

export type Operand = Value | LiteralOperand;

const valueTypes: Readonly<Record<Property['type'], ValueType>> = {
  string: 'string',
  timeSpan: 'string',
  json: 'string',
  int32: 'integer',
  int64: 'integer',
  decimal: 'decimal',
  double: 'double',
  boolean: 'boolean',
  guid: 'guid',
  dateTimeOffset: 'dateTimeOffset',
};

export const valueTypeOf = (property: Property): ValueType =>
  property.enumeration ? 'integer' : valueTypes[property.type];

/** A computed value. */
export const value = (type: ValueType, sql: string, nullable: boolean): Value => ({
  kind: 'value',
  type,
  sql,
  nullable,
});

export const isNumeric = (type: ValueType): boolean => type === 'integer' || type === 'decimal' || type === 'double';

/** The PostgreSQL type of such a value in a cast. */
export const sqlTypes: Readonly<Record<ValueType, string>> = {
  string: 'text',
  integer: 'int8',
  decimal: 'numeric',
  double: 'float8',
  boolean: 'boolean',
  guid: 'uuid',
  dateTimeOffset: 'timestamptz',
  date: 'date',
  timeOfDay: 'time',
  duration: 'interval',
};
