import { expect, test } from 'vitest';
import { permissionSet } from './permissions.tsx';

const held = permissionSet(
  ['Portal.CFS.Rules:edit', 'Portal.CFS.Rules:view', 'Portal.CFS.Unknown:view'],
  ['Portal.CFS.Rules:view'],
);

test('permission strings are matched without their prefix', () => {
  expect(held.has('Rules:edit')).toBe(true);
  expect(held.hasAll('Rules:edit', 'Rules:view')).toBe(true);
  expect(held.hasAny('Rules:delete', 'Tokens:view')).toBe(false);
});

test('a row of all tenants needs a permission in all tenants', () => {
  expect(held.on({ tenantId: null }).has('Rules:edit')).toBe(false);
  expect(held.on({ tenantId: null }).has('Rules:view')).toBe(true);
  expect(held.on({ tenantId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301' }).has('Rules:edit')).toBe(true);
});
