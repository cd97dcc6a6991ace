/** Kinds of matches, best first. */
export const tiers = ['whole', 'start', 'words', 'initials', 'inside', 'letters'] as const;
export type Tier = (typeof tiers)[number];

/** A match: its tier, the indexes of the matching letters, and the number of letters between them. */
export interface LabelMatch {
  readonly tier: Tier;
  readonly marks: readonly number[];
  readonly spread: number;
}

/** A subsequence of fewer letters matches almost every label. */
const minScatteredLetters = 3;

/** The letters of a text in lower case without accents; indexes equal those of the text. */
const lettersOf = (text: string): readonly string[] =>
  [...text].map((letter) => (letter.normalize('NFD')[0] ?? letter).toLowerCase());

const isWordStart = (letters: readonly string[], place: number): boolean =>
  place === 0 || !/[\p{L}\p{N}]/u.test(letters[place - 1] ?? '');

const range = (start: number, length: number): readonly number[] => Array.from({ length }, (_, index) => start + index);

const startsAt = (letters: readonly string[], wanted: readonly string[], place: number): boolean =>
  wanted.every((letter, index) => letters[place + index] === letter);

const places = (letters: readonly string[]): readonly number[] => range(0, letters.length);

/** Finds each word at an index that `allows` accepts. Returns the indexes of all letters, or `undefined`. */
const findWords = (
  letters: readonly string[],
  words: readonly (readonly string[])[],
  allows: (place: number) => boolean,
): readonly number[] | undefined => {
  const marks = new Set<number>();
  for (const word of words) {
    const place = places(letters).find((each) => allows(each) && !marks.has(each) && startsAt(letters, word, each));
    if (place === undefined) return undefined;
    range(place, word.length).forEach((mark) => marks.add(mark));
  }
  return [...marks].sort((one, other) => one - other);
};

/** Finds the letters in sequence (a subsequence) among the given indexes. */
const findLetters = (
  letters: readonly string[],
  wanted: readonly string[],
  among: readonly number[],
): readonly number[] | undefined => {
  const marks: number[] = [];
  for (const place of among) if (letters[place] === wanted[marks.length]) marks.push(place);
  return marks.length >= wanted.length ? marks.slice(0, wanted.length) : undefined;
};

const spreadOf = (marks: readonly number[]): number => (marks.at(-1) ?? 0) - (marks[0] ?? 0) + 1 - marks.length;

/**
 * Fuzzy match of a label, ignoring case and accents: the whole label, a prefix, word prefixes in any order, initials,
 * substrings, or a subsequence of letters.
 */
export const matchLabel = (label: string, query: string): LabelMatch | undefined => {
  const letters = lettersOf(label);
  const words = query.trim().split(/\s+/).map(lettersOf);
  const whole = lettersOf(query.trim().replaceAll(/\s+/g, ' '));
  if (whole.length === 0) return undefined;
  if (startsAt(letters, whole, 0)) {
    const tier = whole.length === letters.length ? 'whole' : 'start';
    return { tier, marks: range(0, whole.length), spread: 0 };
  }
  const compact = words.flat();
  const wordStarts = places(letters).filter((place) => isWordStart(letters, place));
  const attempts: readonly (readonly [Tier, () => readonly number[] | undefined])[] = [
    ['words', () => findWords(letters, words, (place) => isWordStart(letters, place))],
    ['initials', () => (compact.length > 1 ? findLetters(letters, compact, wordStarts) : undefined)],
    ['inside', () => findWords(letters, words, () => true)],
    [
      'letters',
      () => (compact.length >= minScatteredLetters ? findLetters(letters, compact, places(letters)) : undefined),
    ],
  ];
  for (const [tier, find] of attempts) {
    const marks = find();
    if (marks) return { tier, marks, spread: spreadOf(marks) };
  }
  return undefined;
};
