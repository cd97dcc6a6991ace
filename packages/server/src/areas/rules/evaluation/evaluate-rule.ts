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

/** What a rule remembers between evaluations of a subject: a memory for each alternative, `undefined` where nothing counts. */
export type RuleMemory = readonly (PatternMemory | undefined)[];

/** What evaluating needs to know of a rule. `counters` has an entry for each alternative. */
export interface CountingRule {
  readonly counters: readonly (OccurrenceCounter | undefined)[];
  readonly lifetime: EpisodeLifetime;
}

/** One evaluation of a rule: what each alternative says, at the time of what was evaluated. */
export interface Evaluation<Input> {
  readonly time: number;
  readonly truths: readonly Truth[];
  readonly input: Input;
  /** As of the hits that it makes. */
  readonly actsWhenOver?: Hit<Input>['actsWhenOver'];
}

/** Whether nothing is remembered that could count. */
export const isMemoryEmpty = (memory: RuleMemory): boolean =>
  memory.every((each) => each === undefined || isEmptyMemory(each));

/** Marks what was a hit by another alternative, so that it is none a second time. */
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
 * Counts one evaluation: answers what is remembered from then on, and the hits, by time. Most are at the time of the
 * evaluation itself; one that arrived out of order can make hits of later ones.
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

/** The state of a rule about one subject. `Known` is how the caller names episodes. */
export interface RuleState {
  readonly memory: RuleMemory;
  readonly episodes: EpisodeState;
}

export const initialState: RuleState = { memory: [], episodes: { open: undefined, past: [] } };

/** What an evaluation has brought about. */
export interface RuleEffects<Input> {
  readonly state: RuleState;
  readonly hits: readonly Hit<Input>[];
  /** Episodes that were changed or begun; `ruleMatchId` names them, also the begun ones. */
  readonly episodes: readonly (FollowedEpisode<Input> & KnownEpisode & { readonly isNew: boolean })[];
}

const episodeOf = ({ firstMatch, lastMatch, expires, matchCount }: Episode): Episode => ({
  firstMatch,
  lastMatch,
  expires,
  matchCount,
});

/**
 * Ends the open episode when its lifetime has passed: what the timer of its expiry does.
 */
export const expireOpen = (
  state: RuleState,
  now: number,
): { readonly state: RuleState; readonly ended: KnownEpisode | undefined } => {
  const { open } = state.episodes;
  if (!open || open.expires > now) return { state, ended: undefined };
  return { state: { ...state, episodes: { ...state.episodes, open: undefined } }, ended: open };
};

/**
 * Evaluates a rule about one subject: state and input in, state and effects out. Ingest does the same in two steps, around
 * the statements that hold the episodes of hits.
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
