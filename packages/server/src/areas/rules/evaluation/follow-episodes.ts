/** An episode of a rule and a subject; times in milliseconds since 1970. */
export interface Episode {
  readonly firstMatch: number;
  readonly lastMatch: number;
  readonly expires: number;
  readonly matchCount: number;
}

/** A stored episode. */
export interface KnownEpisode extends Episode {
  readonly ruleMatchId: string;
}

/** A hit: an input that satisfied the rule, at its own time. */
export interface Hit<Input> {
  readonly time: number;
  /** The input whose evaluation found the hit. */
  readonly input: Input;
  /** Whether an episode that it begins runs its actions although it is already over; one found by a replay does not. */
  readonly actsWhenOver?: boolean | undefined;
}

/** The episodes of a rule and a subject. */
export interface EpisodeState<Known extends Episode = KnownEpisode> {
  readonly open: Known | undefined;
  /** Episodes that are over but can take further hits of their time, by begin. */
  readonly past: readonly Known[];
}

/** An episode that hits changed or began. */
export interface FollowedEpisode<Input> extends Episode {
  /** `undefined` for one that hits began. */
  readonly ruleMatchId: string | undefined;
  /** The hits added to it, in order of arrival. */
  readonly hits: readonly Hit<Input>[];
  /**
   * `Expired` if it ended in packet time before a hit, `OverWhenFound` if it was over when found; `undefined` while it
   * is open.
   */
  readonly end: 'Expired' | 'OverWhenFound' | undefined;
}

export interface EpisodeLifetime {
  /** Milliseconds. */
  readonly lifetime: number;
  readonly sliding: boolean;
}

interface Growing<Input> {
  episode: Episode;
  readonly ruleMatchId: string | undefined;
  readonly hits: Hit<Input>[];
  end: FollowedEpisode<Input>['end'];
}

const grow = (episode: Episode, time: number, { lifetime, sliding }: EpisodeLifetime): Episode => ({
  firstMatch: Math.min(episode.firstMatch, time),
  lastMatch: Math.max(episode.lastMatch, time),
  matchCount: episode.matchCount + 1,
  expires: sliding ? Math.max(episode.expires, time + lifetime) : episode.expires,
});

/**
 * Assigns the hits of one rule and subject to episodes, one by one in order of arrival
 * (docs/reference/rule-matches.md#rules). A hit before `expires` belongs to the open episode; a later one ends it and
 * begins the next. Hits a lifetime or more before the open episode belong to episodes that are over: a `past` one or a
 * new one. A hit that would extend a past episode into the present begins another. A hit that acts when it is over
 * opens an episode whose expiry is due immediately, or begins and ends one before the open episode.
 *
 * Returns the changed and begun episodes in the order in which they were first touched.
 */
export const followEpisodes = <Input>(
  state: EpisodeState,
  hits: readonly Hit<Input>[],
  rule: EpisodeLifetime,
  now: number,
): readonly FollowedEpisode<Input>[] => {
  const known = ({ ruleMatchId, ...episode }: KnownEpisode, end: Growing<Input>['end']): Growing<Input> => ({
    episode,
    ruleMatchId,
    hits: [],
    end,
  });
  let open = state.open && known(state.open, undefined);
  const past = state.past.map((episode) => known(episode, 'OverWhenFound'));
  const touched = new Set<Growing<Input>>();

  const take = (episode: Growing<Input>, hit: Hit<Input>): void => {
    episode.episode = grow(episode.episode, hit.time, rule);
    episode.hits.push(hit);
    touched.add(episode);
  };

  const begin = (hit: Hit<Input>, end: Growing<Input>['end']): void => {
    const { time } = hit;
    const begun: Growing<Input> = {
      episode: { firstMatch: time, lastMatch: time, expires: time + rule.lifetime, matchCount: 1 },
      ruleMatchId: undefined,
      hits: [hit],
      end,
    };
    touched.add(begun);
    if (end === undefined) open = begun;
    else past.push(begun);
  };

  for (const hit of hits) {
    const { time } = hit;
    const isBefore = open !== undefined && time + rule.lifetime <= open.episode.firstMatch;
    if (open && !isBefore) {
      if (time < open.episode.expires) {
        take(open, hit);
        continue;
      }
      open.end = 'Expired';
      touched.add(open);
      open = undefined;
    }
    const over = past.find(
      ({ episode }) => time >= episode.firstMatch && time < episode.expires && grow(episode, time, rule).expires <= now,
    );
    if (over) take(over, hit);
    else if (hit.actsWhenOver) begin(hit, isBefore ? 'Expired' : undefined);
    else begin(hit, isBefore || time + rule.lifetime <= now ? 'OverWhenFound' : undefined);
  }
  return [...touched].map(({ episode, ...followed }) => ({ ...episode, ...followed }));
};
