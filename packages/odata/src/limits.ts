/** How large a tree may grow. Whatever goes beyond is refused as malformed, at the place where it does. */
export interface Limits {
  /** Parentheses, arguments, unary operators and lambdas inside each other. */
  readonly depth: number;
  /** Operators, operands and search terms of one option, the values of `in` apart: 500 comparisons joined by `or`. */
  readonly nodes: number;
  /** Terms and operators of searches. */
  readonly searchNodes: number;
  /** `any` and `all` inside each other. */
  readonly lambdaDepth: number;
  /** Navigation properties behind each other, in nested options and in paths; `$levels` is not counted. */
  readonly expandDepth: number;
  /** Terms of one `$orderby`. */
  readonly orderByTerms: number;
  /** Values in the list of one `in`. */
  readonly inValues: number;
  /** Characters of the values of parameter aliases, each as often as it is read. */
  readonly aliasCharacters: number;
  /** Names in one path, without lambda variable and `$count`. */
  readonly pathSegments: number;
}

/** What the parsers allow unless the caller passes limits of its own. */
export const defaultLimits: Limits = Object.freeze({
  depth: 32,
  nodes: 2_000,
  searchNodes: 300,
  lambdaDepth: 2,
  expandDepth: 3,
  orderByTerms: 5,
  inValues: 500,
  aliasCharacters: 32 * 1024,
  pathSegments: 3,
});
