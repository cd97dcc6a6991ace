import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { MatchKey } from '../matches/match-writes.ts';

/** Why the actions of a rule about a subject do not run now, and when to ask again. */
export interface Suppression {
  /** For the history of the actions. */
  readonly reason: string;
  /** Later than the moment that was asked about. */
  readonly until: Date;
  /** Whether a maintenance window is one of the causes. */
  readonly isMaintenance?: boolean;
}

/** One cause of suppression: answers for each subject, in their order, `undefined` where it has none. */
export type FindSuppressions = (
  db: ScopedDatabase,
  subjects: readonly MatchKey[],
  now: Date,
) => Promise<readonly (Suppression | undefined)[]>;
