import type { CompiledRule } from '../evaluation/compile-rule.ts';
import type { Truth } from '../evaluation/count-occurrences.ts';
import type { RuleSubject } from '../evaluation/rule-subject.ts';
import { isCheap } from './pattern-turn.ts';
import { testPattern } from './test-pattern.ts';

/** What the regular expressions of a trial may take of the event loop. */
const trialMilliseconds = 20;

/** Evaluates rules where nobody waits for the answer: what its regular expressions would take long for is missing. */
export const createTrial = (mostMilliseconds = trialMilliseconds) => {
  let spent = 0;
  let passedOver = 0;
  return {
    /** Evaluations that were passed over. */
    get passedOver(): number {
      return passedOver;
    },
    truths(compiled: CompiledRule, subject: RuleSubject): readonly Truth[] {
      let isVoid = false;
      const truths = compiled.truths(subject, (source, text) => {
        if (spent > mostMilliseconds || !isCheap(source, text)) {
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
