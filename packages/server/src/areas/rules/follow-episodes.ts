/** The open episode of a rule and a subject; times in milliseconds since 1970. */
export interface Episode {
  readonly ruleMatchId: string;
  readonly firstMatch: number;
  readonly lastMatch: number;
  readonly expires: number;
  readonly matchCount: number;
}

/** A packet that satisfied the rule, at its own time. */
export interface Hit<Packet> {
  readonly time: number;
  readonly packet: Packet;
}

/** An episode that hits began; `isOver` when its lifetime had passed before it was found. */
export interface BegunEpisode<Packet> extends Omit<Episode, 'ruleMatchId'> {
  readonly hits: readonly Hit<Packet>[];
  readonly isOver: boolean;
}

export interface EpisodeChanges<Packet> {
  /** The open episode as hits have left it. */
  readonly extended: Episode | undefined;
  /** Whether the episode that was open has ended, in packet time, before a hit. */
  readonly ended: boolean;
  /** At most the last of them is not over. */
  readonly begun: readonly BegunEpisode<Packet>[];
}

export interface EpisodeLifetime {
  /** Milliseconds. */
  readonly lifetime: number;
  readonly sliding: boolean;
}

type Growing<Packet> = Omit<Episode, 'ruleMatchId'> & { readonly hits: readonly Hit<Packet>[] };

const grow = <Shape extends Omit<Episode, 'ruleMatchId'>>(
  episode: Shape,
  time: number,
  rule: EpisodeLifetime,
): Shape => ({
  ...episode,
  firstMatch: Math.min(episode.firstMatch, time),
  lastMatch: Math.max(episode.lastMatch, time),
  matchCount: episode.matchCount + 1,
  expires: rule.sliding ? Math.max(episode.expires, time + rule.lifetime) : episode.expires,
});

const begin = <Packet>(hit: Hit<Packet>, rule: EpisodeLifetime): Growing<Packet> => ({
  firstMatch: hit.time,
  lastMatch: hit.time,
  expires: hit.time + rule.lifetime,
  matchCount: 1,
  hits: [hit],
});

const beginAll = <Packet>(hits: readonly Hit<Packet>[], rule: EpisodeLifetime): Growing<Packet>[] => {
  const begun: Growing<Packet>[] = [];
  for (const hit of hits) {
    const last = begun.at(-1);
    if (last && hit.time < last.expires)
      begun[begun.length - 1] = { ...grow(last, hit.time, rule), hits: [...last.hits, hit] };
    else begun.push(begin(hit, rule));
  }
  return begun;
};

/**
 * Follows the hits of one rule and subject, in the order of their time, through its episodes (decisions, section 6).
 * A hit before `expires` belongs to the episode, a later one ends it and begins the next. Hits that lie a lifetime or
 * more before the open episode make episodes of their own, which are over.
 */
export const followEpisodes = <Packet>(
  open: Episode | undefined,
  hits: readonly Hit<Packet>[],
  rule: EpisodeLifetime,
  now: number,
): EpisodeChanges<Packet> => {
  const finish = (begun: readonly Growing<Packet>[]): BegunEpisode<Packet>[] =>
    begun.map((episode, index) => ({ ...episode, isOver: index < begun.length - 1 || episode.expires <= now }));
  if (!open) return { extended: undefined, ended: false, begun: finish(beginAll(hits, rule)) };

  const before = hits.filter((hit) => hit.time + rule.lifetime <= open.firstMatch);
  const past = beginAll(before, rule).map((episode) => ({ ...episode, isOver: true }));
  let current = open;
  let next = before.length;
  for (let hit = hits[next]; hit && hit.time < current.expires; hit = hits[next]) {
    current = grow(current, hit.time, rule);
    next += 1;
  }
  const after = hits.slice(next);
  return {
    extended: current === open ? undefined : current,
    ended: after.length > 0,
    begun: [...past, ...finish(beginAll(after, rule))],
  };
};
