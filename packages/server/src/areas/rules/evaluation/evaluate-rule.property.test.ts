import { occurrenceOptions, type OccurrencePattern } from '@cfs/contracts/rule-occurrences';
import { formatTimeSpan } from '@cfs/contracts/time-span';
import { describe, expect, it } from 'vitest';
import { createRandom, type Random } from '../testing/create-random.ts';
import { evaluateSlowly, type SlowPattern } from '../testing/slow-evaluator.ts';
import { compileOccurrence, type Truth } from './count-occurrences.ts';
import { evaluateRule, initialState, type RuleState } from './evaluate-rule.ts';

const second = 1_000;

const patternOf = (random: Random): { readonly slow: SlowPattern; readonly fast: OccurrencePattern } => {
  const count = 1 + random(4);
  const seconds = [5, 30, 90, 400][random(4)] ?? 5;
  const Span = formatTimeSpan(seconds);
  const choices = [
    { slow: { kind: 'every' }, fast: { Option: occurrenceOptions.EveryTime } },
    { slow: { kind: 'row', count }, fast: { Option: occurrenceOptions.TimesInARow, Count: count } },
    {
      slow: { kind: 'within', count, span: seconds * second },
      fast: { Option: occurrenceOptions.TimesWithinSpan, Count: count, Span },
    },
    { slow: { kind: 'once', span: seconds * second }, fast: { Option: occurrenceOptions.OncePerSpan, Span } },
  ] as const;
  return choices[random(4)] ?? choices[0];
};

const truthOf = (random: Random, alternatives: number): Truth[] =>
  Array.from({ length: alternatives }, () => [true, true, true, false, undefined][random(5)]);

/** Arrivals in some disorder: most in order, some early, some late, a few from a spool. */
const arrivalsOf = (random: Random, alternatives: number) => {
  const used = new Set<number>();
  let now = 10_000_000;
  return Array.from({ length: 5 + random(60) }, () => {
    now += random(40) * second;
    const lag = [0, 0, random(30), random(290), -random(290), 300 + random(3_000)][random(6)] ?? 0;
    let time = now - lag * second;
    while (used.has(time)) time += 1;
    used.add(time);
    return { time, now, truths: truthOf(random, alternatives) };
  });
};

/** Runs of the property; each takes a fraction of a millisecond. */
const runs = 20_000;

describe('evaluateRule', () => {
  it('agrees with an evaluator that remembers everything', () => {
    for (let seed = 1; seed <= runs; seed += 1) {
      const random = createRandom(seed);
      const patterns = Array.from({ length: 1 + random(3) }, () => patternOf(random));
      const sliding = random(2) === 1;
      const lifetime = (300 + random(300)) * second;
      const arrivals = arrivalsOf(random, patterns.length);
      const slow = evaluateSlowly(
        patterns.map((each) => each.slow),
        lifetime,
        sliding,
        arrivals,
      );

      const rule = { counters: patterns.map(({ fast }) => compileOccurrence(fast)), lifetime: { lifetime, sliding } };
      let state: RuleState = initialState;
      let named = 0;
      const found = new Map<string, object>();
      for (const { time, truths, now } of arrivals) {
        const name = (): string => String((named += 1));
        const effects = evaluateRule(rule, state, { time, truths, input: undefined }, now, name);
        state = effects.state;
        for (const { ruleMatchId, firstMatch, lastMatch, expires, matchCount, end } of effects.episodes) {
          found.set(ruleMatchId, { first: firstMatch, last: lastMatch, expires, count: matchCount, end });
        }
        // A restart: the memory passes through its stored form.
        if (random(5) === 0) state = { ...state, memory: structuredClone(state.memory) };
      }
      expect([...found.values()], `seed ${seed}`).toEqual(slow);
    }
  });
});
