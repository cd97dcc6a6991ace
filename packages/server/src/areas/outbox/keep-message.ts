import type { Insertable } from 'kysely';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import type { OutboxMessageTable } from './outbox-table.ts';

/** Keeps a mail in the tenant's outbox instead of sending it. */
export const keepMessage = async (db: ScopedDatabase, message: Insertable<OutboxMessageTable>): Promise<void> => {
  await db.insertInto('outbox_messages').values(message).execute();
};
