import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import { systemContext, systemTenantId } from '../context.ts';
import type { Gate, ScopedDatabase } from '../database/gate.ts';
import { recordSet } from '../database/record-set.ts';
import type { DerivedKeys } from '../secrets/derived-keys.ts';
import { AuditHeadsError, readHeads, writeHeads, type SealedHeads } from './audit-heads.ts';
import { chainOrigin, createAuditMacs, recordHashOf, type AuditHead, type AuditMacs } from './audit-macs.ts';
import { lastSeals } from './last-seals.ts';
import { recordContent } from './record-content.ts';
import { lockSealing } from './sealing-lock.ts';

const batch = 500;

/** The chain of seals over the audit records of each tenant. */
export interface AuditChain {
  /**
   * Seals unsealed records, some hundred at most; returns their number. Only one node seals at a time.
   *
   * @throws AuditHeadsError if the heads fail verification; nothing is sealed then.
   */
  seal(): Promise<number>;
  /**
   * Returns the heads of all chains.
   *
   * @throws AuditHeadsError if they fail verification.
   */
  heads(): Promise<readonly AuditHead[]>;
  /**
   * Accepts the chains in their current state, so that sealing continues after tampering with their heads; recorded
   * with the faults. Returns the number of chains.
   */
  anchor(): Promise<number>;
}

interface WaitingRecord {
  readonly audit_id: string;
  readonly content: string | null;
}

interface WaitingKey {
  readonly tenantId: string;
  readonly auditId: string;
}

/**
 * The keys of the records that are sealed next: the oldest of each tenant in turn, so that the backlog of one does not
 * delay the others. Only the queue is scanned, however large the audit is. A record with a forged seal and one that
 * was removed must not block the others; verification reports them. `offset 0` keeps the planner from joining all seals.
 */
const readWaitingKeys = (db: ScopedDatabase) =>
  db.guarded<WaitingKey>(sql`
    with recursive queues as (
      (select tenant_id from cfs.audit_unsealed order by tenant_id limit 1)
      union all
      select (select u.tenant_id from cfs.audit_unsealed u where u.tenant_id > q.tenant_id order by u.tenant_id limit 1)
      from queues q where q.tenant_id is not null
    ),
    turns as materialized (
      select w.*, row_number() over (partition by w.tenant_id order by w.recorded, w.audit_id) as turn
      from queues q cross join lateral (
        select u.tenant_id, u.recorded, u.audit_id from cfs.audit_unsealed u
        where u.tenant_id = q.tenant_id
          and not exists (select from cfs.audit_seals s where s.tenant_id = u.tenant_id and s.audit_id = u.audit_id offset 0)
          and exists (select from cfs.audit_records r where r.tenant_id = u.tenant_id and r.audit_id = u.audit_id offset 0)
        order by u.recorded, u.audit_id limit ${batch}
      ) w
    )
    select tenant_id as "tenantId", audit_id as "auditId" from turns order by turn, recorded limit ${batch}`);

/** The records that are sealed next, by tenant in their order. */
const readWaiting = async (db: ScopedDatabase) => {
  const keys = await readWaitingKeys(db);
  if (keys.length === 0) return [];
  return db
    .selectFrom(recordSet('keys', { tenantId: 'uuid', auditId: 'uuid' }, keys))
    .innerJoin('audit_records', (join) =>
      join.onRef('audit_records.tenant_id', '=', 'keys.tenantId').onRef('audit_records.audit_id', '=', 'keys.auditId'),
    )
    .select(['audit_records.tenant_id', 'audit_records.audit_id', recordContent.as('content')])
    .orderBy('audit_records.tenant_id')
    .orderBy('audit_records.recorded')
    .orderBy('audit_records.audit_id')
    .execute();
};

/** Seals records of one tenant after its head; returns the new head. */
const sealTenant = async (
  db: ScopedDatabase,
  macs: AuditMacs,
  head: AuditHead,
  records: readonly WaitingRecord[],
): Promise<AuditHead> => {
  const { tenantId, changed: sealed } = head;
  let { sequence, hash } = head;
  const seals = records.map(({ audit_id: auditId, content }) => {
    const [previousHash, recordHash] = [hash, recordHashOf(content ?? '')];
    sequence += 1;
    hash = macs.ofSeal({ tenantId, sequence, auditId, previousHash, recordHash, sealed });
    return {
      tenant_id: tenantId,
      sequence,
      audit_id: auditId,
      previous_hash: previousHash,
      hash,
      sealed,
      key_id: macs.keyId,
      record_hash: recordHash,
    };
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
  return { ...head, sequence, hash };
};

const expectIntact = ({ faults }: SealedHeads): void => {
  if (faults.length > 0) throw new AuditHeadsError(`The audit was tampered with: ${faults.join('; ')}.`);
};

export const createAuditChain = (gate: Gate, clock: Clock, keys: DerivedKeys): AuditChain => {
  const context = systemContext({ name: 'audit', clock, tenantId: 'all' });
  const macs = createAuditMacs(keys);
  /** Whether this process knows that the heads have been sealed before. */
  let isAnchored = false;

  /** Seals the current heads. */
  const sealEnds = async (db: ScopedDatabase): Promise<readonly AuditHead[]> => {
    const changed = clock.now();
    const heads = (await lastSeals(db)).map((seal): AuditHead => ({ ...seal, changed }));
    await writeHeads(db, macs, { heads, changed: heads });
    return heads;
  };

  const anchorFirst = async (db: ScopedDatabase): Promise<void> => {
    if (isAnchored || (await lastSeals(db)).length > 0)
      throw new AuditHeadsError('The audit was tampered with: the heads and the list of the chains are missing.');
    await sealEnds(db);
  };

  const sealSome = async (db: ScopedDatabase): Promise<number> => {
    if (!(await lockSealing(db))) return 0;
    const known = await db.selectFrom('audit_roster').select('tenant_id').executeTakeFirst();
    if (!known) await anchorFirst(db);
    isAnchored = true;
    const waiting = await readWaiting(db);
    if (waiting.length === 0) return 0;
    const sealed = await readHeads(db, macs);
    expectIntact(sealed);
    const heads = new Map(sealed.heads.map((head) => [head.tenantId, head]));
    const last = new Map((await lastSeals(db)).map((seal) => [seal.tenantId, seal]));
    const changed: AuditHead[] = [];
    for (const [tenantId, records] of Map.groupBy(waiting, (record) => record.tenant_id)) {
      const head = heads.get(tenantId);
      const end = last.get(tenantId);
      if (head?.hash !== end?.hash || head?.sequence !== end?.sequence)
        throw new AuditHeadsError(
          `The audit was tampered with: the chain of ${tenantId} does not end where it was sealed.`,
        );
      const start = head ?? { tenantId, sequence: 0, hash: chainOrigin, changed: clock.now() };
      const next = await sealTenant(db, macs, { ...start, changed: clock.now() }, records);
      heads.set(tenantId, next);
      changed.push(next);
    }
    await writeHeads(db, macs, { heads: [...heads.values()], changed });
    return waiting.length;
  };

  return {
    seal: () => gate.write(context, 'Settings:edit', sealSome),
    heads: () =>
      gate.write(context, 'Settings:edit', async (db) => {
        // In separate statements: the lock alone prevents other nodes from sealing in between.
        await lockSealing(db, 'wait');
        const sealed = await readHeads(db, macs);
        expectIntact(sealed);
        return sealed.heads;
      }),
    anchor: () =>
      gate.write(context, 'Settings:edit', async (db, change) => {
        await lockSealing(db, 'wait');
        const { faults } = await readHeads(db, macs);
        await db.deleteFrom('audit_heads').execute();
        const heads = await sealEnds(db);
        await change.record({
          entity: 'AuditChain',
          id: systemTenantId,
          after: { faults, chains: heads.length },
        });
        return heads.length;
      }),
  };
};
