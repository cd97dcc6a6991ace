import { estimatePatternSize } from '@cfs/contracts/pattern-size';
import type { CompiledRule } from '../evaluation/compile-rule.ts';
import type { Truth } from '../evaluation/count-occurrences.ts';
import { testPattern } from './test-pattern.ts';
import type { PatternAnswers } from './pattern-answers.ts';
import type { RuleSubject } from '../evaluation/rule-subject.ts';

/** A rule that cannot be evaluated on a packet until another thread has matched its patterns. */
export interface PostponedRule {
  readonly compiled: CompiledRule;
  readonly subject: RuleSubject;
}

/** Instructions times characters up to which a test runs inline, which takes 1.5 ms at most. */
const inlineSteps = 100_000;
/** Milliseconds of the event loop that the tests of one tenant may take in one commit. */
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

/** Whether a test is run inline. */
export const isCheap = (source: string, text: string): boolean => sizeOf(source) * text.length <= inlineSteps;

/**
 * Resolves the patterns of the rules of one commit if they are known or cheap. Rules that need others are added to
 * `postponed`, and their truths for the packet are discarded.
 */
export const createPatternTurn = (answers: PatternAnswers) => {
  const spent = new Map<string, number>();
  const postponed: PostponedRule[] = [];
  return {
    postponed,
    /** The truths of the alternatives of one rule for one packet; empty until its patterns are matched. */
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
          // Not a regular expression. The other thread detects that again, and the rule is taken out of service.
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
