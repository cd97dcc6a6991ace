import { builtInRoles, roleNames } from '@cfs/contracts/roles';
import { toPermissionString, type Permission } from '@cfs/contracts/permissions';
import { expect, test } from 'vitest';
import { permissionSet } from '../../lib/permissions.tsx';
import { isRequesterOnly, requesterAddress } from './requester-redirect.ts';

const isRedirected = (permissions: readonly Permission[]): boolean =>
  isRequesterOnly(permissionSet(permissions.map((permission) => toPermissionString(permission))));

test('of the built-in roles only the requester is redirected to the Resolution Center', () => {
  expect(roleNames.filter((role) => isRedirected(builtInRoles[role]))).toEqual(['Requester']);
});

test('people with another screen are not redirected', () => {
  for (const permission of ['WorkUnits:view', 'Devices:view', 'Compliance:view'] as const)
    expect(isRedirected([...builtInRoles.Requester, permission])).toBe(false);
  expect(isRedirected(['Home:view'])).toBe(false);
});

test.each([
  ['?workUnitId=5&tab=related', '/resolutioncenter?workUnitId=5'],
  ['?workUnitId=new', '/resolutioncenter'],
  ['', '/resolutioncenter'],
])('a query %j redirects to %s', (search, address) => {
  expect(requesterAddress(search)).toBe(address);
});
