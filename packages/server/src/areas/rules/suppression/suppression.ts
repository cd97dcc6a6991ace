import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { MatchKey } from '../matches/match-writes.ts';

/** Why the actions of a rule about a subject do not run now, and when to check again. */
export interface Suppression {
  /** Shown in the history of the actions. */
  readonly reason: string;
  /** When to check again; later than the requested moment. */
  readonly until: Date;
  /** Whether a maintenance window is one of the causes. */
  readonly isMaintenance?: boolean;
}

/** Finds suppressions by one cause, one for each subject in order; `undefined` if the subject has none. */
export type FindSuppressions = (
  db: ScopedDatabase,
  subjects: readonly MatchKey[],
  now: Date,
) => Promise<readonly (Suppression | undefined)[]>;
