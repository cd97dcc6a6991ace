import { expect, test } from 'vitest';
import type { Condition } from '../../lib/lists/column-filter.ts';
import { tenantParameters } from './calendar-tenants.ts';

const chip = (operator: 'in' | 'out', ...values: readonly string[]): Condition => ({
  path: 'tenantId',
  operator,
  values,
});

test('filter chips become the tenants of the query', () => {
  expect(tenantParameters([])).toEqual({});
  expect(tenantParameters([chip('in', 'a', 'b')])).toEqual({ tenantIds: 'a,b' });
  expect(tenantParameters([chip('in', 'a', 'b'), chip('in', 'b', 'c'), chip('out', 'd')])).toEqual({
    tenantIds: 'b',
    exceptTenantIds: 'd',
  });
});

test('filter chips that exclude each other match no tenant', () => {
  expect(tenantParameters([chip('in', 'a'), chip('in', 'b')])).toEqual({
    tenantIds: '00000000-0000-0000-0000-000000000000',
  });
});
