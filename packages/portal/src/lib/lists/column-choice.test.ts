import { describe, expect, test } from 'vitest';
import { isColumnChoice, isColumnShown, noColumnChoice, withColumn } from './column-choice.ts';

const plain = { field: 'name' };
const hidden = { field: 'created', isHidden: true };
const wide = { field: 'phone', isWideOnly: true };

describe('the visibility of columns', () => {
  test('follows the defaults of the screen', () => {
    expect(isColumnShown(plain, noColumnChoice, false)).toBe(true);
    expect(isColumnShown(hidden, noColumnChoice, true)).toBe(false);
    expect(isColumnShown(wide, noColumnChoice, false)).toBe(false);
    expect(isColumnShown(wide, noColumnChoice, true)).toBe(true);
  });

  test('shows a chosen column in a narrow window too', () => {
    const choice = withColumn(withColumn(noColumnChoice, 'phone', true), 'created', true);
    expect(isColumnShown(wide, choice, false)).toBe(true);
    expect(isColumnShown(hidden, choice, false)).toBe(true);
  });

  test('keeps a column in one of the two lists only', () => {
    const choice = withColumn(withColumn(noColumnChoice, 'name', false), 'name', true);
    expect(choice).toEqual({ shown: ['name'], hidden: [] });
    expect(isColumnShown(plain, withColumn(choice, 'name', false), true)).toBe(false);
  });

  test('rejects a stored value of another shape', () => {
    expect(isColumnChoice(noColumnChoice)).toBe(true);
    expect([null, 'x', {}, { shown: ['a'] }, { shown: [1], hidden: [] }].some(isColumnChoice)).toBe(false);
  });
});
