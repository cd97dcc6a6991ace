import { backtestLimits } from '@cfs/contracts/rule-backtests';
import type { CompiledRule } from '../evaluation/compile-rule.ts';
import type { Truth } from '../evaluation/count-occurrences.ts';
import { evaluateRule, expireOpen, initialState, type RuleState } from '../evaluation/evaluate-rule.ts';
import type { RuleSubject } from '../evaluation/rule-subject.ts';

/** A match that a rule would have had; times in milliseconds since 1970. */
export interface ReplayedMatch {
  readonly subjectId: string;
  readonly firstMatch: number;
  readonly lastMatch: number;
  readonly expires: number;
  readonly matchCount: number;
  readonly end: 'Expired' | 'OverWhenFound' | undefined;
  readonly hits: readonly { readonly time: number; readonly value: string | null }[];
}

/** Describes a hit in a word, for the list of hits; null for nothing. */
export type ValueOf<Input> = (input: Input) => string | null;

/** Follows the matches of one rule about one subject by the evaluator of ingest. */
export const followMatches = <Input extends Pick<RuleSubject, 'timestamp'>>(
  compiled: CompiledRule,
  subjectId: string,
  valueOf: ValueOf<Input>,
) => {
  const matches = new Map<string, ReplayedMatch>();
  let state: RuleState = initialState;
  let named = 0;
  const name = (): string => String((named += 1));

  /** Ends the open match when its lifetime has passed. */
  const expire = (now: number): void => {
    const expired = expireOpen(state, now);
    state = expired.state;
    const match = expired.ended && matches.get(expired.ended.ruleMatchId);
    if (match && expired.ended) matches.set(expired.ended.ruleMatchId, { ...match, end: 'Expired' });
  };

  return {
    /**
     * Evaluates an input at its own time, while the server's time is `now`. With `actsWhenOver`, a match that is
     * already over is not counted as over when found.
     */
    evaluate(input: Input, truths: readonly Truth[], now: number, actsWhenOver = false): void {
      if (!compiled.counts && !truths.includes(true)) return;
      const time = input.timestamp.getTime();
      if (!compiled.isInTime(time)) return;
      expire(now);
      const effects = evaluateRule(compiled, state, { time, truths, input, actsWhenOver }, now, name);
      state = effects.state;
      for (const { ruleMatchId, firstMatch, lastMatch, expires, matchCount, end, hits } of effects.episodes) {
        const before = matches.get(ruleMatchId)?.hits ?? [];
        const added = hits.map((hit) => ({ time: hit.time, value: valueOf(hit.input) }));
        matches.set(ruleMatchId, {
          subjectId,
          firstMatch,
          lastMatch,
          expires,
          matchCount,
          end,
          hits: before.length >= backtestLimits.hits ? before : [...before, ...added].slice(0, backtestLimits.hits),
        });
      }
    },
    expire,
    /** The matches at the end of the period. */
    finish(to: number): readonly ReplayedMatch[] {
      expire(to);
      return [...matches.values()];
    },
  };
};
