import { fromPermissionString, type Permission } from '@cfs/contracts/permissions';
import { createContext, useContext } from 'react';

/** The permissions of the signed-in person in the tenant of the URL. */
export interface PermissionSet {
  readonly has: (permission: Permission) => boolean;
  readonly hasAny: (...permissions: readonly Permission[]) => boolean;
  readonly hasAll: (...permissions: readonly Permission[]) => boolean;
}

/** Parses the server's permission strings, with any prefix; unknown strings are left out. */
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
