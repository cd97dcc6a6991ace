/** A pseudorandom generator with a fixed seed, so that every first run shows the same stories. */
export interface RandomSource {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** An integer from `min` to `max`, both inclusive. */
  between(min: number, max: number): number;
  /** One of the items, all equally likely. */
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  chance(probability: number): boolean;
}

/** The generator mulberry32. */
export function randomSource(seed: number): RandomSource {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    between,
    pick: (items) => items[between(0, items.length - 1)] ?? items[0],
    chance: (probability) => next() < probability,
  };
}
