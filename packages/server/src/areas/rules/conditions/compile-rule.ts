import { conditionTypes, type RuleCondition } from '@cfs/contracts/rule-conditions';
import type { TimeConditions } from '@cfs/contracts/rule-time-conditions';
import type { RuleAction } from '@cfs/contracts/rules';
import { patternOf } from '../patterns/check-patterns.ts';
import { alternativesOf } from './alternatives-of.ts';
import { compileComparison, patternText, type TestPattern } from './compare-operand.ts';
import { compileTimeConditions } from '../time/compile-time-conditions.ts';
import { compileOccurrence, type OccurrenceCounter } from '../occurrences/occurrence-counter.ts';
import { compileOperand } from './read-operand.ts';
import type { RuleSubject } from './rule-subject.ts';

/** A rule as it is stored, as far as running it needs. */
export interface RunnableRule {
  readonly ruleId: string;
  readonly name: string;
  /** The System tenant for a rule of all tenants. */
  readonly tenantId: string;
  readonly subscriptionId: string | null;
  readonly matchLifetimeSeconds: number;
  readonly useSlidingExpiration: boolean;
  readonly timeConditions: TimeConditions | null;
  readonly conditions: readonly RuleCondition[];
  readonly matchActions: readonly RuleAction[];
  readonly expirationActions: readonly RuleAction[];
  /** Tells this version of the rule from later ones. */
  readonly modified: Date;
}

/** A regular expression and the text that it is to be found in. */
export interface PatternTest {
  readonly source: string;
  readonly text: string;
}

/** Asks a pattern of the rule, by the place of its condition; `holds` is `undefined` when the operand was missing. */
export type CountOccurrence = (condition: number, counter: OccurrenceCounter, holds: boolean | undefined) => boolean;

export interface CompiledRule {
  readonly rule: RunnableRule;
  /** Places of the conditions that remember something between packets. */
  readonly patterns: readonly number[];
  /** Whether the rule needs the entity's subscription or name. */
  readonly looksAtEntity: boolean;
  /** Whether the packet lies within the rule's tenant, subscription and time limitations. */
  readonly applies: (subject: RuleSubject) => boolean;
  /** Whether the packet satisfies the rule. Every pattern is asked, whatever the other conditions say. */
  readonly matches: (subject: RuleSubject, count: CountOccurrence, test?: TestPattern) => boolean;
  /** Everything that `matches` may ask of regular expressions about the packet. */
  readonly patternTests: (subject: RuleSubject) => readonly PatternTest[];
}

const subscriptionOperand = 21;
const entityNameOperand = 7;

interface CompiledCondition {
  readonly joinsByOr: boolean;
  readonly holds: (subject: RuleSubject, count: CountOccurrence, test: TestPattern | undefined) => boolean;
  readonly remembers: boolean;
  readonly patternTest: (subject: RuleSubject) => PatternTest | undefined;
}

const compileCondition = (condition: RuleCondition, index: number): CompiledCondition => {
  const read = compileOperand(condition.LeftOperand, condition.LeftOperandFieldName ?? '');
  const compare = compileComparison(condition.Operator, condition.RightOperand ?? '');
  const counter = compileOccurrence(condition.OccurrencePattern);
  const joinsByOr = index > 0 && condition.Type === conditionTypes.Or;
  const source = patternOf(condition);
  const patternTest = (subject: RuleSubject): PatternTest | undefined => {
    const value = source === undefined ? undefined : read(subject);
    return source === undefined || value === undefined || value === null
      ? undefined
      : { source, text: patternText(value) };
  };
  if (!counter) {
    const holds: CompiledCondition['holds'] = (subject, _, test) => compare(read(subject), test);
    return { joinsByOr, remembers: false, patternTest, holds };
  }
  return {
    joinsByOr,
    remembers: true,
    patternTest,
    holds: (subject, count, test) => {
      const value = read(subject);
      const held = compare(value, test);
      return count(index, counter, !held && (value === undefined || value === null) ? undefined : held);
    },
  };
};

/**
 * Compiles a rule to a predicate over a packet and its entity. Its tenant and subscription enclose the whole
 * expression, whatever Or stands in it; `systemTenantId` is the tenant of rules that run for everybody.
 */
export const compileRule = (rule: RunnableRule, systemTenantId: string): CompiledRule => {
  const conditions = rule.conditions.map(compileCondition);
  const alternatives = alternativesOf(conditions, (condition) => condition.joinsByOr);
  const patterns = conditions.flatMap((condition, index) => (condition.remembers ? [index] : []));
  const inTime = compileTimeConditions(rule.timeConditions);

  const applies = (subject: RuleSubject): boolean =>
    (rule.tenantId === systemTenantId || rule.tenantId === subject.tenantId) &&
    (rule.subscriptionId === null || rule.subscriptionId === subject.subscriptionId) &&
    inTime(subject.timestamp.getTime());

  const anyHolds: CompiledRule['matches'] = (subject, count, test) =>
    alternatives.some((all) => all.every((condition) => condition.holds(subject, count, test)));

  return {
    rule,
    patterns,
    looksAtEntity:
      rule.subscriptionId !== null ||
      rule.conditions.some(
        ({ LeftOperand }) => LeftOperand === subscriptionOperand || LeftOperand === entityNameOperand,
      ),
    applies,
    patternTests: (subject) => conditions.flatMap((condition) => condition.patternTest(subject) ?? []),
    matches: (subject, count, test) => {
      if (!applies(subject)) return false;
      if (patterns.length === 0) return anyHolds(subject, count, test);
      const answers = new Map(conditions.map((condition) => [condition, condition.holds(subject, count, test)]));
      return alternatives.some((all) => all.every((condition) => answers.get(condition) === true));
    },
  };
};
