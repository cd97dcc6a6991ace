import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { systemContext } from '../context.ts';
import type { Clock } from '../clock.ts';
import type { Gate, ScopedDatabase } from '../database/gate.ts';
import './audit-table.ts';

/** Where a tenant's chain begins. */
const origin = '0'.repeat(64);
const batch = 500;

const sealOf = (previous: string, content: string): string =>
  createHash('sha256').update(previous).update('\n').update(content).digest('hex');

const recordText = sql<string>`to_json(audit_records.*)::text`.as('content');

/** The hash chain over the audit records of each tenant. */
export interface AuditChain {
  /** Seals records that no seal covers yet, some hundred at most; answers how many. Only one node seals at a time. */
  seal(): Promise<number>;
  /**
   * Walks a tenant's chain. Answers the first position whose record or seal is not what was sealed, or `undefined`
   * when the chain is whole.
   */
  firstBreak(tenantId: string): Promise<number | undefined>;
}

export const createAuditChain = (gate: Gate, clock: Clock): AuditChain => {
  const contextOf = (tenantId: string | 'all') => systemContext({ name: 'audit', clock, tenantId });

  const sealSome = async (db: ScopedDatabase): Promise<number> => {
    const lock = await db
      .selectNoFrom(sql<boolean>`pg_try_advisory_xact_lock(hashtextextended('cfs.audit.seal', 0))`.as('taken'))
      .executeTakeFirst();
    if (lock?.taken !== true) return 0;
    const waiting = await db
      .selectFrom('audit_unsealed')
      .innerJoin('audit_records', (join) =>
        join
          .onRef('audit_records.tenant_id', '=', 'audit_unsealed.tenant_id')
          .onRef('audit_records.audit_id', '=', 'audit_unsealed.audit_id'),
      )
      .select(['audit_records.tenant_id', 'audit_records.audit_id', recordText])
      .orderBy('audit_records.tenant_id')
      .orderBy('audit_records.recorded')
      .orderBy('audit_records.audit_id')
      .limit(batch)
      .execute();
    for (const [tenantId, records] of Map.groupBy(waiting, (record) => record.tenant_id)) {
      await sealTenant(db, tenantId, records);
    }
    return waiting.length;
  };

  const sealTenant = async (
    db: ScopedDatabase,
    tenantId: string,
    records: readonly { readonly audit_id: string; readonly content: string }[],
  ): Promise<void> => {
    const last = await db
      .selectFrom('audit_seals')
      .select(['sequence', 'hash'])
      .where('tenant_id', '=', tenantId)
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirst();
    let previous = last?.hash ?? origin;
    const seals = records.map((record, at) => {
      const seal = {
        tenant_id: tenantId,
        sequence: (last?.sequence ?? 0) + 1 + at,
        audit_id: record.audit_id,
        previous_hash: previous,
        hash: sealOf(previous, record.content),
        sealed: clock.now(),
      };
      previous = seal.hash;
      return seal;
    });
    await db.insertInto('audit_seals').values(seals).execute();
    await db
      .deleteFrom('audit_unsealed')
      .where('tenant_id', '=', tenantId)
      .where(
        'audit_id',
        'in',
        records.map((record) => record.audit_id),
      )
      .execute();
  };

  const page = (db: ScopedDatabase, tenantId: string, after: number) =>
    db
      .selectFrom('audit_seals')
      .leftJoin('audit_records', (join) =>
        join
          .onRef('audit_records.tenant_id', '=', 'audit_seals.tenant_id')
          .onRef('audit_records.audit_id', '=', 'audit_seals.audit_id'),
      )
      .select(['audit_seals.sequence', 'audit_seals.previous_hash', 'audit_seals.hash', recordText])
      .where('audit_seals.tenant_id', '=', tenantId)
      .where('audit_seals.sequence', '>', after)
      .orderBy('audit_seals.sequence')
      .limit(batch)
      .execute();

  return {
    seal: () => gate.write(contextOf('all'), 'Settings:edit', sealSome),
    async firstBreak(tenantId) {
      let [previous, checked] = [origin, 0];
      for (;;) {
        const seals = await gate.read(contextOf(tenantId), 'Settings:view', (db) => page(db, tenantId, checked));
        if (seals.length === 0) return undefined;
        for (const seal of seals) {
          const whole =
            seal.sequence === checked + 1 &&
            seal.previous_hash === previous &&
            seal.hash === sealOf(previous, seal.content ?? '');
          if (!whole) return checked + 1;
          [previous, checked] = [seal.hash, seal.sequence];
        }
      }
    },
  };
};
