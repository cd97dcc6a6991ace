import { describe, expect, test } from 'vitest';
import { filterOf, readWorkUnitFilter } from './work-unit-filter.ts';

describe('work unit filter', () => {
  test('starts with new incidents', () => {
    expect(filterOf(readWorkUnitFilter(undefined, undefined))).toBe("(stateId in ('New')) and (workUnitTypeId eq 1)");
  });

  test('hides finished units when no state is chosen', () => {
    expect(filterOf(readWorkUnitFilter('any', 'any'))).toBe("not (stateId in ('Resolved','Closed','Canceled'))");
  });

  test('keeps several chosen states and ignores unknown ones', () => {
    expect(filterOf(readWorkUnitFilter('OnHold,Nonsense,Closed', '2'))).toBe(
      "(stateId in ('OnHold','Closed')) and (workUnitTypeId eq 2)",
    );
  });
});
