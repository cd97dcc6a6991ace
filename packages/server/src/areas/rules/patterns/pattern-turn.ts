import { estimatePatternSize } from '@cfs/contracts/pattern-size';
import type { TestPattern } from '../conditions/compare-operand.ts';
import type { CompiledRule } from '../conditions/compile-rule.ts';
import { testPattern } from './test-pattern.ts';
import type { PatternAnswers } from './pattern-answers.ts';
import type { RuleSubject } from '../conditions/rule-subject.ts';

/** A rule that cannot be evaluated on a packet before another thread has matched its patterns. */
export interface PostponedRule {
  readonly compiled: CompiledRule;
  readonly subject: RuleSubject;
}

/** Instructions times characters of a test that is worked out at once, which takes 1.5 ms at worst. */
const inlineSteps = 100_000;
/** What the tests of one tenant may take of the event loop in one commit. */
const inlineMilliseconds = 20;

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

/**
 * Answers what the rules of one commit ask of patterns: what is known or cheap at once, the rest not at all. Rules that
 * asked for more are in `postponed`, and what they said about their packet is void.
 */
export const createPatternTurn = (answers: PatternAnswers) => {
  const spent = new Map<string, number>();
  const postponed: PostponedRule[] = [];
  return {
    postponed,
    /** Evaluates one rule on one packet. */
    evaluate(compiled: CompiledRule, subject: RuleSubject, matches: (test: TestPattern) => boolean): boolean {
      const { tenantId, message } = subject;
      if (answers.skips(message, compiled.rule.ruleId)) return false;
      let isVoid = false;
      const holds = matches((source, text) => {
        const known = answers.find(message, { source, text });
        if (known !== undefined) return known;
        const before = spent.get(tenantId) ?? 0;
        if (isVoid || before > inlineMilliseconds || sizeOf(source) * text.length > inlineSteps) {
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
      if (isVoid) postponed.push({ compiled, subject });
      return holds && !isVoid;
    },
  };
};
