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
  readonly ended: string | null;
  /** A number of `matchEndReasons`; null while it is open. */
  readonly endReason: number | null;
  readonly endedBy: string | null;
  readonly endNote: string | null;
  readonly acknowledged: string | null;
  readonly acknowledgedBy: string | null;
}

/** Until it has ended: `expires` is later than the end when the packet was stamped ahead. */
export const isActive = ({ ended, expires }: Pick<RuleMatch, 'ended' | 'expires'>, now: Date = new Date()): boolean =>
  ended === null && new Date(expires) > now;

/** What a match is called in texts. */
export const matchName = ({ label, subjectId }: RuleMatch): string => label ?? subjectId;
