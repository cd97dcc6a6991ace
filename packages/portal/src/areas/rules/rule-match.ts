/** A rule match as its set returns it, with its rule expanded. */
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

/**
 * Whether a match is open. `expires` alone does not suffice: it is later than the end if the packet's timestamp was in
 * the future.
 */
export const isActive = ({ ended, expires }: Pick<RuleMatch, 'ended' | 'expires'>, now: Date = new Date()): boolean =>
  ended === null && new Date(expires) > now;

/** The name of a match in texts: its label, or the id of its subject if it has none. */
export const matchName = ({ label, subjectId }: RuleMatch): string => label ?? subjectId;
