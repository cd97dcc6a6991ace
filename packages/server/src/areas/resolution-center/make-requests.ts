import type { Permission } from '@cfs/contracts/permissions';

/** Whoever may make a request in the Resolution Center: staff, and end users of their own. */
export const makeRequests: readonly Permission[] = ['WorkUnits:create', 'WorkUnits:view:mine'];
