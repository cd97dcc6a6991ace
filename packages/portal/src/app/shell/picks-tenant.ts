import type { PermissionSet } from '../../lib/permissions.tsx';

/** Whether the person may choose the tenant to work in (docs/reference/shell.md#tenant-and-subscription). */
export const picksTenant = (held: PermissionSet): boolean =>
  held.hasAny('Blocks:view', 'Devices:view', 'PendingDevices:edit', 'Tokens:edit');
