/**
 * The trees that the parsers of this package make. They speak of names and values only: whether a name exists,
 * and what type it has, is for the caller to say.
 *
 * Every node carries `position`, the 0-based index of its first character in the parsed text, so that a later
 * refusal can point at it. Trees are plain, immutable data and compare by structure.
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
  /** The literal as it was written, prefix and quotes included. */
  readonly text: string;
}

export type NullLiteral = LiteralNode<'null', null>;
export type BooleanLiteral = LiteralNode<'boolean', boolean>;
/** `value` is unescaped. A string may stand for an enumeration member or a duration without prefix. */
export type StringLiteral = LiteralNode<'string', string>;
/** `value` has an optional `-` and digits, of any length: it need not fit a JavaScript number. */
export type IntegerLiteral = LiteralNode<'integer', string>;
/** `value` has an optional `-`, digits, fraction and exponent, or is `INF`, `-INF` or `NaN`. */
export type DecimalLiteral = LiteralNode<'decimal', string>;
/** `value` is lower-case, 8-4-4-4-12. */
export type GuidLiteral = LiteralNode<'guid', string>;
/** `value` is `YYYY-MM-DD` and a day that exists; the year may have a sign and more than four digits. */
export type DateLiteral = LiteralNode<'date', string>;
/** `value` is `<date>THH:MM[:SS[.f]]` with `Z` or `±HH:MM`; the second may be 60. */
export type DateTimeOffsetLiteral = LiteralNode<'dateTimeOffset', string>;
/** `value` is `HH:MM[:SS[.f]]`. */
export type TimeOfDayLiteral = LiteralNode<'timeOfDay', string>;
/** `value` is the ISO 8601 form in capitals, days and smaller units only: `-P6DT23H59M59.9999S`. */
export type DurationLiteral = LiteralNode<'duration', string>;
/** `value` is base64url without padding. */
export type BinaryLiteral = LiteralNode<'binary', string>;

/** `Ns.Type'A,B'`: `value` is the text in quotes, a member name or number or several with commas between. */
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
 * `segments` holds property names alone, each an OData identifier. A path that begins with a lambda variable in
 * scope carries its name in `variable` and not in `segments`, so the variable by itself has no segments. `count`
 * marks a trailing `/$count`; in an aggregate `$count` alone has no segments. A path without variable starts at the
 * resource that the option applies to, within a lambda too.
 */
export interface Path extends Node {
  readonly kind: 'path';
  readonly segments: readonly string[];
  readonly variable?: string;
  readonly count?: true;
}

export type BinaryOperator =
  'or' | 'and' | 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge' | 'add' | 'sub' | 'mul' | 'div' | 'divby' | 'mod';

/** Chains lean left: `a sub b sub c` is `(a sub b) sub c`. */
export interface Binary extends Node {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
}

/** `not x` and `-x`. A minus before digits belongs to the literal. */
export interface Unary extends Node {
  readonly kind: 'unary';
  readonly operator: 'not' | 'negate';
  readonly operand: Expression;
}

/** `operand in (1,2)` has a possibly empty list of literals, `operand in a/b` a path to a collection. */
export interface Membership extends Node {
  readonly kind: 'in';
  readonly operand: Expression;
  readonly values: readonly Literal[] | Path;
}

/** The functions of the subset, under their canonical names. */
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

/** A call of a built-in function, with as many arguments as the function takes. */
export interface Call extends Node {
  readonly kind: 'call';
  readonly name: FunctionName;
  readonly arguments: readonly Expression[];
}

/** `source/any(x:predicate)`. Only `any()` comes without variable and predicate, and then it lacks both. */
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

/** `*`, or one path of property names. */
export type SelectItem = SelectStar | SelectPath;

export interface SelectStar extends Node {
  readonly kind: 'selectStar';
}

export interface SelectPath extends Node {
  readonly kind: 'selectPath';
  readonly segments: readonly string[];
}

/**
 * One expanded path. With `star` it expands every navigation property, `segments` is empty and `options` has at
 * most `levels`. `a/b` names the navigation property `b` behind `a`; where `a` is one itself it is short for `a($expand=b)`, and `options`
 * belong to `b`.
 */
export interface ExpandItem extends Node {
  readonly kind: 'expandItem';
  readonly segments: readonly string[];
  readonly star?: true;
  readonly options: ExpandOptions;
}

/** Present as written, each at most once. */
export interface ExpandOptions {
  readonly filter?: Expression;
  readonly orderby?: readonly OrderByItem[];
  readonly select?: readonly SelectItem[];
  readonly expand?: readonly ExpandItem[];
  readonly search?: SearchExpression;
  /** A whole number from 0. */
  readonly top?: number;
  /** A whole number from 0. */
  readonly skip?: number;
  readonly count?: boolean;
  /** A whole number from 1, or as deep as it goes. */
  readonly levels?: number | 'max';
}

/** The transformations of `$apply`, each fed with what the one before it makes. */
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

/** `groupby((a,b/c))`, optionally with what to aggregate in each group. At least one property. */
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

/** `expression with method as alias`; method `count` is `$count as alias`, its expression a path with `count`. */
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
  /** A whole number from 0. */
  readonly count: number;
}

export interface SkipTransformation extends Node {
  readonly kind: 'skip';
  /** A whole number from 0. */
  readonly count: number;
}

export type SearchExpression = SearchTerm | SearchBinary | SearchNot;

/**
 * A word, or a phrase: written in double quotes, or the whole search in single quotes, which takes what a person
 * typed as it stands. `text` is unescaped and never empty.
 */
export interface SearchTerm extends Node {
  readonly kind: 'searchTerm';
  readonly text: string;
  readonly phrase: boolean;
}

/** Two terms side by side mean `and`, which binds tighter than `or`. */
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

/** `X`, `X()` or `X(a=1,b='c')`. Parameter names are kept as written; none appears twice. */
export interface FunctionCall {
  readonly name: string;
  readonly parameters: ReadonlyMap<string, Literal>;
  /** The one value of `X(5)` or `(5)`, whose name is then empty: a key rather than a parameter. */
  readonly key?: Literal;
}
