import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { takeLock } from '../../platform/database/take-lock.ts';

/**
 * Serializes the changes of a person until the transaction ends, so that concurrent ones cannot exceed a limit
 * together.
 */
export const lockChoices = (db: ScopedDatabase, userId: string): Promise<void> => takeLock(db, `choices ${userId}`);
