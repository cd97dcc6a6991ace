import { estimatePatternSize } from '@cfs/contracts/pattern-size';
import type { CompiledRule } from '../evaluation/compile-rule.ts';
import type { Truth } from '../evaluation/count-occurrences.ts';
import { testPattern } from './test-pattern.ts';
import type { PatternAnswers } from './pattern-answers.ts';
import type { RuleSubject } from '../evaluation/rule-subject.ts';

/** A rule that cannot be evaluated on a packet before another thread has matched its patterns. */
export interface PostponedRule {
  readonly compiled: CompiledRule;
  readonly subject: RuleSubject;
}

/** Instructions times characters of a test that is worked out at once, which takes 1.5 ms at worst. */
const inlineSteps = 100_000;
/** What the tests of one tenant may take of the event loop in one commit. */
const inlineMilliseconds = 20;

const noTruths: readonly Truth[] = [];

const createSizes = () => {
  const sizes = new Map<string, number>();
  const knownLimit = 10_000;
  return (source: string): number => {
    const size = sizes.get(source) ?? estimatePatternSize(source);
    if (sizes.size >= knownLimit) sizes.clear();
    sizes.set(source, size);
    return size;
  };
};

const sizeOf = createSizes();

/** Whether a test is worked out at once. */
export const isCheap = (source: string, text: string): boolean => sizeOf(source) * text.length <= inlineSteps;

/**
 * Answers what the rules of one commit ask of patterns: what is known or cheap at once, the rest not at all. Rules that
 * asked for more are in `postponed`, and what they said about their packet is void.
 */
export const createPatternTurn = (answers: PatternAnswers) => {
  const spent = new Map<string, number>();
  const postponed: PostponedRule[] = [];
  return {
    postponed,
    /** What the alternatives of one rule say of one packet; nothing while its patterns are not matched. */
    truths(compiled: CompiledRule, subject: RuleSubject): readonly Truth[] {
      const { tenantId, message } = subject;
      if (answers.skips(message, compiled.rule.ruleId)) return noTruths;
      let isVoid = false;
      const truths = compiled.truths(subject, (source, text) => {
        const known = answers.find(message, { source, text });
        if (known !== undefined) return known;
        const before = spent.get(tenantId) ?? 0;
        if (isVoid || before > inlineMilliseconds || !isCheap(source, text)) {
          isVoid = true;
          return false;
        }
        const began = performance.now();
        try {
          const found = testPattern(source, text);
          answers.keep(message, { source, text }, found);
          return found;
        } catch {
          // No regular expression: the other thread finds that out again, and the rule is taken out of service.
          isVoid = true;
          return false;
        } finally {
          spent.set(tenantId, before + performance.now() - began);
        }
      });
      if (!isVoid) return truths;
      postponed.push({ compiled, subject });
      return noTruths;
    },
  };
};
