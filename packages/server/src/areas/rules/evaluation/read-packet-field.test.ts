import { describe, expect, it } from 'vitest';
import { readField, readPacketField } from './read-packet-field.ts';

const many = Object.fromEntries(Array.from({ length: 20 }, (_, place) => [`Name${place}`, place]));

describe('a field of a packet', () => {
  it.each([
    ['few fields', { Load: 1, load: 2, LOAD: 3, Other: 4 }],
    ['many fields', { ...many, Load: 1, load: 2, LOAD: 3, Other: 4 }],
  ])('is found by its name, otherwise by the first name that differs only in case, among %s', (_, group) => {
    expect(['Load', 'LOAD', 'lOAD', 'other', 'missing'].map((name) => readField(group, name))).toEqual([
      1,
      3,
      1,
      4,
      undefined,
    ]);
    expect(readPacketField({ Value: 5, Metrics: group }, { group: 'Metrics', name: 'oTHER' })).toBe(4);
  });

  it('may be a path with dots', () => {
    const group = { ...many, Disk: { ...many, Free: { c: 7 } }, 'Disk.Used': 8 };
    expect(['disk.free.C', 'DISK.used', 'disk.none.c'].map((name) => readField(group, name))).toEqual([
      7,
      8,
      undefined,
    ]);
  });
});
