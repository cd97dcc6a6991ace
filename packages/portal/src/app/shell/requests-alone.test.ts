import { builtInRoles, roleNames } from '@cfs/contracts/roles';
import { toPermissionString, type Permission } from '@cfs/contracts/permissions';
import { expect, test } from 'vitest';
import { permissionSet } from '../../lib/permissions.tsx';
import { isForRequestsAlone, requestAddress } from './requests-alone.ts';

const isLed = (permissions: readonly Permission[]): boolean =>
  isForRequestsAlone(permissionSet(permissions.map((permission) => toPermissionString(permission))));

test('of the built-in roles the requester alone is led to the Resolution Center', () => {
  expect(roleNames.filter((role) => isLed(builtInRoles[role]))).toEqual(['Requester']);
});

test('somebody who holds a screen of the staff besides stays there', () => {
  for (const permission of ['WorkUnits:view', 'Devices:view', 'Compliance:view'] as const)
    expect(isLed([...builtInRoles.Requester, permission])).toBe(false);
  expect(isLed(['Home:view'])).toBe(false);
});

test.each([
  ['?workUnitId=5&tab=related', '/resolutioncenter?workUnitId=5'],
  ['?workUnitId=new', '/resolutioncenter'],
  ['', '/resolutioncenter'],
])('an address with %j leads to %s', (search, address) => {
  expect(requestAddress(search)).toBe(address);
});
