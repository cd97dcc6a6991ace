import type { Permission } from '@cfs/contracts/permissions';

/** The permission of the worker for its own tables; only system contexts use it. */
export const workScope: Permission = 'Settings:edit';
