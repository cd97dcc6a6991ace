import type { ScopedDatabase } from '../../../platform/database/gate.ts';

/**
 * Tells every node that a tenant's rules change. It comes first in the change's transaction: it waits until those that
 * evaluate under the old rules have committed, and holds up those that come after.
 */
export const raiseRuleEpoch = async (db: ScopedDatabase, tenantId: string): Promise<void> => {
  await db
    .insertInto('rule_epochs')
    .values({ tenant_id: tenantId, epoch: 1 })
    .onConflict((epoch) =>
      epoch.column('tenant_id').doUpdateSet((row) => ({ epoch: row('rule_epochs.epoch', '+', 1) })),
    )
    .execute();
};
