import type { PermissionSet } from '../../lib/permissions.tsx';
import { visibleMenu } from './menu.ts';

/** Whether a person may use the Resolution Center, but no screen of the shell. */
export const isRequesterOnly = (permissions: PermissionSet): boolean =>
  permissions.has('WorkUnits:view:mine') && visibleMenu(permissions).length === 0;

/** The redirect of a shell URL to the Resolution Center; keeps the work unit id. */
export const requesterAddress = (search: string): string => {
  const workUnitId = new URLSearchParams(search).get('workUnitId');
  return workUnitId !== null && /^\d{1,9}$/.test(workUnitId)
    ? `/resolutioncenter?workUnitId=${workUnitId}`
    : '/resolutioncenter';
};
