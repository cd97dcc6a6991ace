import type { Insertable } from 'kysely';
import { batched } from '../../platform/database/batched-calls.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import type { OutboxMessageTable } from './outbox-table.ts';

/**
 * Keeps a mail in the tenant's outbox instead of sending it. Mails of one turn of the event loop are inserted by one
 * statement.
 */
export const keepMessage: (db: ScopedDatabase, message: Insertable<OutboxMessageTable>) => Promise<void> = batched(
  async (db: ScopedDatabase, messages: readonly Insertable<OutboxMessageTable>[]) => {
    await db.insertInto('outbox_messages').values(messages).execute();
    return messages.map(() => undefined);
  },
);
