/** Size limits of a tree. Input beyond a limit is rejected as malformed, at the position where it exceeds it. */
export interface Limits {
  /** Nesting of parentheses, arguments, unary operators and lambdas. */
  readonly depth: number;
  /**
   * Operators, operands and search terms of one option, except the values of `in`; enough for 500 comparisons joined by
   * `or`.
   */
  readonly nodes: number;
  /** Terms and operators of searches. */
  readonly searchNodes: number;
  /** Nesting of `any` and `all`. */
  readonly lambdaDepth: number;
  /** Consecutive navigation properties in nested options and in paths; `$levels` is not counted. */
  readonly expandDepth: number;
  /** Terms of one `$orderby`. */
  readonly orderByTerms: number;
  /** Values in the list of one `in`. */
  readonly inValues: number;
  /** Total characters of the values of parameter aliases; a value counts each time it is read. */
  readonly aliasCharacters: number;
  /** Names in one path, excluding lambda variable and `$count`. */
  readonly pathSegments: number;
}

/** The limits that apply unless the caller passes its own. */
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
