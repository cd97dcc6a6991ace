import type { PermissionSet } from '../../lib/permissions.tsx';
import { visibleMenu } from './menu.ts';

/** Whether a person works in the Resolution Center alone: with requests of their own, and no screen of the staff's. */
export const isForRequestsAlone = (permissions: PermissionSet): boolean =>
  permissions.has('WorkUnits:view:mine') && visibleMenu(permissions).length === 0;

/** Where an address of the staff leads such a person: to the Resolution Center, and to the unit that it names. */
export const requestAddress = (search: string): string => {
  const workUnitId = new URLSearchParams(search).get('workUnitId');
  return workUnitId !== null && /^\d{1,9}$/.test(workUnitId)
    ? `/resolutioncenter?workUnitId=${workUnitId}`
    : '/resolutioncenter';
};
