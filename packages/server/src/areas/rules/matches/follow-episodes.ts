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
  /** The past episode as hits have left it; it stays over. */
  readonly completed: Episode | undefined;
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

interface Growing<Packet> {
  readonly episode: Omit<Episode, 'ruleMatchId'>;
  readonly hits: Hit<Packet>[];
}

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

const beginAll = <Packet>(hits: readonly Hit<Packet>[], rule: EpisodeLifetime): Growing<Packet>[] => {
  const begun: Growing<Packet>[] = [];
  for (const hit of hits) {
    const { time } = hit;
    const last = begun.at(-1);
    if (last && time < last.episode.expires) {
      last.hits.push(hit);
      begun[begun.length - 1] = { episode: grow(last.episode, time, rule), hits: last.hits };
    } else {
      const episode = { firstMatch: time, lastMatch: time, expires: time + rule.lifetime, matchCount: 1 };
      begun.push({ episode, hits: [hit] });
    }
  }
  return begun;
};

/** Lets an episode take the hits that come before it expires; answers it and how many those were. */
const takeHits = (
  episode: Episode,
  hits: readonly Hit<unknown>[],
  rule: EpisodeLifetime,
): { readonly episode: Episode; readonly taken: number } => {
  let grown = episode;
  let taken = 0;
  for (const { time } of hits) {
    if (time >= grown.expires) break;
    grown = grow(grown, time, rule);
    taken += 1;
  }
  return { episode: grown, taken };
};

/**
 * Follows the hits of one rule and subject, in the order of their time, through its episodes
 * (docs/reference/rule-matches.md#rules). A hit before `expires` belongs to the episode, a later one ends it and begins
 * the next. Hits that lie a lifetime or more before the open episode belong to episodes that are over: to the `past`
 * one, found over when an earlier part of a spool was replayed and begun no later than they, or to their own. A past
 * episode that hits carry into the present stays as it was, and they begin a new one.
 */
export const followEpisodes = <Packet>(
  { open, past }: { readonly open: Episode | undefined; readonly past: Episode | undefined },
  hits: readonly Hit<Packet>[],
  rule: EpisodeLifetime,
  now: number,
): EpisodeChanges<Packet> => {
  const finish = (begun: readonly Growing<Packet>[], allOver: boolean): BegunEpisode<Packet>[] =>
    begun.map(({ episode, hits: of }, index) => ({
      ...episode,
      hits: of,
      isOver: allOver || index < begun.length - 1 || episode.expires <= now,
    }));

  const present = open ? hits.findIndex((hit) => hit.time + rule.lifetime > open.firstMatch) : -1;
  const before = open ? hits.slice(0, present === -1 ? hits.length : present) : hits;
  const resumed = past && takeHits(past, before, rule);
  const completes = resumed !== undefined && resumed.taken > 0 && resumed.episode.expires <= now;
  const begun = finish(beginAll(before.slice(completes ? resumed.taken : 0), rule), open !== undefined);
  const completed = completes ? resumed.episode : undefined;
  if (!open) return { extended: undefined, completed, ended: false, begun };

  const { episode, taken } = takeHits(open, hits.slice(before.length), rule);
  const after = hits.slice(before.length + taken);
  return {
    extended: taken > 0 ? episode : undefined,
    completed,
    ended: after.length > 0,
    begun: [...begun, ...finish(beginAll(after, rule), false)],
  };
};
