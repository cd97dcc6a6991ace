/**
 * Limits of regular expressions in conditions (Matches, NotMatches). They bound the cost of one condition on any input;
 * the evaluation budget bounds the total cost of rules.
 */
export const patternLimits = {
  /** Characters of an expression. */
  characters: 1_000,
  /** Compiled instructions of one expression, as estimated by `estimatePatternSize`. */
  size: 1_000,
  /** Total compiled instructions of all conditions of a rule. */
  ruleSize: 5_000,
  /** UTF-16 code units of the matched text; longer texts are truncated to this length. */
  textCharacters: 16_384,
} as const;
