import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { holdLock } from '../../platform/database/hold-lock.ts';

/**
 * Serializes the changes of a person until the transaction ends, so that concurrent ones cannot exceed a limit
 * together.
 */
export const lockChoices = (db: ScopedDatabase, userId: string): Promise<void> => holdLock(db, `choices ${userId}`);
