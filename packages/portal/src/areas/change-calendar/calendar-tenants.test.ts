import { expect, test } from 'vitest';
import type { Condition } from '../../lib/column-filter.ts';
import { tenantsAsked } from './calendar-tenants.ts';

const chip = (operator: 'in' | 'out', ...values: readonly string[]): Condition => ({
  path: 'tenantId',
  operator,
  values,
});

test('chips become the tenants that are asked for', () => {
  expect(tenantsAsked([])).toEqual({});
  expect(tenantsAsked([chip('in', 'a', 'b')])).toEqual({ tenantIds: 'a,b' });
  expect(tenantsAsked([chip('in', 'a', 'b'), chip('in', 'b', 'c'), chip('out', 'd')])).toEqual({
    tenantIds: 'b',
    exceptTenantIds: 'd',
  });
});

test('chips that exclude each other ask for nobody', () => {
  expect(tenantsAsked([chip('in', 'a'), chip('in', 'b')])).toEqual({
    tenantIds: '00000000-0000-0000-0000-000000000000',
  });
});
