import { describe, expect, test } from 'vitest';
import { chooseRows, withNews, withoutRows } from './chosen-rows.ts';

interface Row {
  readonly id: string;
  readonly city: string;
}

const rowId = (row: Row): string => row.id;
const row = (id: string, city = 'Oslo'): Row => ({ id, city });
const chosen = (...rows: Row[]) => new Map(rows.map((each) => [each.id, each]));

describe('chosen rows', () => {
  test('are remembered as they were on another page', () => {
    expect(chooseRows(chosen(row('1', 'Bergen')), ['1', '3'], [row('3'), row('4')], rowId)).toEqual(
      chosen(row('1', 'Bergen'), row('3')),
    );
  });

  test('leave out what is chosen no more, and what nobody has seen', () => {
    expect(chooseRows(chosen(row('1'), row('2')), ['2', '9'], [], rowId)).toEqual(chosen(row('2')));
  });

  test('take the news of those that are shown, in the order of choosing', () => {
    const news = withNews(chosen(row('2'), row('1')), [row('1', 'Bergen'), row('7')], rowId);
    expect([...news.values()]).toEqual([row('2'), row('1', 'Bergen')]);
  });

  test('stay the same when no news concerns them', () => {
    const before = chosen(row('1'));
    expect(withNews(before, [row('7')], rowId)).toBe(before);
  });

  test('lose those that are taken away', () => {
    expect(withoutRows(chosen(row('1'), row('2')), new Set(['1', '5']))).toEqual(chosen(row('2')));
  });
});
