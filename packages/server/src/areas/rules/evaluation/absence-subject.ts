import type { RuleSubject } from './rule-subject.ts';

/**
 * The input of the conditions of an absence (docs/reference/rules.md#absence): the last packet, with the window that
 * ends there, and the time since then.
 */
export const absenceSubject = (last: RuleSubject, now: number): RuleSubject => ({
  ...last,
  silentMilliseconds: now - last.timestamp.getTime(),
});
