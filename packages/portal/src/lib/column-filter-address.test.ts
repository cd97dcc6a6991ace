import { describe, expect, test } from 'vitest';
import { parseQuery, stringifyQuery } from './address-query.ts';
import { readConditions, writeConditions } from './column-filter-address.ts';
import type { ColumnFilter, Condition } from './column-filter.ts';

const filters: readonly ColumnFilter[] = [
  { kind: 'text', path: 'name', label: 'Name' },
  { kind: 'dateTime', path: 'created', label: 'Created' },
  {
    kind: 'enumeration',
    path: 'stateId',
    label: 'State',
    options: [
      { value: 'New', label: 'New' },
      { value: 'OnHold', label: 'On hold' },
    ],
  },
  { kind: 'enumeration', path: 'typeId', label: 'Type', options: [] },
  { kind: 'tenant', path: 'tenantId', label: 'Tenant', set: '/v1/locations' },
];

const start: readonly Condition[] = [{ path: 'stateId', operator: 'in', values: ['New'] }];

describe('filters in the address', () => {
  test('read as column, operator and values', () => {
    expect(readConditions('stateId~in~New,OnHold;created~after~2026-05-01T08:15Z;name~empty', filters)).toEqual([
      { path: 'stateId', operator: 'in', values: ['New', 'OnHold'] },
      { path: 'created', operator: 'after', values: ['2026-05-01T08:15Z'] },
      { path: 'name', operator: 'empty', values: [] },
    ]);
  });

  test('stand in a link without a single escape', () => {
    const filter = writeConditions([{ path: 'created', operator: 'after', values: ['2026-05-01T08:15Z'] }, ...start]);
    expect(stringifyQuery({ filter })).toBe('?filter=created~after~2026-05-01T08:15Z;stateId~in~New');
  });

  test.each(['a;b', 'a~b', 'a,b', '100%', '%3B', "O'Brien & Söhne + 1", 'a=b#c?d/e'])('keep the value %s', (value) => {
    const condition: Condition = { path: 'name', operator: 'contains', values: [value] };
    const query = parseQuery(stringifyQuery({ filter: writeConditions([condition]) }));
    expect(readConditions(query['filter'], filters)).toEqual([condition]);
  });

  test.each([
    'unknown~is~1',
    'name~nonsense~1',
    'name',
    'name~contains~',
    'stateId~in~Nonsense',
    'created~after~yesterday',
    'created~after~2026-19-41T08:15Z',
    'tenantId~in~42',
    ';;~~,,',
  ])('that make no sense are left out: %s', (text) => {
    expect(readConditions(text, filters, start)).toEqual([]);
  });

  test('take numbers whose names are not known yet', () => {
    expect(readConditions('typeId~in~1,2', filters)).toHaveLength(1);
  });

  test('stay out of the address while they are those of the start', () => {
    expect(writeConditions(start, start)).toBeUndefined();
    expect(readConditions(undefined, filters, start)).toBe(start);
  });

  test('tell no chip at all from the chips of the start', () => {
    expect(readConditions(writeConditions([], start), filters, start)).toEqual([]);
  });
});
