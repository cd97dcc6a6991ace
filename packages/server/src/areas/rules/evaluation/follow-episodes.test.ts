import { describe, expect, it } from 'vitest';
import { followEpisodes, type KnownEpisode } from './follow-episodes.ts';

const rule = { lifetime: 100, sliding: false };
const sliding = { lifetime: 100, sliding: true };
const hits = (...times: number[]) => times.map((time) => ({ time, input: time }));
const open: KnownEpisode = { ruleMatchId: 'open', firstMatch: 1_000, lastMatch: 1_000, expires: 1_100, matchCount: 1 };
const past: KnownEpisode = { ruleMatchId: 'past', firstMatch: 500, lastMatch: 520, expires: 600, matchCount: 2 };
const none = { open: undefined, past: [] };
const now = 1_050;

describe('followEpisodes', () => {
  it('collapses hits into one episode', () => {
    expect(followEpisodes(none, hits(1_000, 1_010, 1_020), rule, now)).toMatchObject([
      { firstMatch: 1_000, lastMatch: 1_020, expires: 1_100, matchCount: 3, end: undefined, ruleMatchId: undefined },
    ]);
  });

  it('extends the expiry only if it slides', () => {
    expect(followEpisodes({ open, past: [] }, hits(1_040), rule, now)).toMatchObject([{ expires: 1_100 }]);
    expect(followEpisodes({ open, past: [] }, hits(1_040), sliding, now)).toMatchObject([{ expires: 1_140 }]);
  });

  it('never moves the expiry back', () => {
    const longer = { open: { ...open, expires: 1_500 }, past: [] };
    expect(followEpisodes(longer, hits(1_040), sliding, now)).toMatchObject([{ expires: 1_500 }]);
  });

  it('begins the next episode for a hit exactly at the expiry', () => {
    expect(followEpisodes({ open, past: [] }, hits(1_050, 1_100), rule, now)).toMatchObject([
      { ruleMatchId: 'open', matchCount: 2, end: 'Expired' },
      { ruleMatchId: undefined, firstMatch: 1_100, end: undefined },
    ]);
  });

  it('begins and ends an episode between two hits', () => {
    expect(followEpisodes(none, hits(1_040, 1_140), rule, now)).toMatchObject([
      { firstMatch: 1_040, end: 'Expired' },
      { firstMatch: 1_140, end: undefined },
    ]);
  });

  it('marks episodes that are over when they are found', () => {
    const found = followEpisodes(none, hits(100, 500, 1_000), rule, now);
    expect(found.map(({ end }) => end)).toEqual(['OverWhenFound', 'OverWhenFound', undefined]);
  });

  it('opens an episode that acts when it is over, and begins and ends one before the open episode', () => {
    const acting = hits(500, 520, 1_000).map((hit) => ({ ...hit, actsWhenOver: true }));
    expect(followEpisodes(none, acting, rule, now)).toMatchObject([
      { firstMatch: 500, matchCount: 2, end: 'Expired' },
      { firstMatch: 1_000, end: undefined },
    ]);
    expect(followEpisodes(none, acting.slice(0, 2), rule, now)).toMatchObject([{ matchCount: 2, end: undefined }]);
    expect(followEpisodes({ open, past: [] }, acting, rule, now)).toMatchObject([
      { firstMatch: 500, matchCount: 2, end: 'Expired' },
      { ruleMatchId: 'open', matchCount: 2, end: undefined },
    ]);
  });

  it('keeps much earlier hits out of the open episode', () => {
    expect(followEpisodes({ open, past: [] }, hits(500, 520, 1_060), rule, now)).toMatchObject([
      { firstMatch: 500, matchCount: 2, end: 'OverWhenFound' },
      { ruleMatchId: 'open', matchCount: 2, end: undefined },
    ]);
  });

  it('lets an earlier hit move the begin of the open episode', () => {
    expect(followEpisodes({ open, past: [] }, hits(950), rule, now)).toMatchObject([
      { ruleMatchId: 'open', firstMatch: 950, lastMatch: 1_000, expires: 1_100, matchCount: 2 },
    ]);
  });

  it('adds replayed hits to the past episode that they belong to', () => {
    expect(followEpisodes({ open: undefined, past: [past] }, hits(540, 560, 700), rule, now)).toMatchObject([
      { ruleMatchId: 'past', lastMatch: 560, matchCount: 4, expires: 600, end: 'OverWhenFound' },
      { firstMatch: 700, end: 'OverWhenFound' },
    ]);
  });

  it('begins another episode if a hit would extend a past one into the present', () => {
    const times = [540, 600, 690, 780, 870, 960];
    expect(followEpisodes({ open: undefined, past: [past] }, hits(...times), sliding, now)).toMatchObject([
      { ruleMatchId: 'past', lastMatch: 870, matchCount: 7, expires: 970, end: 'OverWhenFound' },
      { firstMatch: 960, matchCount: 1, expires: 1_060, end: undefined },
    ]);
  });

  it.each([1, 2, 3, 5])('gives the same episodes in batches of %i', (size) => {
    const all = hits(540, 600, 1_000, 690, 1_040, 1_140, 1_020, 1_300, 1_200);
    const whole = followEpisodes({ open: undefined, past: [past] }, all, sliding, now);
    let state: { open: KnownEpisode | undefined; past: KnownEpisode[] } = { open: undefined, past: [past] };
    const episodes = new Map<string, object>();
    let named = 0;
    for (let at = 0; at < all.length; at += size) {
      for (const { hits: _, ...episode } of followEpisodes(state, all.slice(at, at + size), sliding, now)) {
        const known = { ...episode, ruleMatchId: episode.ruleMatchId ?? `begun ${(named += 1)}` };
        episodes.set(known.ruleMatchId, { ...known, ruleMatchId: episode.ruleMatchId === 'past' ? 'past' : undefined });
        const others = state.past.filter(({ ruleMatchId }) => ruleMatchId !== known.ruleMatchId);
        if (known.end === 'OverWhenFound') state = { ...state, past: [...others, known] };
        else state = { ...state, open: known.end === undefined ? known : undefined };
      }
    }
    const stripped = whole.map(({ hits: _, ...episode }) => ({
      ...episode,
      ruleMatchId: episode.ruleMatchId === 'past' ? 'past' : undefined,
    }));
    expect([...episodes.values()]).toEqual(stripped);
  });
});
