/** A rule match as lists answer it, with its rule expanded. */
export interface RuleMatch {
  readonly ruleMatchId: string;
  readonly ruleId: string;
  readonly rule?: { readonly name: string } | null;
  readonly label: string | null;
  readonly subjectId: string;
  readonly created: string;
  readonly firstMatch: string | null;
  readonly lastMatch: string | null;
  readonly expires: string;
  readonly matchCount: number;
  readonly inMaintenance: boolean;
}

/** A match is active while its end lies ahead. */
export const isActive = (match: RuleMatch, now: Date = new Date()): boolean => new Date(match.expires) > now;
