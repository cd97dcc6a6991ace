import type { Permission } from '@cfs/contracts/permissions';

/** Whoever may read protocols and their actions: those who keep them, and those who work on units. */
export const protocolReaders: readonly Permission[] = ['WorkUnits.Protocols:view', 'WorkUnits:view'];
