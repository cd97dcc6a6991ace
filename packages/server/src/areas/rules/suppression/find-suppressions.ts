import { settleAll } from '../../../platform/database/settle-all.ts';
import { findMaintenance } from './find-maintenance.ts';
import { findParentsDown } from './find-parents-down.ts';
import { findSilences } from './find-silences.ts';
import type { FindSuppressions, Suppression } from './suppression.ts';

const longest = (found: readonly (Suppression | undefined)[]): Suppression | undefined => {
  const last = found.reduce(
    (one, other) => (one === undefined || (other && other.until > one.until) ? other : one),
    undefined,
  );
  return last && { ...last, isMaintenance: found.some((each) => each?.isMaintenance === true) };
};

const findLongest =
  (finds: readonly FindSuppressions[]): FindSuppressions =>
  async (db, subjects, now) => {
    if (subjects.length === 0) return [];
    const found = await settleAll(finds.map((find) => find(db, subjects, now)));
    return subjects.map((_, index) => longest(found.map((each) => each[index])));
  };

/** Why the actions of each subject do not run now: of several causes the one that lasts longest. */
export const findSuppressions = findLongest([findSilences, findParentsDown, findMaintenance]);

/** The same for causes with a known end, which can be evaluated at a past moment. */
export const findSuppressionsInPast = findLongest([findSilences, findMaintenance]);
