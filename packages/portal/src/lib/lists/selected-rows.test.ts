import { describe, expect, test } from 'vitest';
import { selectRows, refreshRows, deselectRows } from './selected-rows.ts';

interface Row {
  readonly id: string;
  readonly city: string;
}

const rowId = (row: Row): string => row.id;
const row = (id: string, city = 'Oslo'): Row => ({ id, city });
const chosen = (...rows: Row[]) => new Map(rows.map((each) => [each.id, each]));

describe('selected rows', () => {
  test('keep their last known values while another page is shown', () => {
    expect(selectRows(chosen(row('1', 'Bergen')), ['1', '3'], [row('3'), row('4')], rowId)).toEqual(
      chosen(row('1', 'Bergen'), row('3')),
    );
  });

  test('leave out deselected ids and unknown ids', () => {
    expect(selectRows(chosen(row('1'), row('2')), ['2', '9'], [], rowId)).toEqual(chosen(row('2')));
  });

  test('are updated with the values of shown rows and keep their order', () => {
    const news = refreshRows(chosen(row('2'), row('1')), [row('1', 'Bergen'), row('7')], rowId);
    expect([...news.values()]).toEqual([row('2'), row('1', 'Bergen')]);
  });

  test('stay the same object when no selected row is shown', () => {
    const before = chosen(row('1'));
    expect(refreshRows(before, [row('7')], rowId)).toBe(before);
  });

  test('no longer contain deselected rows', () => {
    expect(deselectRows(chosen(row('1'), row('2')), new Set(['1', '5']))).toEqual(chosen(row('2')));
  });
});
