import type { Permission } from '@cfs/contracts/permissions';

/** The permission under which the worker goes about its own rows; only system contexts use it. */
export const workScope: Permission = 'Settings:edit';
