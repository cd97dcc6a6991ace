import type { Literal } from '@cfs/odata';
import type { Property } from './entity.ts';

/** What an expression can be while it is calculated; enumerations are integers that know their names. */
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

/** An SQL expression and what is known of it. */
export interface Value {
  readonly kind: 'value';
  readonly sql: string;
  readonly type: ValueType;
  readonly nullable: boolean;
  readonly enumeration?: Readonly<Record<string, number>>;
  /** The qualified name of the enumeration's type in `$metadata`. */
  readonly enumerationType?: string;
  /** Names that a literal beside it may use for its numbers. */
  readonly names?: Readonly<Record<string, number>>;
  /** The expression is a column as it is stored: it has a collation of its own and may have an index. */
  readonly stored?: boolean;
  /** It is a stored text that an index orders. */
  readonly indexed?: boolean;
  /** For a text in small letters: the text that it was made of, which is equal to it where case is ignored. */
  readonly caseless?: string;
  /** The path that led here, as declared. */
  readonly path?: readonly string[];
  /** It may be filtered and grouped by, but not sorted by. */
  readonly unsortable?: boolean;
  /** For the tenant of a shared entity: the bare column, equal wherever another tenant than System is compared. */
  readonly tenantColumn?: string;
}

/** A literal keeps its written form until it is known what it is compared with. */
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

/** A calculated value. */
export const value = (type: ValueType, sql: string, nullable: boolean): Value => ({
  kind: 'value',
  type,
  sql,
  nullable,
});

export const isNumeric = (type: ValueType): boolean => type === 'integer' || type === 'decimal' || type === 'double';

/** How PostgreSQL calls the type of such a value where one is written out. */
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
