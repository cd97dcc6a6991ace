import { ruleTypes } from '@cfs/contracts/rule-types';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { StepHandler } from '../../../platform/durable-work/step-handler.ts';
import type { Services } from '../../../platform/services.ts';
import type { RuleSet } from '../conditions/compiled-rules.ts';
import { countAndApply } from '../count-and-apply.ts';
import { engineOf, type RuleEngine } from '../engine.ts';
import type { CompiledRule } from '../evaluation/compile-rule.ts';
import type { Truth } from '../evaluation/count-occurrences.ts';
import type { RuleSubject } from '../evaluation/rule-subject.ts';
import { maximumChainDepth, recordChainEnds } from '../matches/chain-ends.ts';
import { lockMemories } from '../occurrences/lock-memories.ts';
import { createPatternTurn } from '../patterns/pattern-turn.ts';
import { settlePostponed } from '../patterns/settle-postponed.ts';
import { skipsUnit } from './skips-unit.ts';
import type { UnitEvaluation } from './queue-unit-evaluation.ts';

type Needs = Pick<Services, 'gate' | 'clock' | 'work' | 'log' | 'metrics' | 'snapshot'>;

const toSubject = (tenantId: string, { internalWorkUnitId, moment, facts }: UnitEvaluation): RuleSubject => ({
  tenantId,
  entityId: internalWorkUnitId,
  timestamp: new Date(moment),
  message: {},
  deviceId: undefined,
  subscriptionId: undefined,
  entityName: facts.title,
  workUnit: facts,
});

/** The WorkUnit rules that evaluate the unit: a rule skips its own units unless it includes them. */
const findUnitRules = (sets: readonly RuleSet[], subject: RuleSubject, unit: UnitEvaluation): CompiledRule[] =>
  sets
    .flatMap((set) => set.ofType(ruleTypes.WorkUnit))
    .filter(
      (compiled) =>
        compiled.isInScope(subject) && compiled.isInTime(subject.timestamp.getTime()) && !skipsUnit(compiled, unit),
    );

interface UnitTruths {
  readonly compiled: CompiledRule;
  readonly truths: readonly Truth[];
}

/** Evaluates the rules on the unit. `postponed` contains the rules whose patterns another thread must match first. */
const readTruths = async (
  { compiled, answers }: RuleEngine,
  db: ScopedDatabase,
  subject: RuleSubject,
  unit: UnitEvaluation,
) => {
  const rulesOf = await compiled.of(db, [subject.tenantId]);
  const patterns = createPatternTurn(answers);
  const found = findUnitRules(rulesOf.get(subject.tenantId) ?? [], subject, unit).map((rule): UnitTruths => ({
    compiled: rule,
    truths: patterns.truths(rule, subject),
  }));
  return { rulesOf, found, postponed: patterns.postponed };
};

const evaluateUnit = async (
  services: Needs,
  engine: RuleEngine,
  db: ScopedDatabase,
  context: Context,
  subject: RuleSubject,
  unit: UnitEvaluation,
): Promise<void> => {
  const { rulesOf, found, postponed } = await readTruths(engine, db, subject, unit);
  if (postponed.length > 0) throw new Error('A rule was changed: its patterns are not matched yet.');
  const { tenantId, entityId: subjectId } = subject;
  const { depth } = unit;
  if (depth > maximumChainDepth) {
    const ended = found.filter(({ truths }) => truths.includes(true));
    await recordChainEnds(
      services,
      db,
      context,
      ended.map(({ compiled }) => ({ tenantId, subjectId, compiled, referenceId: null, correlationId: subjectId })),
    );
    return;
  }
  const memories = await lockMemories(
    db,
    found.some(({ compiled }) => compiled.counts) ? [{ tenantId, subjectId }] : [],
  );
  const evaluated = found.flatMap(({ compiled, truths }) => {
    const counts = truths.includes(true) || memories.get({ tenantId, subjectId, ruleId: compiled.rule.ruleId });
    const evaluations = [{ time: subject.timestamp.getTime(), truths, input: subject, actsWhenOver: true }];
    return counts ? [{ tenantId, subjectId, compiled, evaluations, packets: undefined, depth }] : [];
  });
  await countAndApply(services, db, context, rulesOf, evaluated, memories);
};

const turns = new WeakMap<ScopedDatabase, Promise<void>>();

/**
 * Runs the evaluations of steps in one transaction one after the other: each sees the matches and memories of those
 * before.
 */
const inTurn = (db: ScopedDatabase, evaluate: () => Promise<void>): Promise<void> => {
  const turn = (turns.get(db) ?? Promise.resolve()).then(evaluate);
  turns.set(db, turn);
  return turn;
};

/**
 * Evaluates the WorkUnit rules of a tenant on a unit as a change left it (docs/reference/rules.md#workunit), in the
 * transaction that finishes the step, and so once for each change. Slow patterns are matched beforehand on another
 * thread.
 */
export const evaluateChangedUnit: StepHandler<Needs> = async ({ tenantId, context, input }, services) => {
  const unit = input as UnitEvaluation;
  const subject = toSubject(tenantId, unit);
  const engine = engineOf(services);
  const { postponed } = await services.gate.write(context, { permission: 'Rules:edit', shared: true }, (db) =>
    readTruths(engine, db, subject, unit),
  );
  if (postponed.length > 0) await settlePostponed(services, engine.thread, engine.answers, postponed);
  return {
    kind: 'done',
    apply: (db, change) => inTurn(db, () => evaluateUnit(services, engine, db, change.context, subject, unit)),
  };
};
