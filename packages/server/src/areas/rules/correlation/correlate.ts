import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { takeLock } from '../../../platform/database/take-lock.ts';
import { readEntityFacts } from '../../blocks/read-entity-facts.ts';
import type { RuleSet } from '../conditions/compiled-rules.ts';
import type { Evaluation } from '../evaluation/evaluate-rule.ts';
import type { RuleSubject } from '../evaluation/rule-subject.ts';
import type { RuleEvaluations } from '../occurrences/count-evaluations.ts';
import { evaluateInDisorder } from './begins-in-disorder.ts';
import { concernedBy, subjectKey, type Concerned, type CorrelatedChange } from './concerned-rules.ts';
import { correlationTruths } from './correlation-truths.ts';
import { activeAt, byRule, readReaches } from './reached-matches.ts';

/** The evaluations of a Correlation rule about a subject. */
interface CorrelatedEvaluations extends RuleEvaluations {
  /** The first match that began or ended. */
  readonly causedBy: string;
}

/**
 * Lets only one transaction at a time correlate a rule about a subject: uncommitted matches of another one would be
 * missed. The transaction has written its own matches before, so that the next transaction sees them.
 */
const takeTurns = async (db: ScopedDatabase, concerned: readonly Concerned[]): Promise<void> => {
  const names = [...new Set(concerned.map(subjectKey))].sort();
  for (const name of names) await takeLock(db, `correlation ${name}`);
};

/**
 * Evaluates the Correlation rules that name the changed rules (docs/reference/rules.md#correlation), in the order of
 * the changes.
 */
export const correlate = async (
  db: ScopedDatabase,
  rulesOf: ReadonlyMap<string, readonly RuleSet[]>,
  changes: readonly CorrelatedChange[],
): Promise<CorrelatedEvaluations[]> => {
  const spoken = changes.filter(({ tenantId, ruleId }) =>
    (rulesOf.get(tenantId) ?? []).some(({ correlating }) => correlating.has(ruleId)),
  );
  if (spoken.length === 0) return [];
  const facts = await readEntityFacts(
    db,
    spoken.map(({ tenantId, subjectId }) => ({ tenantId, entityId: subjectId })),
  );
  const concerned = spoken.flatMap((change) => concernedBy(rulesOf, facts, change));
  if (concerned.length === 0) return [];
  await takeTurns(db, concerned);
  const reaches = await readReaches(db, concerned);
  const active = new Map(
    reaches.flatMap(({ asked, matches }) => {
      const grouped = byRule(matches);
      return asked.map((concern) => [concern, activeAt(concern, concern.time, grouped)] as const);
    }),
  );
  const found = new Map<string, CorrelatedEvaluations & { readonly evaluations: Evaluation<RuleSubject>[] }>();
  for (const concern of concerned) {
    const { compiled, change, subjectId, time } = concern;
    const { tenantId, depth } = change;
    const fact = facts.of(tenantId, change.subjectId);
    const { subject, truths } = correlationTruths(compiled, { ...change, time }, fact, active.get(concern) ?? []);
    const key = subjectKey(concern);
    const known = found.get(key) ?? {
      tenantId,
      subjectId,
      compiled,
      evaluations: [],
      packets: undefined,
      depth: depth + 1,
      causedBy: change.ruleMatchId,
    };
    found.set(key, known);
    const { origin, actsWhenOver } = change;
    known.evaluations.push({ time, truths, input: { ...subject, origin }, actsWhenOver });
  }
  for (const { concern, evaluation } of await evaluateInDisorder(db, reaches, changes))
    found.get(subjectKey(concern))?.evaluations.push(evaluation);
  return [...found.values()];
};
