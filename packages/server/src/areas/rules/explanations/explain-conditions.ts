import { conditionTypes, type RuleCondition } from '@cfs/contracts/rule-conditions';
import {
  explainedCharacters,
  type ConditionStanding,
  type ExplainedAlternative,
  type ExplainedCondition,
} from '@cfs/contracts/rule-explanations';
import { occurrenceOptions, type OccurrencePattern } from '@cfs/contracts/rule-occurrences';
import { ruleTypes } from '@cfs/contracts/rule-types';
import { alternativesOf } from '../conditions/alternatives-of.ts';
import { compileComparison, patternText } from '../conditions/compare-operand.ts';
import { compileOperand } from '../evaluation/read-operand.ts';
import type { RuleSubject } from '../evaluation/rule-subject.ts';
import { patternOf } from '../patterns/check-patterns.ts';
import type { PatternThread } from '../patterns/pattern-thread.ts';

/** Operands that are read from one packet and its entity. */
const packetOperands: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 20, 21]);

/** Types of rules whose conditions look at a packet. */
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

/** What a pattern asks for, in words. */
const occurrenceText = (pattern: OccurrencePattern | null | undefined): string | null => {
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

/** Matches one regular expression on another thread; `undefined` when it takes too long. */
const testOnThread = async (
  thread: PatternThread,
  tenantId: string,
  source: string,
  value: unknown,
): Promise<boolean | undefined> => {
  const verdict = await thread.run(tenantId, { tests: [{ source, text: patternText(value) }], deadlineMilliseconds });
  return verdict.kind === 'answered' ? verdict.holds[0] === true : undefined;
};

type Explain = (thread: PatternThread, subject: RuleSubject) => Promise<ExplainedCondition>;

const compileStanding = (condition: RuleCondition) => {
  const compare = compileComparison(condition.Operator, condition.RightOperand ?? '');
  const source = patternOf(condition);
  const isOfPacket = packetOperands.has(condition.LeftOperand);
  return async (thread: PatternThread, tenantId: string, value: unknown): Promise<ConditionStanding> => {
    if (!isOfPacket) return 'Unknown';
    const isMissing = value === undefined || value === null;
    if (source !== undefined && !isMissing) {
      const found = await testOnThread(thread, tenantId, source, value);
      if (found === undefined) return 'Unknown';
      return compare(value, () => found) ? 'Holds' : 'Fails';
    }
    if (compare(value)) return 'Holds';
    return isMissing ? 'Missing' : 'Fails';
  };
};

const compileCondition = (condition: RuleCondition, index: number): Explain => {
  const read = compileOperand(condition, ruleTypes.Ingestion);
  const standingOf = compileStanding(condition);
  const stated = {
    index,
    leftOperand: condition.LeftOperand,
    fieldName: condition.LeftOperandFieldName ?? null,
    operator: condition.Operator,
    rightOperand: condition.RightOperand?.slice(0, explainedCharacters).toWellFormed() ?? null,
    occurrence: occurrenceText(condition.OccurrencePattern),
  };
  return async (thread, subject) => {
    const value = read(subject);
    return { ...stated, value: asText(value), standing: await standingOf(thread, subject.tenantId, value) };
  };
};

/** An alternative fails with one of its conditions, whatever is missing or unknown of the others. */
const combine = (standings: readonly ConditionStanding[]): ConditionStanding =>
  (['Fails', 'Unknown', 'Missing'] as const).find((standing) => standings.includes(standing)) ?? 'Holds';

/** How every condition of a rule stands on one packet, in the order of the rule. */
export type ExplainConditions = (thread: PatternThread, subject: RuleSubject) => Promise<ExplainedAlternative[]>;

/** Compiles the conditions of a rule for explanations of any number of packets. */
export const compileExplanation = (conditions: readonly RuleCondition[]): ExplainConditions => {
  const compiled = conditions.map(compileCondition);
  const joinsByOr = ({ index }: ExplainedCondition): boolean => conditions[index]?.Type === conditionTypes.Or;
  return async (thread, subject) => {
    const explained: ExplainedCondition[] = [];
    for (const explain of compiled) explained.push(await explain(thread, subject));
    return alternativesOf(explained, joinsByOr).map((alternative) => ({
      standing: combine(alternative.map(({ standing }) => standing)),
      conditions: alternative,
    }));
  };
};
