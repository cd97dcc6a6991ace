import {
  emptyMemory,
  isEmptyMemory,
  type OccurrenceCounter,
  type PatternMemory,
  type Truth,
} from './count-occurrences.ts';
import {
  followEpisodes,
  type Episode,
  type EpisodeLifetime,
  type EpisodeState,
  type FollowedEpisode,
  type Hit,
  type KnownEpisode,
} from './follow-episodes.ts';

/**
 * The memory of a rule between evaluations of a subject: one entry for each alternative, `undefined` if it counts
 * nothing.
 */
export type RuleMemory = readonly (PatternMemory | undefined)[];

/** The properties of a rule that evaluation needs. `counters` has an entry for each alternative. */
export interface CountingRule {
  readonly counters: readonly (OccurrenceCounter | undefined)[];
  readonly lifetime: EpisodeLifetime;
}

/** One evaluation of a rule: the truth of each alternative, at the time of the input. */
export interface Evaluation<Input> {
  readonly time: number;
  readonly truths: readonly Truth[];
  readonly input: Input;
  /** Passed on to its hits. */
  readonly actsWhenOver?: Hit<Input>['actsWhenOver'];
}

/** Whether the memory contains nothing that could count. */
export const isMemoryEmpty = (memory: RuleMemory): boolean =>
  memory.every((each) => each === undefined || isEmptyMemory(each));

/** Marks occurrences that another alternative has already turned into hits, so that they do not count again. */
const markCounted = (memory: PatternMemory | undefined, times: ReadonlySet<number>): PatternMemory | undefined =>
  memory?.occurrences.some(({ time, counted, holds }) => holds && !counted && times.has(time))
    ? {
        ...memory,
        occurrences: memory.occurrences.map((each) =>
          each.holds && times.has(each.time) ? { ...each, counted: true } : each,
        ),
      }
    : memory;

/**
 * Counts one evaluation. Returns the new memory, and the hits by time. Most hits have the time of the evaluation; one
 * that arrives out of order can cause hits at later times.
 */
export const countEvaluation = <Input>(
  { counters }: Pick<CountingRule, 'counters'>,
  before: RuleMemory,
  { time, truths, input, actsWhenOver }: Evaluation<Input>,
): { readonly memory: RuleMemory; readonly hits: readonly Hit<Input>[] } => {
  const times = new Set<number>();
  const placed = counters.map((counter, index) => {
    if (!counter) {
      if (truths[index] === true) times.add(time);
      return undefined;
    }
    const { memory, hits } = counter.place(before[index] ?? emptyMemory, time, truths[index]);
    for (const hit of hits) times.add(hit);
    return memory;
  });
  const memory = times.size === 0 ? placed : placed.map((each) => markCounted(each, times));
  const hits = [...times].sort((one, other) => one - other).map((at) => ({ time: at, input, actsWhenOver }));
  return { memory, hits };
};

/** The state of a rule about one subject. */
export interface RuleState {
  readonly memory: RuleMemory;
  readonly episodes: EpisodeState;
}

export const initialState: RuleState = { memory: [], episodes: { open: undefined, past: [] } };

/** The effects of an evaluation. */
export interface RuleEffects<Input> {
  readonly state: RuleState;
  readonly hits: readonly Hit<Input>[];
  /** Episodes that were changed or begun. `ruleMatchId` identifies both kinds. */
  readonly episodes: readonly (FollowedEpisode<Input> & KnownEpisode & { readonly isNew: boolean })[];
}

const episodeOf = ({ firstMatch, lastMatch, expires, matchCount }: Episode): Episode => ({
  firstMatch,
  lastMatch,
  expires,
  matchCount,
});

/** Ends the open episode if its lifetime has passed, as the timer of its expiry does. */
export const expireOpen = (
  state: RuleState,
  now: number,
): { readonly state: RuleState; readonly ended: KnownEpisode | undefined } => {
  const { open } = state.episodes;
  if (!open || open.expires > now) return { state, ended: undefined };
  return { state: { ...state, episodes: { ...state.episodes, open: undefined } }, ended: open };
};

/**
 * Evaluates a rule about one subject as a pure function of state and input. Ingest does the same in two steps, around
 * the statements that lock the episodes of the hits.
 */
export const evaluateRule = <Input>(
  rule: CountingRule,
  state: RuleState,
  evaluation: Evaluation<Input>,
  now: number,
  nameOf: () => string,
): RuleEffects<Input> => {
  const { memory, hits } = countEvaluation(rule, state.memory, evaluation);
  if (hits.length === 0) return { state: { memory, episodes: state.episodes }, hits, episodes: [] };
  const followed = followEpisodes(state.episodes, hits, rule.lifetime, now).map((episode) => ({
    ...episode,
    ruleMatchId: episode.ruleMatchId ?? nameOf(),
    isNew: episode.ruleMatchId === undefined,
  }));
  const byId = new Map(followed.map((episode) => [episode.ruleMatchId, episode]));
  const known = ({ ruleMatchId }: KnownEpisode): KnownEpisode[] => {
    const changed = byId.get(ruleMatchId);
    return changed ? [{ ruleMatchId, ...episodeOf(changed) }] : [];
  };
  const stillOpen = followed.find(({ end }) => end === undefined);
  const before = state.episodes.open;
  const open = stillOpen
    ? { ruleMatchId: stillOpen.ruleMatchId, ...episodeOf(stillOpen) }
    : before && byId.has(before.ruleMatchId)
      ? undefined
      : before;
  const past = [
    ...state.episodes.past.flatMap((episode) => (byId.has(episode.ruleMatchId) ? known(episode) : [episode])),
    ...followed
      .filter(({ isNew, end }) => isNew && end === 'OverWhenFound')
      .map((episode) => ({ ruleMatchId: episode.ruleMatchId, ...episodeOf(episode) })),
  ];
  return { state: { memory, episodes: { open, past } }, hits, episodes: followed };
};
