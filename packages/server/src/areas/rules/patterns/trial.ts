import type { CompiledRule } from '../evaluation/compile-rule.ts';
import type { Truth } from '../evaluation/count-occurrences.ts';
import type { RuleSubject } from '../evaluation/rule-subject.ts';
import { isCheap } from './pattern-turn.ts';
import { testPattern } from './test-pattern.ts';

/** Milliseconds of the event loop that the regular expressions of a trial may take. */
const trialMilliseconds = 20;

/**
 * Evaluates rules where slow patterns must not be waited for: an evaluation whose regular expressions would take long
 * has missing truths.
 */
export const createTrial = (maxMilliseconds = trialMilliseconds) => {
  let spent = 0;
  let passedOver = 0;
  return {
    /** Number of evaluations that were skipped. */
    get passedOver(): number {
      return passedOver;
    },
    truths(compiled: CompiledRule, subject: RuleSubject): readonly Truth[] {
      let isVoid = false;
      const truths = compiled.truths(subject, (source, text) => {
        if (spent > maxMilliseconds || !isCheap(source, text)) {
          isVoid = true;
          return false;
        }
        const began = performance.now();
        try {
          return testPattern(source, text);
        } catch {
          isVoid = true;
          return false;
        } finally {
          spent += performance.now() - began;
        }
      });
      if (!isVoid) return truths;
      passedOver += 1;
      return truths.map(() => undefined);
    },
  };
};
