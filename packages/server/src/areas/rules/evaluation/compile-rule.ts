import { conditionTypes, type RuleCondition } from '@cfs/contracts/rule-conditions';
import type { PacketField } from '@cfs/contracts/packet-field';
import type { RuleAggregation } from '@cfs/contracts/rule-aggregations';
import type { RuleCorrelation } from '@cfs/contracts/rule-correlations';
import { absenceOperandId, activeRuleOperandId, windowOperandIds } from '@cfs/contracts/rule-left-operands';
import { ruleOperators } from '@cfs/contracts/rule-operators';
import type { TimeConditions } from '@cfs/contracts/rule-time-conditions';
import { ruleTypes } from '@cfs/contracts/rule-types';
import type { RuleAction } from '@cfs/contracts/rules';
import { parseTimeSpan } from '@cfs/contracts/time-span';
import type { StormControl } from '../storms/storm-control.ts';
import { patternOf } from '../patterns/check-patterns.ts';
import { alternativesOf } from '../conditions/alternatives-of.ts';
import { compileComparison, patternText, type TestPattern } from '../conditions/compare-operand.ts';
import { compileTimeConditions } from '../time/compile-time-conditions.ts';
import { compileOccurrence, type OccurrenceCounter, type Truth } from './count-occurrences.ts';
import type { CountingRule } from './evaluate-rule.ts';
import { compileOperand, windowOf } from './read-operand.ts';
import { keysOfRule, type RuleKeys } from './rule-keys.ts';
import type { RuleSubject } from './rule-subject.ts';

/** A stored rule, with the properties that are needed to run it. */
export interface RunnableRule {
  readonly ruleId: string;
  readonly name: string;
  readonly ruleTypeId: number;
  /** The System tenant for a rule of all tenants. */
  readonly tenantId: string;
  readonly subscriptionId: string | null;
  readonly matchLifetimeSeconds: number;
  readonly useSlidingExpiration: boolean;
  readonly timeConditions: TimeConditions | null;
  readonly conditions: readonly RuleCondition[];
  readonly correlation: RuleCorrelation | null;
  readonly aggregation: RuleAggregation | null;
  readonly includeOwnWorkUnits: boolean;
  readonly storm: StormControl;
  readonly matchActions: readonly RuleAction[];
  readonly expirationActions: readonly RuleAction[];
  /** Packets received before this time do not count for its patterns. */
  readonly countsSince: Date | null;
  /** Distinguishes this version of the rule from later ones. */
  readonly modified: Date;
}

/** A regular expression and the text to search. */
export interface PatternTest {
  readonly source: string;
  readonly text: string;
}

/** Conditions joined by And. A rule holds if one of its alternatives does. */
export interface CompiledAlternative {
  readonly conditions: readonly CompiledCondition[];
  readonly counter: OccurrenceCounter | undefined;
  /** Milliseconds without a packet after which it can hold; `undefined` if it has no condition on absence. */
  readonly absence: number | undefined;
  /** The rules that must be active, in the order of the conditions. */
  readonly activeRuleIds: readonly string[];
}

export interface CompiledCondition {
  readonly condition: RuleCondition;
  readonly truth: (subject: RuleSubject, test: TestPattern | undefined) => Truth;
  readonly patternTest: (subject: RuleSubject) => PatternTest | undefined;
}

export interface CompiledRule extends CountingRule {
  readonly rule: RunnableRule;
  readonly alternatives: readonly CompiledAlternative[];
  /** Whether it has a memory between packets. */
  readonly counts: boolean;
  /** Whether the rule needs the entity's subscription or name. */
  readonly readsEntity: boolean;
  /** Milliseconds of the longest window that it reads; 0 without one. */
  readonly windowMilliseconds: number;
  /** The fields that its windows read. */
  readonly windowFields: readonly PacketField[];
  /** Whether its windows need only the values of packets. */
  readonly needsValueAlone: boolean;
  /** The keys by which packets find the rule. */
  readonly keys: RuleKeys;
  /** Whether the subject lies within the rule's tenant and subscription. */
  readonly isInScope: (subject: Pick<RuleSubject, 'tenantId' | 'subscriptionId'>) => boolean;
  /** Whether the moment, in milliseconds since 1970, lies within the rule's time limitations. */
  readonly isInTime: (moment: number) => boolean;
  /** The truth of each alternative for the subject. */
  readonly truths: (subject: RuleSubject, test?: TestPattern) => readonly Truth[];
  /** All regular expressions that `truths` may test for the subject. */
  readonly patternTests: (subject: RuleSubject) => readonly PatternTest[];
}

const subscriptionOperand = 21;
const entityOperands: ReadonlySet<number> = new Set([7, 9, subscriptionOperand]);

const millisecondsOf = (span: string | null | undefined): number => (parseTimeSpan(span ?? '') ?? 0) * 1_000;

const withoutPattern = (): undefined => undefined;

const compileCondition = (condition: RuleCondition, ruleTypeId: number): CompiledCondition => {
  const { LeftOperand, Operator, RightOperand } = condition;
  if (LeftOperand === absenceOperandId) {
    const span = millisecondsOf(RightOperand);
    return {
      condition,
      patternTest: withoutPattern,
      truth: ({ silentMilliseconds = 0 }) => silentMilliseconds >= span,
    };
  }
  if (LeftOperand === activeRuleOperandId) {
    const ruleId = (RightOperand ?? '').toLowerCase();
    const wanted = Operator === ruleOperators.Equals;
    return { condition, patternTest: withoutPattern, truth: ({ activeRules }) => activeRules?.has(ruleId) === wanted };
  }
  const read = compileOperand(condition, ruleTypeId);
  const compare = compileComparison(Operator, RightOperand ?? '');
  const source = patternOf(condition);
  return {
    condition,
    truth: (subject, test) => {
      const value = read(subject);
      return compare(value, test) || (value === undefined || value === null ? undefined : false);
    },
    patternTest: (subject) => {
      const value = source === undefined ? undefined : read(subject);
      return source === undefined || value === undefined || value === null
        ? undefined
        : { source, text: patternText(value) };
    },
  };
};

const compileAlternative = (conditions: readonly CompiledCondition[]): CompiledAlternative => {
  const spans = conditions.flatMap(({ condition }) =>
    condition.LeftOperand === absenceOperandId ? [millisecondsOf(condition.RightOperand)] : [],
  );
  return {
    conditions,
    counter: conditions.map(({ condition }) => compileOccurrence(condition.OccurrencePattern)).find(Boolean),
    absence: spans.length > 0 ? Math.max(...spans) : undefined,
    activeRuleIds: conditions.flatMap(({ condition: { LeftOperand, Operator, RightOperand } }) =>
      LeftOperand === activeRuleOperandId && Operator === ruleOperators.Equals
        ? [(RightOperand ?? '').toLowerCase()]
        : [],
    ),
  };
};

/** The alternatives with a condition on absence, by index, with the milliseconds after which they can hold. */
export const absencesOf = ({
  alternatives,
}: CompiledRule): readonly { readonly index: number; readonly span: number }[] =>
  alternatives.flatMap(({ absence }, index) => (absence === undefined ? [] : [{ index, span: absence }]));

/** The other rules that the conditions of a Correlation rule name. */
export const namedRules = ({ rule }: CompiledRule): readonly string[] => [
  ...new Set(
    rule.conditions.flatMap(({ LeftOperand, RightOperand }) =>
      LeftOperand === activeRuleOperandId && RightOperand && RightOperand.toLowerCase() !== rule.ruleId
        ? [RightOperand.toLowerCase()]
        : [],
    ),
  ),
];

/** False if one condition is false, otherwise missing if an operand is missing, otherwise true. */
export const truthOf = (
  conditions: readonly CompiledCondition[],
  subject: RuleSubject,
  test: TestPattern | undefined,
): Truth => {
  let truth: Truth = true;
  for (const condition of conditions) {
    const holds = condition.truth(subject, test);
    if (holds === false) return false;
    if (holds === undefined) truth = undefined;
  }
  return truth;
};

/**
 * Compiles a rule to predicates over a subject. Its tenant and subscription restrict the whole expression, also if it
 * contains Or. `systemTenantId` is the tenant of rules that run in every tenant.
 */
export const compileRule = (rule: RunnableRule, systemTenantId: string): CompiledRule => {
  const { ruleTypeId } = rule;
  const conditions = rule.conditions.map((condition) => compileCondition(condition, ruleTypeId));
  const alternatives = alternativesOf(conditions, ({ condition }) => condition.Type === conditionTypes.Or).map(
    compileAlternative,
  );
  const windows = rule.conditions.flatMap(({ LeftOperand, LeftOperandFieldName, Window }) =>
    ruleTypeId === ruleTypes.History && windowOperandIds.has(LeftOperand)
      ? [windowOf(LeftOperandFieldName ?? '', Window)]
      : [],
  );
  const counters = alternatives.map(({ counter }) => counter);
  return {
    rule,
    alternatives,
    counters,
    counts: counters.some(Boolean),
    lifetime: { lifetime: rule.matchLifetimeSeconds * 1_000, sliding: rule.useSlidingExpiration },
    readsEntity:
      rule.subscriptionId !== null || rule.conditions.some(({ LeftOperand }) => entityOperands.has(LeftOperand)),
    windowMilliseconds: windows.reduce((longest, { span }) => Math.max(longest, span), 0),
    windowFields: windows.map(({ field }) => field),
    needsValueAlone: windows.every(({ field }) => field.group === 'Value'),
    keys: keysOfRule(rule),
    isInScope: (subject) =>
      (rule.tenantId === systemTenantId || rule.tenantId === subject.tenantId) &&
      (rule.subscriptionId === null || rule.subscriptionId === subject.subscriptionId),
    isInTime: compileTimeConditions(rule.timeConditions),
    truths: (subject, test) =>
      alternatives.map((alternative) =>
        subject.silentMilliseconds !== undefined && alternative.absence === undefined
          ? undefined
          : truthOf(alternative.conditions, subject, test),
      ),
    patternTests: (subject) => conditions.flatMap((condition) => condition.patternTest(subject) ?? []),
  };
};
