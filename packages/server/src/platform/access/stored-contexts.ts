import { sql } from 'kysely';
import type { AccessGate } from '../database/gate.ts';
import type { AccessSnapshots, StoredContext } from './access-snapshot.ts';

/** Stores the tenant and subscription that each person selected last. */
export interface StoredContexts {
  /** Stores the selection; the caller has checked its permission. */
  save(userId: string, chosen: StoredContext, moment: Date): Promise<void>;
}

export const createStoredContexts = (gate: AccessGate, snapshots: AccessSnapshots): StoredContexts => ({
  async save(userId, { tenantId, subscriptionId }, moment) {
    await gate.access((db) =>
      sql`insert into cfs.person_contexts (tenant_id, user_id, subscription_id, chosen)
        values (${tenantId}, ${userId}, ${subscriptionId ?? null}, ${moment})
        on conflict (user_id) do update
          set tenant_id = excluded.tenant_id, subscription_id = excluded.subscription_id, chosen = excluded.chosen`.execute(
        db,
      ),
    );
    await snapshots.refresh();
  },
});
