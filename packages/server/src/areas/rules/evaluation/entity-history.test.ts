import { describe, expect, it } from 'vitest';
import { createEntityHistory } from './entity-history.ts';

const load = { group: 'Metrics', name: 'Load' } as const;
const other = { group: 'Metrics', name: 'Other' } as const;
const packetAt = (time: number) => ({ time, message: { Metrics: { Load: time, Other: -time } } });

describe('the history of an entity', () => {
  it('reads a field in turns and keeps its values, also when packets are added', async () => {
    let turns = 0;
    let looked = 0;
    const taking = { isDue: () => (looked += 1) % 100 === 0, take: async () => void (turns += 1) };
    const history = createEntityHistory(Array.from({ length: 1_000 }, (_, place) => packetAt(2 * place)));
    await history.prepare?.([load, other], taking);
    expect(turns).toBe(20);
    history.add(packetAt(7));
    await history.prepare?.([load], taking);
    expect(turns).toBe(20);
    for (const [field, sign] of [
      [load, 1],
      [other, -1],
    ] as const)
      expect(history.samples(field, 4, 10)).toEqual([6, 7, 8].map((time) => ({ time, value: sign * time })));
    const copy = history.copy();
    copy.add(packetAt(9));
    expect([copy, history].map((each) => each.samples(load, 6, 10).map(({ time }) => time))).toEqual([
      [7, 8, 9],
      [7, 8],
    ]);
  });

  it('rejects with the error of a turn', async () => {
    const failing = { isDue: () => true, take: () => Promise.reject(new Error('beyond the budget')) };
    await expect(createEntityHistory([packetAt(1)]).prepare?.([load], failing)).rejects.toThrow('beyond the budget');
  });
});
