import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { compareFacts, digestOf, type Fact } from './inventory-facts.ts';

const fact = (item: string, value: string, section = 5): Fact => ({ section, item, value });
const facts = fc.array(
  fc.record({ section: fc.constantFrom(1, 5), item: fc.constantFrom('a', 'b'), value: fc.constantFrom('1', '2', '3') }),
);
const asSet = (given: readonly Fact[]) => new Set(given.map((each) => JSON.stringify(each)));

describe('comparing two inventories', () => {
  it('reports one value that replaces another as a change', () => {
    expect(compareFacts([fact('openssl', '1')], [fact('openssl', '2')])).toEqual([
      { section: 5, kind: 3, item: 'openssl', before: '1', after: '2' },
    ]);
  });

  it('keeps items of different sections apart', () => {
    expect(compareFacts([fact('a', '1', 1)], [fact('a', '1', 5)])).toHaveLength(2);
  });

  it('returns changes that turn the first inventory into the second', () => {
    fc.assert(
      fc.property(facts, facts, (before, after) => {
        const result = asSet(before);
        for (const { section, item, before: gone, after: added } of compareFacts(before, after)) {
          if (gone !== null) result.delete(JSON.stringify({ section, item, value: gone }));
          if (added !== null) result.add(JSON.stringify({ section, item, value: added }));
        }
        expect(result).toEqual(asSet(after));
      }),
    );
  });

  it('finds no differences if and only if the digests of the distinct facts are equal', () => {
    fc.assert(
      fc.property(facts, facts, (before, after) => {
        const [old, fresh] = [before, after].map((given) => [...asSet(given)].map((text) => JSON.parse(text) as Fact));
        expect(compareFacts(before, after).length === 0).toBe(digestOf(old ?? []) === digestOf(fresh ?? []));
      }),
    );
  });
});
