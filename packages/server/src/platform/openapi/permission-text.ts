import { toPermissionString } from '@cfs/contracts/permissions';
import type { RoutePermission } from '../http/app-instance.ts';

/**
 * The permitted callers in `x-permission`: any one of these. `machine:` names the required use of a machine's token.
 */
export const permissionTexts = (permission: RoutePermission, prefix: string): string[] => {
  if (permission === 'signed-in' || permission === 'anonymous') return [permission];
  if (typeof permission === 'object' && 'machine' in permission)
    return [permission.machine].flat().map((use) => `machine:${use}`);
  return (typeof permission === 'string' ? [permission] : permission).map((each) => toPermissionString(each, prefix));
};
