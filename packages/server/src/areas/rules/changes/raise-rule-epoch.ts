import type { ScopedDatabase } from '../../../platform/database/gate.ts';

/**
 * Signals to every node that the rules of a tenant change. It must come first in the transaction of the change: it
 * waits for transactions that evaluate under the old rules to commit, and blocks later ones until the change commits.
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
