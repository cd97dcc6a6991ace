import { describe, expect, test } from 'vitest';
import { conditionFilter } from './column-filter-odata.ts';
import { conditionError, operatorsOf, type ColumnFilter, type Operator } from './column-filter.ts';

const declared = (kind: 'text' | 'number' | 'dateTime' | 'guid' | 'boolean'): ColumnFilter => ({
  kind,
  path: 'x',
  label: 'X',
});
const tenant: ColumnFilter = { kind: 'tenant', path: 'x', label: 'X', set: '/v1/locations' };
const named: ColumnFilter = { kind: 'enumeration', path: 'x', label: 'X', options: [{ value: 'New', label: 'New' }] };
const numbered: ColumnFilter = { kind: 'enumeration', path: 'x', label: 'X', options: [{ value: 1, label: 'One' }] };
const id = '0f0e1d2c-3b4a-4958-8776-655443322110';

const translated = (filter: ColumnFilter, operator: Operator, ...values: string[]) =>
  conditionFilter([filter], [{ path: 'x', operator, values }]);

describe('column filters as OData', () => {
  test.each([
    ['contains', "contains(tolower(x),'o''neil')"],
    ['lacks', "x eq null or not contains(tolower(x),'o''neil')"],
    ['is', "tolower(x) eq 'o''neil'"],
    ['not', "tolower(x) ne 'o''neil'"],
    ['starts', "startswith(tolower(x),'o''neil')"],
    ['ends', "endswith(tolower(x),'o''neil')"],
  ] as const)('compare texts case-insensitively: %s', (operator, expected) => {
    expect(translated(declared('text'), operator, " O'Neil ")).toBe(expected);
  });

  test('compare people with the signed-in user (`me`) or with a mail address', () => {
    const person: ColumnFilter = { kind: 'person', path: 'x', label: 'X' };
    const involved: ColumnFilter = { kind: 'involved', path: 'x', label: 'X', matches: (mail) => `y eq ${mail}` };
    expect(translated(person, 'is', 'me')).toBe('tolower(x) eq @me');
    expect(translated(person, 'not', 'Me')).toBe('tolower(x) ne @me');
    expect(translated(person, 'contains', 'me')).toBe("contains(tolower(x),'me')");
    expect(translated(person, 'is', 'Ann@example.org')).toBe("tolower(x) eq 'ann@example.org'");
    expect(translated(involved, 'is', 'me')).toBe('y eq @me');
    expect(translated(involved, 'not', "Ann@o'neil.org")).toBe("not (y eq 'ann@o''neil.org')");
  });

  test('treat empty text and null alike', () => {
    expect(translated(declared('text'), 'empty')).toBe("x eq null or x eq ''");
    expect(translated(declared('text'), 'given')).toBe("x ne null and x ne ''");
  });

  test.each(['eq', 'ne', 'gt', 'ge', 'lt', 'le'] as const)('compare numbers exactly: %s', (operator) => {
    expect(translated(declared('number'), operator, '42')).toBe(`x ${operator} 42`);
  });

  test("add 59.999 seconds to the minute of an 'after'", () => {
    expect(translated(declared('dateTime'), 'after', '2026-05-01T08:15Z')).toBe('x gt 2026-05-01T08:15:59.999Z');
  });

  test.each([
    ['from', 'x ge 2026-05-01T08:15:00.000Z'],
    ['before', 'x lt 2026-05-01T08:15:00.000Z'],
    ['until', 'x le 2026-05-01T08:15:59.999Z'],
    ['is', 'x ge 2026-05-01T08:15:00.000Z and x le 2026-05-01T08:15:59.999Z'],
    ['not', 'x lt 2026-05-01T08:15:00.000Z or x gt 2026-05-01T08:15:59.999Z'],
  ] as const)('compare with the whole minute: %s', (operator, expected) => {
    expect(translated(declared('dateTime'), operator, '2026-05-01T08:15Z')).toBe(expected);
  });

  test('treat times before 2022 as empty', () => {
    expect(translated(declared('dateTime'), 'empty')).toBe('x eq null or x lt 2022-01-01T00:00:00.000Z');
    expect(translated(declared('dateTime'), 'given')).toBe('x ge 2022-01-01T00:00:00.000Z');
  });

  test('quote the names of an enumeration and not its numbers', () => {
    expect(translated(named, 'in', 'New')).toBe("x in ('New')");
    expect(translated(numbered, 'in', '1', '7')).toBe('x in (1,7)');
    expect(translated(numbered, 'out', '1')).toBe('not (x in (1))');
  });

  test('combine rows without a tenant with those of selected tenants', () => {
    expect(translated(tenant, 'in', id)).toBe(`x in (${id})`);
    expect(translated(tenant, 'in', id, 'none')).toBe(`(x in (${id})) or (x eq null)`);
    expect(translated(tenant, 'out', 'none')).toBe('not (x eq null)');
  });

  test('join all conditions', () => {
    const filters = [declared('boolean'), { ...declared('guid'), path: 'y' }];
    const conditions = [
      { path: 'x', operator: 'is', values: ['true'] },
      { path: 'y', operator: 'not', values: [id] },
    ] as const;
    expect(conditionFilter(filters, conditions)).toBe(`(x eq true) and (y ne ${id})`);
  });
});

describe('the validation of a condition', () => {
  test('requires a value, unless the operator takes none', () => {
    expect(conditionError(declared('text'), { operator: 'contains', values: [' '] })).toBe('Please make a selection');
    expect(conditionError(named, { operator: 'in', values: [] })).toBe('Please make a selection');
    expect(conditionError(declared('text'), { operator: 'empty', values: [] })).toBeUndefined();
  });

  test('depends on the kind of the column', () => {
    expect(conditionError(declared('guid'), { operator: 'is', values: ['42'] })).toBe('Please enter a valid GUID.');
    expect(conditionError(declared('guid'), { operator: 'is', values: [id.toUpperCase()] })).toBeUndefined();
    expect(conditionError(declared('number'), { operator: 'gt', values: ['four'] })).toBe('Please enter a number.');
    expect(conditionError(declared('dateTime'), { operator: 'is', values: ['soon'] })).toBe(
      'Please enter a valid date',
    );
  });

  test('offers multi-value operators for enumerations only', () => {
    expect(operatorsOf('boolean')).toEqual(['is']);
    expect(operatorsOf('tenant')).toEqual(['in', 'out']);
  });
});
