export { parseApply } from './apply-parser.ts';
export { parseExpand } from './expand-parser.ts';
export { parseExpression, parseFilter } from './expression-parser.ts';
export { parseFunctionCall } from './function-call-parser.ts';
export type { Aliases } from './input.ts';
export { defaultLimits, type Limits } from './limits.ts';
export { parseLiteral } from './literal-parser.ts';
export { parseOrderBy } from './orderby-parser.ts';
export { printExpression } from './print-expression.ts';
export { parseSearch } from './search-parser.ts';
export { parseSelect } from './select-parser.ts';
export { ODataSyntaxError } from './syntax-error.ts';
export type {
  AggregateItem,
  AggregateMethod,
  AggregateTransformation,
  Binary,
  BinaryLiteral,
  BinaryOperator,
  BooleanLiteral,
  Call,
  DateLiteral,
  DateTimeOffsetLiteral,
  DecimalLiteral,
  DurationLiteral,
  EnumLiteral,
  ExpandItem,
  ExpandOptions,
  Expression,
  FilterTransformation,
  FunctionCall,
  FunctionName,
  GroupByTransformation,
  GuidLiteral,
  IntegerLiteral,
  Lambda,
  Literal,
  Membership,
  NullLiteral,
  OrderByItem,
  OrderByTransformation,
  Path,
  SearchBinary,
  SearchExpression,
  SearchNot,
  SearchTerm,
  SearchTransformation,
  SelectItem,
  SelectPath,
  SelectStar,
  SkipTransformation,
  StringLiteral,
  TimeOfDayLiteral,
  TopTransformation,
  Transformation,
  Unary,
} from './tree.ts';
