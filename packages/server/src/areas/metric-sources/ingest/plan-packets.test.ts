import { describe, expect, it } from 'vitest';
import type { MetricPoint } from './metric-point.ts';
import { planPackets, type TakenTimes } from './plan-packets.ts';

const entity = { entityId: '10000000-0000-4000-8000-000000000001', valueField: null };
const point = (name: string, time: number, value = 1, unit?: string): MetricPoint => ({
  source: undefined,
  time,
  fields: [{ name, value, unit }],
});
const planned = (points: readonly MetricPoint[], valueField: string | null = null, taken: TakenTimes = new Map()) =>
  planPackets({ ...entity, valueField }, points, taken).packets.map(({ packet: { time, message } }) => ({
    time,
    message,
  }));

describe('planPackets', () => {
  it('combines the points of one reading into one packet with the time of the newest', () => {
    expect(planned([point('b', 1_000), point('a', 1_400, 2)])).toEqual([
      { time: 1_400, message: { Metrics: { a: 2, b: 1 } } },
    ]);
  });

  it('starts another reading after a second, and at a repeated field', () => {
    expect(planned([point('a', 1_000), point('b', 2_001)])).toHaveLength(2);
    expect(planned([point('a', 1_000), point('a', 1_500)]).map(({ time }) => time)).toEqual([1_000, 1_500]);
  });

  it('returns the same packets for the same points in any order', () => {
    const points = [point('c', 5), point('a', 5), point('b', 5), point('a', 7_000)];
    expect(JSON.stringify(planned(points.toReversed()))).toBe(JSON.stringify(planned(points)));
  });

  it('sets Value, its name and its unit from the chosen field', () => {
    expect(planned([point('a', 1, 4, 'ms'), point('b', 1)], 'a')).toEqual([
      { time: 1, message: { Value: 4, Properties: { ValueName: 'a', Unit: 'ms' }, Metrics: { a: 4, b: 1 } } },
    ]);
  });

  it('splits many fields into several packets, of which the one with the value is the newest', () => {
    const points = Array.from({ length: 1_201 }, (_, index) => point(`f${String(index).padStart(4, '0')}`, 10_000));
    const packets = planned(points, 'f1200');
    expect(packets.map(({ time }) => time)).toEqual([10_000, 9_999, 9_998]);
    expect(packets[0]?.message).toMatchObject({ Value: 1 });
    const fields = packets.flatMap(({ message }) => Object.keys(message.Metrics ?? {}));
    expect(new Set(fields).size).toBe(1_201);
  });

  it('keeps packets below the size limit', () => {
    const points = Array.from({ length: 600 }, (_, index) => point(`${'"'.repeat(190)}${index}`, 10_000));
    for (const { message } of planned(points)) expect(JSON.stringify(message).length).toBeLessThan(65_536);
  });

  it('avoids the times of other packets of the entity', () => {
    const taken: TakenTimes = new Map();
    planned([point('a', 100)], null, taken);
    expect(planned([point('b', 100)], null, taken).map(({ time }) => time)).toEqual([99]);
    expect(planned([point('c', 100)], 'c', taken).map(({ time }) => time)).toEqual([101]);
  });

  it('counts points that repeat a field for one time, and points without a free time', () => {
    const twice = planPackets(entity, [point('a', 1_000, 1), point('a', 1_000, 2), point('b', 1_000)], new Map());
    expect(twice).toMatchObject({ repeated: 1, crowded: 0, packets: [{ points: 2 }] });
    const next = planPackets(entity, [point('b', 1_000), point('a', 2_000), point('b', 2_000)], new Map());
    expect(next).toMatchObject({ repeated: 0, packets: [{ points: 2 }, { points: 1 }] });
    const taken: TakenTimes = new Map([
      [entity.entityId, new Set(Array.from({ length: 1_001 }, (_, index) => 5_000 - index))],
    ]);
    expect(planPackets(entity, [point('a', 5_000)], taken)).toEqual({ packets: [], repeated: 0, crowded: 1 });
  });

  it('keeps a field with the name __proto__', () => {
    expect(JSON.stringify(planned([point('__proto__', 1)])[0]?.message)).toBe('{"Metrics":{"__proto__":1}}');
  });
});
