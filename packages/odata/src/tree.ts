/**
 * Syntax trees that the parsers produce. They contain names and values only: the caller resolves names and types.
 *
 * Every node carries `position`, the 0-based index of its first character in the parsed text, for error messages of
 * later stages. Trees are plain immutable data and compare structurally.
 */

interface Node {
  readonly position: number;
}

/** What `$filter`, `$orderby` and `aggregate` evaluate. */
export type Expression = Literal | Path | Binary | Unary | Membership | Call | Lambda;

interface LiteralNode<Type extends string, Value> extends Node {
  readonly kind: 'literal';
  readonly type: Type;
  readonly value: Value;
  /** The literal as written, including prefix and quotes. */
  readonly text: string;
}

export type NullLiteral = LiteralNode<'null', null>;
export type BooleanLiteral = LiteralNode<'boolean', boolean>;
/** `value` is unescaped. A string may also denote an enumeration member, or a duration without prefix. */
export type StringLiteral = LiteralNode<'string', string>;
/** `value` has an optional `-` and any number of digits; it may exceed the range of a JavaScript number. */
export type IntegerLiteral = LiteralNode<'integer', string>;
/** `value` has an optional `-`, digits, fraction and exponent, or is `INF`, `-INF` or `NaN`. */
export type DecimalLiteral = LiteralNode<'decimal', string>;
/** `value` is lower-case, 8-4-4-4-12. */
export type GuidLiteral = LiteralNode<'guid', string>;
/** `value` is `YYYY-MM-DD`, an existing day; the year may have a sign and more than four digits. */
export type DateLiteral = LiteralNode<'date', string>;
/** `value` is `<date>THH:MM[:SS[.f]]` with `Z` or `±HH:MM`; the second may be 60. */
export type DateTimeOffsetLiteral = LiteralNode<'dateTimeOffset', string>;
/** `value` is `HH:MM[:SS[.f]]`. */
export type TimeOfDayLiteral = LiteralNode<'timeOfDay', string>;
/** `value` is the ISO 8601 form in capitals, with days and smaller units only: `-P6DT23H59M59.9999S`. */
export type DurationLiteral = LiteralNode<'duration', string>;
/** `value` is base64url without padding. */
export type BinaryLiteral = LiteralNode<'binary', string>;

/** `Ns.Type'A,B'`: `value` is the text in quotes: a member name or number, or several separated by commas. */
export interface EnumLiteral extends LiteralNode<'enum', string> {
  readonly typeName: string;
}

export type Literal =
  | NullLiteral
  | BooleanLiteral
  | StringLiteral
  | IntegerLiteral
  | DecimalLiteral
  | GuidLiteral
  | DateLiteral
  | DateTimeOffsetLiteral
  | TimeOfDayLiteral
  | DurationLiteral
  | BinaryLiteral
  | EnumLiteral;

/**
 * `a/b/c`, `a/$count`, or within a lambda `x/b`.
 *
 * `segments` contains property names only, each an OData identifier. A path that begins with a lambda variable in scope
 * has its name in `variable` and not in `segments`; the variable alone has no segments. `count` marks a trailing
 * `/$count`; in an aggregate `$count` alone has no segments. A path without variable is relative to the resource that
 * the option applies to, also within a lambda.
 */
export interface Path extends Node {
  readonly kind: 'path';
  readonly segments: readonly string[];
  readonly variable?: string;
  readonly count?: true;
}

export type BinaryOperator =
  | 'or'
  | 'and'
  | 'eq'
  | 'ne'
  | 'lt'
  | 'le'
  | 'gt'
  | 'ge'
  | 'add'
  | 'sub'
  | 'mul'
  | 'div'
  | 'divby'
  | 'mod';

/** Left-associative: `a sub b sub c` is `(a sub b) sub c`. */
export interface Binary extends Node {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
}

/** `not x` and `-x`. A minus before digits belongs to the number literal. */
export interface Unary extends Node {
  readonly kind: 'unary';
  readonly operator: 'not' | 'negate';
  readonly operand: Expression;
}

/** `operand in (1,2)` has a list of literals, possibly empty; `operand in a/b` a path to a collection. */
export interface Membership extends Node {
  readonly kind: 'in';
  readonly operand: Expression;
  readonly values: readonly Literal[] | Path;
}

/** The supported functions by canonical name. */
export type FunctionName =
  | 'contains'
  | 'startswith'
  | 'endswith'
  | 'indexof'
  | 'length'
  | 'tolower'
  | 'toupper'
  | 'trim'
  | 'substring'
  | 'concat'
  | 'year'
  | 'month'
  | 'day'
  | 'hour'
  | 'minute'
  | 'second'
  | 'fractionalseconds'
  | 'date'
  | 'time'
  | 'now'
  | 'round'
  | 'floor'
  | 'ceiling';

/** A call of a built-in function; the number of arguments is valid for it. */
export interface Call extends Node {
  readonly kind: 'call';
  readonly name: FunctionName;
  readonly arguments: readonly Expression[];
}

/** `source/any(x:predicate)`. Only `any()` may omit variable and predicate, and then omits both. */
export interface Lambda extends Node {
  readonly kind: 'lambda';
  readonly quantifier: 'any' | 'all';
  readonly source: Path;
  readonly variable?: string;
  readonly predicate?: Expression;
}

export interface OrderByItem extends Node {
  readonly kind: 'orderByItem';
  readonly expression: Expression;
  readonly direction: 'asc' | 'desc';
}

/** `*` or one path of property names. */
export type SelectItem = SelectStar | SelectPath;

export interface SelectStar extends Node {
  readonly kind: 'selectStar';
}

export interface SelectPath extends Node {
  readonly kind: 'selectPath';
  readonly segments: readonly string[];
}

/**
 * One expanded path. With `star` it expands every navigation property, `segments` is empty and `options` has at most
 * `levels`. `a/b` names the navigation property `b` of `a`; where `a` is itself a navigation property it is short for
 * `a($expand=b)`, and `options` belong to `b`.
 */
export interface ExpandItem extends Node {
  readonly kind: 'expandItem';
  readonly segments: readonly string[];
  readonly star?: true;
  readonly options: ExpandOptions;
}

/** Options as written, each at most once. */
export interface ExpandOptions {
  readonly filter?: Expression;
  readonly orderby?: readonly OrderByItem[];
  readonly select?: readonly SelectItem[];
  readonly expand?: readonly ExpandItem[];
  readonly search?: SearchExpression;
  /** An integer of at least 0. */
  readonly top?: number;
  /** An integer of at least 0. */
  readonly skip?: number;
  readonly count?: boolean;
  /** An integer of at least 1, or `max` for unlimited depth. */
  readonly levels?: number | 'max';
}

/** The transformations of `$apply`; each takes the output of the one before it. */
export type Transformation =
  | FilterTransformation
  | GroupByTransformation
  | AggregateTransformation
  | OrderByTransformation
  | SearchTransformation
  | TopTransformation
  | SkipTransformation;

export interface FilterTransformation extends Node {
  readonly kind: 'filter';
  readonly predicate: Expression;
}

/** `groupby((a,b/c))` with an optional aggregation per group. At least one property. */
export interface GroupByTransformation extends Node {
  readonly kind: 'groupby';
  readonly properties: readonly Path[];
  readonly aggregate?: AggregateTransformation;
}

export interface AggregateTransformation extends Node {
  readonly kind: 'aggregate';
  readonly items: readonly AggregateItem[];
}

export type AggregateMethod = 'sum' | 'min' | 'max' | 'average' | 'countdistinct' | 'count';

/** `expression with method as alias`. Method `count` is `$count as alias`; its expression is a path with `count`. */
export interface AggregateItem extends Node {
  readonly kind: 'aggregateItem';
  readonly method: AggregateMethod;
  readonly expression: Expression;
  readonly alias: string;
}

export interface OrderByTransformation extends Node {
  readonly kind: 'orderby';
  readonly items: readonly OrderByItem[];
}

export interface SearchTransformation extends Node {
  readonly kind: 'search';
  readonly expression: SearchExpression;
}

export interface TopTransformation extends Node {
  readonly kind: 'top';
  /** An integer of at least 0. */
  readonly count: number;
}

export interface SkipTransformation extends Node {
  readonly kind: 'skip';
  /** An integer of at least 0. */
  readonly count: number;
}

export type SearchExpression = SearchTerm | SearchBinary | SearchNot;

/**
 * A word or a phrase. A phrase is double-quoted; a search that is single-quoted as a whole is one literal phrase.
 * `text` is unescaped and never empty.
 */
export interface SearchTerm extends Node {
  readonly kind: 'searchTerm';
  readonly text: string;
  readonly phrase: boolean;
}

/** Adjacent terms mean `and`, which has a higher precedence than `or`. */
export interface SearchBinary extends Node {
  readonly kind: 'searchBinary';
  readonly operator: 'and' | 'or';
  readonly left: SearchExpression;
  readonly right: SearchExpression;
}

export interface SearchNot extends Node {
  readonly kind: 'searchNot';
  readonly operand: SearchExpression;
}

/** `X`, `X()` or `X(a=1,b='c')`. Parameter names keep their case and are unique. */
export interface FunctionCall {
  readonly name: string;
  readonly parameters: ReadonlyMap<string, Literal>;
  /** The single value of `X(5)` or `(5)` (whose name is empty): a key, not a parameter. */
  readonly key?: Literal;
}
