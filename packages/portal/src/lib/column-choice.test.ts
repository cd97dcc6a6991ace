import { describe, expect, test } from 'vitest';
import { isColumnChoice, isColumnShown, noColumnChoice, withColumn } from './column-choice.ts';

const plain = { field: 'name' };
const hidden = { field: 'created', isHidden: true };
const wide = { field: 'phone', isWideOnly: true };

describe('the choice of columns', () => {
  test('leaves everything as the screen says at first', () => {
    expect(isColumnShown(plain, noColumnChoice, false)).toBe(true);
    expect(isColumnShown(hidden, noColumnChoice, true)).toBe(false);
    expect(isColumnShown(wide, noColumnChoice, false)).toBe(false);
    expect(isColumnShown(wide, noColumnChoice, true)).toBe(true);
  });

  test('shows a chosen column even where it is narrow', () => {
    const choice = withColumn(withColumn(noColumnChoice, 'phone', true), 'created', true);
    expect(isColumnShown(wide, choice, false)).toBe(true);
    expect(isColumnShown(hidden, choice, false)).toBe(true);
  });

  test('forgets a column that is chosen the other way', () => {
    const choice = withColumn(withColumn(noColumnChoice, 'name', false), 'name', true);
    expect(choice).toEqual({ shown: ['name'], hidden: [] });
    expect(isColumnShown(plain, withColumn(choice, 'name', false), true)).toBe(false);
  });

  test('knows its own form', () => {
    expect(isColumnChoice(noColumnChoice)).toBe(true);
    expect([null, 'x', {}, { shown: ['a'] }, { shown: [1], hidden: [] }].some(isColumnChoice)).toBe(false);
  });
});
