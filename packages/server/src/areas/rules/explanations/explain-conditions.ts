import type { RuleCondition } from '@cfs/contracts/rule-conditions';
import {
  explainedCharacters,
  type ConditionResult,
  type ExplainedAlternative,
  type ExplainedCondition,
} from '@cfs/contracts/rule-explanations';
import { absenceOperandId, activeRuleOperandId } from '@cfs/contracts/rule-left-operands';
import { occurrenceOptions, type OccurrencePattern } from '@cfs/contracts/rule-occurrences';
import { ruleTypes } from '@cfs/contracts/rule-types';
import { formatTimeSpan } from '@cfs/contracts/time-span';
import type { CompiledCondition, CompiledRule, PatternTest } from '../evaluation/compile-rule.ts';
import { compileOperand } from '../evaluation/read-operand.ts';
import type { GroupFacts, RuleSubject } from '../evaluation/rule-subject.ts';
import type { PatternThread } from '../patterns/pattern-thread.ts';

/** Types of rules whose conditions evaluate a packet. */
const packetTypes: ReadonlySet<number> = new Set([ruleTypes.Ingestion, ruleTypes.History]);

/** Whether conditions of the type can be evaluated on a packet of the subject. */
export const looksAtPackets = (ruleTypeId: number): boolean => packetTypes.has(ruleTypeId);

const deadlineMilliseconds = 250;

const asText = (value: unknown): string | null => {
  if (value === undefined || value === null) return null;
  const text =
    value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : (JSON.stringify(value) ?? null);
  return text === null ? null : text.slice(0, explainedCharacters).toWellFormed();
};

/** The requirement of a pattern in words; null if it has none. */
export const occurrenceText = (pattern: OccurrencePattern | null | undefined): string | null => {
  switch (pattern?.Option) {
    case occurrenceOptions.TimesInARow:
      return `${pattern.Count} times in a row`;
    case occurrenceOptions.TimesWithinSpan:
      return `${pattern.Count} times within ${pattern.Span}`;
    case occurrenceOptions.OncePerSpan:
      return `at most once per ${pattern.Span}`;
    default:
      return null;
  }
};

/** Matches one regular expression on another thread; `undefined` if it takes too long. */
const testOnThread = async (
  thread: PatternThread,
  tenantId: string,
  test: PatternTest,
): Promise<boolean | undefined> => {
  const verdict = await thread.run(tenantId, { tests: [test], deadlineMilliseconds });
  return verdict.kind === 'answered' ? verdict.holds[0] === true : undefined;
};

type Explain = (thread: PatternThread, subject: RuleSubject) => Promise<ExplainedCondition>;

/** Whether the subject contains the data that the condition needs. */
const isDecided = ({ LeftOperand }: RuleCondition, { silentMilliseconds, activeRules }: RuleSubject): boolean => {
  if (LeftOperand === absenceOperandId) return silentMilliseconds !== undefined;
  return LeftOperand !== activeRuleOperandId || activeRules !== undefined;
};

const resultOf = async (
  thread: PatternThread,
  { condition, truth, patternTest }: CompiledCondition,
  subject: RuleSubject,
): Promise<ConditionResult> => {
  if (!isDecided(condition, subject)) return 'Unknown';
  const test = patternTest(subject);
  const found = test && (await testOnThread(thread, subject.tenantId, test));
  if (test && found === undefined) return 'Unknown';
  const holds = truth(subject, () => found === true);
  return holds === undefined ? 'Missing' : holds ? 'Holds' : 'Fails';
};

/** Compiles a function that returns the value of a left operand as readable text. */
const compileValue = (condition: RuleCondition, ruleTypeId: number): ((subject: RuleSubject) => string | null) => {
  if (condition.LeftOperand === absenceOperandId)
    return ({ silentMilliseconds }) =>
      silentMilliseconds === undefined ? null : formatTimeSpan(Math.max(0, Math.floor(silentMilliseconds / 1_000)));
  if (condition.LeftOperand === activeRuleOperandId) {
    const ruleId = (condition.RightOperand ?? '').toLowerCase();
    return ({ activeRules }) => {
      if (!activeRules) return null;
      return activeRules.has(ruleId) ? 'active' : 'not active';
    };
  }
  const read = compileOperand(condition, ruleTypeId);
  return (subject) => asText(read(subject));
};

const compileCondition = (compiled: CompiledCondition, ruleTypeId: number, index: number): Explain => {
  const { condition } = compiled;
  const valueOf = compileValue(condition, ruleTypeId);
  const stated = {
    index,
    leftOperand: condition.LeftOperand,
    fieldName: condition.LeftOperandFieldName ?? null,
    operator: condition.Operator,
    rightOperand: condition.RightOperand?.slice(0, explainedCharacters).toWellFormed() ?? null,
    rightName: null,
    valueName: null,
    occurrence: occurrenceText(condition.OccurrencePattern),
  };
  return async (thread, subject) => ({
    ...stated,
    value: valueOf(subject),
    result: await resultOf(thread, compiled, subject),
  });
};

/** An alternative fails if one of its conditions fails, regardless of missing or unknown ones. */
const combine = (results: readonly ConditionResult[]): ConditionResult =>
  (['Fails', 'Unknown', 'Missing'] as const).find((result) => results.includes(result)) ?? 'Holds';

/**
 * Returns the result of every condition of a rule for one subject, in the order of the rule, without names. `groups`:
 * the facts that each alternative of an Aggregation rule evaluates.
 */
export type ExplainConditions = (
  thread: PatternThread,
  subject: RuleSubject,
  groups?: readonly GroupFacts[],
) => Promise<ExplainedAlternative[]>;

/** Explains a compiled rule with the same compiled conditions that evaluation runs. */
export const explainConditions = ({ rule, alternatives }: CompiledRule): ExplainConditions => {
  let index = 0;
  const compiled = alternatives.map(({ conditions }) =>
    conditions.map((condition) => compileCondition(condition, rule.ruleTypeId, index++)),
  );
  return async (thread, subject, groups) => {
    const explained: ExplainedAlternative[] = [];
    for (const [place, alternative] of compiled.entries()) {
      const group = groups?.[place];
      const conditions: ExplainedCondition[] = [];
      for (const explain of alternative)
        conditions.push(await explain(thread, group ? { ...subject, group } : subject));
      explained.push({ result: combine(conditions.map(({ result }) => result)), conditions });
    }
    return explained;
  };
};
