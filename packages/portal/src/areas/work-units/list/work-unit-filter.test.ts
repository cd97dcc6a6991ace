import { describe, expect, test } from 'vitest';
import { conditionFilter } from '../../../lib/lists/column-filter-odata.ts';
import { readConditions } from '../../../lib/lists/column-filter-address.ts';
import { columnFilters } from '../../../ui/filters/column-filters.ts';
import { workUnitColumns } from './work-unit-columns.tsx';
import { firstConditions, hideFinished } from './work-unit-filter.ts';

const filters = columnFilters(workUnitColumns({ types: [] }));
const read = (address: string | undefined) => readConditions(address, filters, firstConditions);

describe('work unit filter', () => {
  test('starts with new incidents', () => {
    expect(conditionFilter(filters, read(undefined))).toBe("(stateId in ('New')) and (workUnitTypeId in (1))");
  });

  test('hides finished units while no state is chosen and they are not shown', () => {
    const hidden = "not (stateId in ('Resolved','Closed','Canceled'))";
    const hide = (address: string, shown?: string) => hideFinished({ conditions: read(address), filter: () => shown });
    expect(hide('none')).toBe(hidden);
    expect(hide('workUnitTypeId~in~1')).toBe(hidden);
    expect(hide('workUnitTypeId~in~1', 'shown')).toBeUndefined();
    expect(hide('stateId~in~Closed')).toBeUndefined();
  });

  test('accepts several chosen states', () => {
    expect(conditionFilter(filters, read('stateId~in~OnHold,Closed;workUnitTypeId~in~2'))).toBe(
      "(stateId in ('OnHold','Closed')) and (workUnitTypeId in (2))",
    );
  });
});
