/**
 * Limits of the regular expressions in conditions (Matches, NotMatches). They bound what one condition costs, whatever
 * it is matched against; what rules cost together is bounded where they run.
 */
export const patternLimits = {
  /** Characters of an expression. */
  characters: 1_000,
  /** Instructions that one expression compiles to, as `estimatePatternSize` counts them. */
  size: 1_000,
  /** The same of all conditions of a rule together. */
  ruleSize: 5_000,
  /** UTF-16 units of a text that an expression looks at. A longer text counts as if it ended there. */
  textCharacters: 16_384,
} as const;
