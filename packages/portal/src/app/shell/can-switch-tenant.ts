import type { PermissionSet } from '../../lib/permissions.tsx';

/** Whether the tenant picker is shown (docs/reference/shell.md#tenant-and-subscription). */
export const canSwitchTenant = (held: PermissionSet): boolean =>
  held.hasAny('Blocks:view', 'Devices:view', 'PendingDevices:edit', 'Tokens:edit');
