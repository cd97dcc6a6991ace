import type { RuleSubject } from './rule-subject.ts';

/**
 * What the conditions of an absence look at (docs/reference/rules.md#absence): the last packet as it was, with the window
 * that ends there, and the time since then.
 */
export const absenceSubject = (last: RuleSubject, now: number): RuleSubject => ({
  ...last,
  silentMilliseconds: now - last.timestamp.getTime(),
});
