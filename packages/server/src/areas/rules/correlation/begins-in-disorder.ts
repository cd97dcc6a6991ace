import { matchEndReasons } from '@cfs/contracts/rule-matches';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { readEntityFacts } from '../../blocks/read-entity-facts.ts';
import type { Evaluation } from '../evaluation/evaluate-rule.ts';
import type { RuleSubject } from '../evaluation/rule-subject.ts';
import { concernOf, type Concerned, type CorrelatedChange } from './concerned-rules.ts';
import { beganWithinDisorder, truthsInDisorder } from './correlation-truths.ts';
import { activeAt, byRule, type MatchesByRule, type Reach, type ReachedMatch } from './reached-matches.ts';

/** A begin that is evaluated again because of a change with an earlier time. */
interface BeginInDisorder {
  readonly match: ReachedMatch;
  readonly causedBy: Concerned;
  readonly matches: MatchesByRule;
  /** The same without the matches of the changes. */
  readonly before: MatchesByRule;
}

/**
 * The begins in a reach that were found before the changes and lie within the disorder after the begin of one of them.
 */
const beginsInDisorder = (
  { asked, matches }: Reach<Concerned>,
  changed: ReadonlySet<string>,
): readonly BeginInDisorder[] => {
  const begun = asked.filter(({ change }) => change.kind === 'RuleMatchBegan').toSorted((a, b) => b.time - a.time);
  const others = matches.filter(({ ruleMatchId }) => !changed.has(ruleMatchId));
  const again = others.flatMap((match) => {
    // A match that was already over when found is not evaluated.
    if (match.endReason === matchEndReasons.OverWhenFound) return [];
    const later = match.firstMatch.getTime();
    const causedBy = begun.find(({ time }) => time < later);
    return causedBy && beganWithinDisorder(causedBy.time, later) ? [{ match, causedBy }] : [];
  });
  if (again.length === 0) return [];
  const grouped = { matches: byRule(matches), before: byRule(others) };
  return again
    .toSorted((one, other) => one.match.firstMatch.getTime() - other.match.firstMatch.getTime())
    .map((each) => ({ ...each, ...grouped }));
};

/** The result of a Correlation rule at a begin that is evaluated again. */
interface EvaluationInDisorder {
  readonly concern: Concerned;
  readonly evaluation: Evaluation<RuleSubject>;
}

/**
 * Evaluates the rules, because of the changes, at begins that were found before the changes but have later times. Omits
 * alternatives that held before.
 */
export const evaluateInDisorder = async (
  db: ScopedDatabase,
  reaches: readonly Reach<Concerned>[],
  changes: readonly CorrelatedChange[],
): Promise<readonly EvaluationInDisorder[]> => {
  const changed = new Set(changes.map(({ ruleMatchId }) => ruleMatchId));
  const begins = reaches.flatMap((reach) => beginsInDisorder(reach, changed));
  const facts = await readEntityFacts(
    db,
    begins.map(({ match, causedBy }) => ({ tenantId: causedBy.change.tenantId, entityId: match.subjectId })),
  );
  return begins.flatMap(({ match: { subjectId, firstMatch }, causedBy, matches, before }) => {
    const { compiled, change } = causedBy;
    const { tenantId, origin, actsWhenOver } = change;
    const fact = facts.of(tenantId, subjectId);
    const concern = concernOf(compiled, fact, { ...change, subjectId, moment: firstMatch.toISOString() });
    if (!concern) return [];
    const { time } = concern;
    const said = truthsInDisorder(compiled, { tenantId, subjectId, time }, fact, activeAt(concern, time, matches), () =>
      activeAt(concern, time, before),
    );
    if (!said) return [];
    const { subject, truths } = said;
    return [{ concern, evaluation: { time, truths, input: { ...subject, origin }, actsWhenOver } }];
  });
};
