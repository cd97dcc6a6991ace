import { describe, expect, it } from 'vitest';
import { followEpisodes, type Episode } from './follow-episodes.ts';

const rule = { lifetime: 100, sliding: false };
const sliding = { lifetime: 100, sliding: true };
const hits = (...times: number[]) => times.map((time) => ({ time, packet: time }));
const open: Episode = { ruleMatchId: 'open', firstMatch: 1_000, lastMatch: 1_000, expires: 1_100, matchCount: 1 };
const none = { open: undefined, past: undefined };
const past: Episode = { ruleMatchId: 'past', firstMatch: 500, lastMatch: 520, expires: 600, matchCount: 2 };
const now = 1_050;

describe('followEpisodes', () => {
  it('collapses the hits of a batch into one episode', () => {
    const { begun } = followEpisodes(none, hits(1_000, 1_010, 1_020), rule, now);
    expect(begun).toMatchObject([
      { firstMatch: 1_000, lastMatch: 1_020, expires: 1_100, matchCount: 3, isOver: false },
    ]);
  });

  it('leaves the expiry alone unless it slides', () => {
    expect(followEpisodes({ open, past: undefined }, hits(1_040), rule, now).extended?.expires).toBe(1_100);
    expect(followEpisodes({ open, past: undefined }, hits(1_040), sliding, now).extended?.expires).toBe(1_140);
  });

  it('never moves the expiry back', () => {
    expect(
      followEpisodes({ open: { ...open, expires: 1_500 }, past: undefined }, hits(1_040), sliding, now).extended
        ?.expires,
    ).toBe(1_500);
  });

  it('begins the next episode at the expiry itself', () => {
    const { ended, extended, begun } = followEpisodes({ open, past: undefined }, hits(1_050, 1_100), rule, now);
    expect(ended).toBe(true);
    expect(extended?.matchCount).toBe(2);
    expect(begun).toMatchObject([{ firstMatch: 1_100, isOver: false }]);
  });

  it('marks what is over when it is found', () => {
    const { begun } = followEpisodes(none, hits(100, 500, 1_000), rule, now);
    expect(begun.map((episode) => episode.isOver)).toEqual([true, true, false]);
  });

  it('keeps hits of long before apart from the open episode', () => {
    const { ended, extended, begun } = followEpisodes({ open, past: undefined }, hits(500, 520, 1_060), rule, now);
    expect(ended).toBe(false);
    expect(extended?.matchCount).toBe(2);
    expect(begun).toMatchObject([{ firstMatch: 500, matchCount: 2, isOver: true }]);
  });

  it('gives replayed hits to the past episode that they belong to', () => {
    const { completed, begun } = followEpisodes({ open: undefined, past }, hits(540, 560, 700), rule, now);
    expect(completed).toMatchObject({ ruleMatchId: 'past', lastMatch: 560, matchCount: 4, expires: 600 });
    expect(begun).toMatchObject([{ firstMatch: 700, isOver: true }]);
  });

  it('begins anew when hits carry a past episode into the present', () => {
    const times = [540, 600, 690, 780, 870, 960];
    const { completed, begun } = followEpisodes({ open: undefined, past }, hits(...times), sliding, now);
    expect(completed).toBeUndefined();
    expect(begun).toMatchObject([{ firstMatch: 540, matchCount: 6, expires: 1_060, isOver: false }]);
  });
});
