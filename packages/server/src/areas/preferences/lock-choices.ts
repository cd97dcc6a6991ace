import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { holdLock } from '../../platform/database/hold-lock.ts';

/** One change after the other for a person, until the transaction ends, so that no two pass a limit together. */
export const lockChoices = (db: ScopedDatabase, userId: string): Promise<void> => holdLock(db, `choices ${userId}`);
