import { describe, expect, it } from 'vitest';
import { createSeriesCache } from './known-series.ts';

const entity = (number: number) => ({ tenantId: 'tenant', entityId: String(number) });
const known = (series: number) => ({ series, newest: 0 });

describe('the cache of series', () => {
  it('keeps the most recently used ones, at most two generations of them', () => {
    const cache = createSeriesCache(3);
    for (const number of [1, 2, 3, 4, 5]) {
      cache.set(entity(number), known(number));
      expect(cache.get(entity(1))).toEqual(known(1));
    }
    for (const number of [6, 7, 8, 9]) cache.set(entity(number), known(number));
    const kept = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((number) => cache.get(entity(number)) !== undefined);
    expect(kept).toContain(9);
    expect(kept).not.toContain(2);
    expect(kept.length).toBeLessThanOrEqual(6);
  });

  it('keeps tenants apart, replaces entries and deletes them', () => {
    const cache = createSeriesCache();
    cache.set(entity(1), known(7));
    cache.set(entity(1), known(8));
    expect(cache.get(entity(1))).toEqual(known(8));
    expect(cache.get({ tenantId: 'other', entityId: '1' })).toBeUndefined();
    cache.delete(entity(1));
    expect(cache.get(entity(1))).toBeUndefined();
  });
});
