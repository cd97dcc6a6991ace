import { fromPermissionString, type Permission } from '@cfs/contracts/permissions';
import { createContext, useContext } from 'react';

/** The permissions of the signed-in person in the tenant of the URL. */
export interface PermissionSet {
  readonly has: (permission: Permission) => boolean;
  readonly hasAny: (...permissions: readonly Permission[]) => boolean;
  readonly hasAll: (...permissions: readonly Permission[]) => boolean;
  /** The permissions that apply to a row: for a row of all tenants, only those held in all tenants. */
  readonly on: (row: { readonly tenantId?: string | null | undefined }) => PermissionSet;
}

/**
 * Parses the server's permission strings, with any prefix; unknown strings are left out. `shared` are those that the person
 * holds in all tenants.
 */
export const permissionSet = (wire: readonly string[], shared: readonly string[] = wire): PermissionSet => {
  const held = new Set(wire.map(fromPermissionString));
  const has = (permission: Permission): boolean => held.has(permission);
  const here: PermissionSet = {
    has,
    hasAny: (...permissions) => permissions.some(has),
    hasAll: (...permissions) => permissions.every(has),
    on: ({ tenantId }) => (tenantId === null && shared !== wire ? permissionSet(shared) : here),
  };
  return here;
};

const PermissionContext = createContext<PermissionSet>(permissionSet([]));

export const PermissionProvider = PermissionContext.Provider;
export const usePermissions = (): PermissionSet => useContext(PermissionContext);
