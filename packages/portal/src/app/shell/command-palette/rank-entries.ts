import { matchLabel, tiers, type LabelMatch } from './match-label.ts';
import type { FoundEntry, PaletteEntry, PaletteKind } from './palette-entry.ts';

const kinds: readonly PaletteKind[] = ['screen', 'action', 'tenant', 'workUnit'];

/** Tiers within which recent entries rank first: an exact match stays first. */
const bands: Readonly<Record<LabelMatch['tier'], number>> = {
  whole: 0,
  start: 1,
  words: 1,
  initials: 1,
  inside: 2,
  letters: 3,
};

/** A word prefix in hint or keywords ranks as a substring of the label; only letters of the label are marked. */
const matchEntry = ({ label, hint = '', keywords = '' }: PaletteEntry, query: string): LabelMatch | undefined => {
  const match = matchLabel(label, query);
  if (match && match.tier !== 'letters') return match;
  const around = matchLabel(`${label} ${hint} ${keywords}`, query);
  if (around?.tier !== 'words' && around?.tier !== 'start') return match;
  return { tier: 'inside', marks: around.marks.filter((place) => place < [...label].length), spread: around.spread };
};

const compare = (one: readonly (number | string)[], other: readonly (number | string)[]): number => {
  const place = one.findIndex((value, index) => value !== other[index]);
  const [left = 0, right = 0] = [one[place], other[place]];
  return typeof left === 'number' && typeof right === 'number'
    ? left - right
    : String(left).localeCompare(String(right));
};

/**
 * The matching entries, best first: by tier, then recency, spread of the letters, kind, length and label. The order is
 * deterministic.
 */
export const rankEntries = (
  entries: readonly PaletteEntry[],
  query: string,
  recent: readonly string[],
): readonly FoundEntry[] =>
  entries
    .flatMap((entry) => {
      const match = matchEntry(entry, query);
      if (!match) return [];
      const age = recent.indexOf(entry.id);
      const order = [
        bands[match.tier],
        age === -1 ? recent.length : age,
        tiers.indexOf(match.tier),
        match.spread,
        kinds.indexOf(entry.kind),
        entry.label.length,
        entry.label,
        entry.hint ?? '',
      ];
      return [{ found: { entry, marks: match.marks }, order }];
    })
    .sort((one, other) => compare(one.order, other.order))
    .map(({ found }) => found);
