import type { Permission } from '@cfs/contracts/permissions';

/** The permissions to read protocols and their actions: those of administrators, and those of people who work on units. */
export const protocolReaders: readonly Permission[] = ['WorkUnits.Protocols:view', 'WorkUnits:view'];
