import { systemTenantId } from '../context.ts';
import type { ScopedDatabase } from '../database/gate.ts';
import type { AuditHead, AuditMacs } from './audit-macs.ts';

/** The heads of the audit chains, or their roster, were changed without the key. */
export class AuditHeadsError extends Error {
  override name = 'AuditHeadsError';
}

/** The heads of all chains, as sealed last. */
export interface SealedHeads {
  /** False before the first sealing, or when the roster was removed. */
  readonly hasRoster: boolean;
  /** The tenants with a chain. */
  readonly tenantIds: readonly string[];
  /** Sorted by tenant id. */
  readonly heads: readonly AuditHead[];
  /** The faults found. */
  readonly faults: readonly string[];
}

/** Reads the heads and their roster, and verifies both. Requires a scope of all tenants. */
export const readHeads = async (db: ScopedDatabase, macs: AuditMacs): Promise<SealedHeads> => {
  const roster = await db.selectFrom('audit_roster').selectAll().executeTakeFirst();
  const rows = await db.selectFrom('audit_heads').selectAll().orderBy('tenant_id').execute();
  const heads = rows.map(({ tenant_id: tenantId, sequence, hash, changed }): AuditHead => {
    return { tenantId, sequence, hash, changed };
  });
  const tenantIds = roster?.tenant_ids ?? [];
  const faults = rows.flatMap((row, at) => {
    const head = heads[at];
    return head && row.mac === macs.ofHead(head) ? [] : [`the head of ${row.tenant_id} was not created by the server`];
  });
  if (!roster && rows.length > 0) faults.push('the list of the chains is missing');
  if (roster) {
    const given = rows.map(({ mac }) => mac);
    if (roster.mac !== macs.ofRoster(tenantIds, given))
      faults.push('the heads are not those that the server wrote last');
    const known = new Set(heads.map(({ tenantId }) => tenantId));
    for (const tenantId of tenantIds) if (!known.has(tenantId)) faults.push(`the head of ${tenantId} is missing`);
  }
  return { hasRoster: roster !== undefined, tenantIds, heads, faults };
};

/** Seals the changed heads, and the roster over all heads. */
export const writeHeads = async (
  db: ScopedDatabase,
  macs: AuditMacs,
  { heads, changed }: { heads: readonly AuditHead[]; changed: readonly AuditHead[] },
): Promise<void> => {
  const { keyId } = macs;
  for (const head of changed) {
    const values = {
      tenant_id: head.tenantId,
      sequence: head.sequence,
      hash: head.hash,
      changed: head.changed,
      key_id: keyId,
      mac: macs.ofHead(head),
    };
    await db
      .insertInto('audit_heads')
      .values(values)
      .onConflict((known) => known.column('tenant_id').doUpdateSet(values))
      .execute();
  }
  const ordered = heads.toSorted((one, other) => (one.tenantId < other.tenantId ? -1 : 1));
  const tenantIds = ordered.map(({ tenantId }) => tenantId);
  const mac = macs.ofRoster(
    tenantIds,
    ordered.map((head) => macs.ofHead(head)),
  );
  const roster = { tenant_id: systemTenantId, tenant_ids: tenantIds, key_id: keyId, mac };
  await db
    .insertInto('audit_roster')
    .values(roster)
    .onConflict((known) => known.column('tenant_id').doUpdateSet(roster))
    .execute();
};
