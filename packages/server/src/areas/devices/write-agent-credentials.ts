import { randomUUID } from 'node:crypto';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { fingerprintOf } from './agent-key.ts';
import type { AgentStatus } from './device-table.ts';

/** Creates the credential of a key; `undefined` if the tenant already has one for it. */
export const insertCredential = (db: ScopedDatabase, tenantId: string, key: Buffer, now: Date) =>
  db
    .insertInto('agent_credentials')
    .values({
      tenant_id: tenantId,
      agent_id: randomUUID(),
      public_key: key,
      key_fingerprint: fingerprintOf(key),
      status: 'pending',
      created: now,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'key_fingerprint']).doNothing())
    .returning(['agent_id', 'status'])
    .executeTakeFirst();

/**
 * Returns the credential of a key and locks it, so that the machine cannot be promoted or refused until the transaction
 * ends.
 */
export const lockCredentialOfKey = (db: ScopedDatabase, tenantId: string, key: Buffer) =>
  db
    .selectFrom('agent_credentials')
    .select(['agent_id', 'status'])
    .where('tenant_id', '=', tenantId)
    .where('key_fingerprint', '=', fingerprintOf(key))
    .forUpdate()
    .executeTakeFirstOrThrow();

/** Locks the credentials of agents that the caller may promote or refuse, in the order of their ids. */
export const lockCredentials = async (
  db: ScopedDatabase,
  context: Context,
  agentIds: readonly string[],
): Promise<void> => {
  await db
    .selectFrom('agent_credentials')
    .select('agent_id')
    .where('tenant_id', '=', context.tenantId)
    .where('agent_id', 'in', agentIds)
    .where(inScope(context, 'PendingDevices:edit', 'agent_credentials.tenant_id'))
    .orderBy('agent_id')
    .forUpdate()
    .execute();
};

/** Sets the status of the credentials of agents. */
export const setCredentialStatus = async (
  db: ScopedDatabase,
  tenantId: string,
  agentIds: readonly string[],
  status: AgentStatus,
): Promise<void> => {
  await db
    .updateTable('agent_credentials')
    .set({ status })
    .where('tenant_id', '=', tenantId)
    .where('agent_id', 'in', agentIds)
    .execute();
};
