import type { EntityFact } from '../../blocks/read-entity-facts.ts';
import { truthOf, type CompiledAlternative, type CompiledRule } from '../evaluation/compile-rule.ts';
import { disorderMilliseconds, type Truth } from '../evaluation/count-occurrences.ts';
import type { RuleSubject } from '../evaluation/rule-subject.ts';
import { subjectEntity } from '../evaluation/subject-entity.ts';
import type { ActiveMatch } from './reached-matches.ts';

/** Whether matches of the rules have begun one after the other. */
export const beganInOrder = ({ activeRuleIds }: CompiledAlternative, active: readonly ActiveMatch[]): boolean => {
  let after = Number.NEGATIVE_INFINITY;
  return activeRuleIds.every((ruleId) => {
    const begins = active
      .filter((match) => match.ruleId === ruleId && match.firstMatch.getTime() >= after)
      .map(({ firstMatch }) => firstMatch.getTime());
    after = Math.min(...begins);
    return begins.length > 0;
  });
};

/** Evaluates a Correlation rule for a change, with the matches that count as active at its time. */
export const correlationTruths = (
  compiled: CompiledRule,
  change: { readonly tenantId: string; readonly subjectId: string; readonly time: number },
  fact: EntityFact | undefined,
  active: readonly ActiveMatch[],
): { readonly subject: RuleSubject; readonly truths: readonly Truth[] } => {
  const subject: RuleSubject = {
    timestamp: new Date(change.time),
    message: {},
    ...subjectEntity({ tenantId: change.tenantId, entityId: change.subjectId }, fact),
    activeRules: new Set(active.map(({ ruleId }) => ruleId)),
  };
  const truths = compiled.alternatives.map((alternative) => {
    const truth = truthOf(alternative.conditions, subject, undefined);
    return truth === true && compiled.rule.correlation?.Ordered ? beganInOrder(alternative, active) : truth;
  });
  return { subject, truths };
};

/** Whether a match that began at `later` may have been evaluated before a match that began at `time` was found. */
export const beganWithinDisorder = (time: number, later: number): boolean =>
  later > time && later <= time + disorderMilliseconds;

/**
 * Evaluates a Correlation rule again at a begin that was evaluated before matches of an earlier time were found.
 * Returns only the alternatives that hold because of those matches: alternatives that held without them have counted
 * already. `undefined` if there are none.
 */
export const truthsInDisorder = (
  compiled: CompiledRule,
  begin: { readonly tenantId: string; readonly subjectId: string; readonly time: number },
  fact: EntityFact | undefined,
  active: readonly ActiveMatch[],
  activeBefore: () => readonly ActiveMatch[],
): { readonly subject: RuleSubject; readonly truths: readonly Truth[] } | undefined => {
  const { subject, truths } = correlationTruths(compiled, begin, fact, active);
  if (!truths.includes(true)) return undefined;
  const before = correlationTruths(compiled, begin, fact, activeBefore()).truths;
  const news = truths.map((truth, index) => (truth === true && before[index] !== true ? true : undefined));
  return news.includes(true) ? { subject, truths: news } : undefined;
};
