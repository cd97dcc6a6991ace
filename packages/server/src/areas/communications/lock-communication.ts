import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { notFound } from '../../platform/problems.ts';
import type { CommunicationRow } from './communication-entity.ts';

/** Locks the communication until the transaction ends; throws 404 if the caller may not edit one with that id. */
export const lockCommunication = async (
  db: ScopedDatabase,
  context: Context,
  communicationId: string,
): Promise<CommunicationRow> => {
  const row = await db
    .selectFrom('work_unit_communications')
    .selectAll()
    .where('work_unit_communication_id', '=', communicationId)
    .where(inScope(context, 'WorkUnitCommunications:edit', 'work_unit_communications.tenant_id'))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('WorkUnitCommunication');
  return row;
};
