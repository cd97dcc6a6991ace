import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { holdLock } from '../../../platform/database/hold-lock.ts';

/**
 * Lets one transaction at a time change who may do what, until it ends. So two administrators who remove each other at
 * the same time cannot both succeed, and no role goes while somebody grants it.
 */
export const lockAccess = (db: ScopedDatabase): Promise<void> => holdLock(db, 'cfs.access');
