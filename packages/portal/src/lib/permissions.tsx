import { fromPermissionString, type Permission } from '@cfs/contracts/permissions';
import { createContext, useContext } from 'react';

/** What the signed-in person may do in the tenant of the address. */
export interface PermissionSet {
  readonly has: (permission: Permission) => boolean;
  readonly hasAny: (...permissions: readonly Permission[]) => boolean;
  readonly hasAll: (...permissions: readonly Permission[]) => boolean;
}

/** Reads the permission strings of the server, whatever their prefix; strings that name no permission are left out. */
export const permissionSet = (wire: readonly string[]): PermissionSet => {
  const held = new Set(wire.map(fromPermissionString));
  const has = (permission: Permission): boolean => held.has(permission);
  return {
    has,
    hasAny: (...permissions) => permissions.some(has),
    hasAll: (...permissions) => permissions.every(has),
  };
};

const PermissionContext = createContext<PermissionSet>(permissionSet([]));

export const PermissionProvider = PermissionContext.Provider;
export const usePermissions = (): PermissionSet => useContext(PermissionContext);
