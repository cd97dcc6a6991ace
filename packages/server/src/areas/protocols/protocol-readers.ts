import type { Permission } from '@cfs/contracts/permissions';

/**
 * Permissions to read protocols and their actions, either one suffices: that of administrators, and that of everyone
 * who works on units.
 */
export const protocolReaders: readonly Permission[] = ['WorkUnits.Protocols:view', 'WorkUnits:view'];
