import { systemContext } from '../context.ts';
import type { Clock } from '../clock.ts';
import type { Gate, ScopedDatabase } from '../database/gate.ts';
import type { DerivedKeys } from '../secrets/derived-keys.ts';
import { readHeads } from './audit-heads.ts';
import { chainOrigin, createAuditMacs, recordHashOf, type AuditMacs } from './audit-macs.ts';
import { recordContent } from './record-content.ts';
import { createRecordProver, type RecordProver } from './record-proof.ts';
import { lockSealing } from './sealing-lock.ts';
import { uncoveredRecords } from './uncovered-records.ts';
import type { WrittenHead } from './written-heads.ts';

const batch = 500;

/** A fault in the audit; `position` is the index in the tenant's chain, if it has one. */
export interface AuditFault {
  readonly position?: number;
  readonly text: string;
}

const page = (db: ScopedDatabase, tenantId: string, after: number) =>
  db
    .selectFrom('audit_seals')
    .leftJoin('audit_records', (join) =>
      join
        .onRef('audit_records.tenant_id', '=', 'audit_seals.tenant_id')
        .onRef('audit_records.audit_id', '=', 'audit_seals.audit_id'),
    )
    .selectAll('audit_seals')
    .select(['audit_records.entity', 'audit_records.entity_id', 'audit_records.proof', recordContent.as('content')])
    .where('audit_seals.tenant_id', '=', tenantId)
    .where('audit_seals.sequence', '>', after)
    .orderBy('audit_seals.sequence')
    .limit(batch)
    .execute();

type Row = Awaited<ReturnType<typeof page>>[number];

const nameOf = (row: Row): string => `record ${row.audit_id}${row.entity ? ` (${row.entity} ${row.entity_id})` : ''}`;

/** The faults of a seal and its record, independent of the position. */
const faultOf = (row: Row, macs: AuditMacs, prove: RecordProver): string | undefined => {
  const { content } = row;
  if (row.key_id !== macs.keyId) return `${nameOf(row)} was sealed under another master key, ${row.key_id}`;
  const seal = {
    tenantId: row.tenant_id,
    sequence: row.sequence,
    auditId: row.audit_id,
    previousHash: row.previous_hash,
    recordHash: row.record_hash,
    sealed: row.sealed,
  };
  if (row.hash !== macs.ofSeal(seal)) return `the seal of ${nameOf(row)} was not created by the server`;
  if (content === null) return `${nameOf(row)} is missing`;
  if (row.record_hash !== recordHashOf(content)) return `${nameOf(row)} was changed`;
  if (row.proof !== prove(JSON.parse(content) as Record<string, unknown>))
    return `${nameOf(row)} was inserted: the server did not create it`;
  return undefined;
};

const span = (first: number, last: number): string =>
  first === last ? `the seal ${first} is missing` : `the seals ${first} to ${last} are missing`;

/**
 * Verifies a tenant's chain against its seals, its head, the roster and, if given, published heads. Sealing is locked
 * during the verification. Returns the faults in chain order.
 */
export const verifyChain = (
  { gate, clock, keys }: { readonly gate: Gate; readonly clock: Clock; readonly keys: DerivedKeys },
  tenantId: string,
  written: readonly WrittenHead[] = [],
): Promise<readonly AuditFault[]> =>
  gate.write(systemContext({ name: 'audit', clock, tenantId: 'all' }), 'Settings:edit', async (db) => {
    await lockSealing(db, 'wait');
    const macs = createAuditMacs(keys);
    const prove = createRecordProver(keys);
    const sealed = await readHeads(db, macs);
    const head = sealed.heads.find((each) => each.tenantId === tenantId);
    const faults: AuditFault[] = [];
    const outside = Map.groupBy(written, ({ sequence }) => sequence);
    let [previous, checked] = [chainOrigin, 0];
    for (;;) {
      const rows = await page(db, tenantId, checked);
      if (rows.length === 0) break;
      for (const row of rows) {
        const position = row.sequence;
        const isInPlace = position === checked + 1;
        if (!isInPlace) faults.push({ position: checked + 1, text: span(checked + 1, position - 1) });
        const fault = faultOf(row, macs, prove);
        if (fault !== undefined) faults.push({ position, text: fault });
        else if (isInPlace && row.previous_hash !== previous)
          faults.push({ position, text: `${nameOf(row)} does not follow the seal before it` });
        else if (head && position > head.sequence)
          faults.push({ position, text: `the seal of ${nameOf(row)} is after the end of the chain` });
        if (outside.get(position)?.some(({ hash }) => hash !== row.hash))
          faults.push({ position, text: 'the seal is not the one whose head was written outside the database' });
        [previous, checked] = [row.hash, position];
      }
    }
    const ends = [head?.sequence ?? 0, ...written.map(({ sequence }) => sequence)];
    const end = Math.max(...ends);
    const isListed = sealed.tenantIds.includes(tenantId);
    if (checked === 0 && (end > 0 || isListed)) {
      const of = end > 0 ? `, ${end} seals` : '';
      faults.push({ position: 1, text: `the whole chain is missing${of}` });
    } else if (end > checked)
      faults.push({ position: checked + 1, text: `the end is missing: ${span(checked + 1, end)}` });
    else if (head && head.sequence === checked && head.hash !== previous)
      faults.push({ position: checked, text: 'the last seal is not the one in the head of the chain' });
    if (sealed.hasRoster && !head && checked > 0) faults.push({ text: 'the head of the chain is missing' });
    return [...faults, ...(await uncoveredRecords(db, tenantId))];
  });

/** The faults of the heads as a whole, and the tenants that must have a chain. */
export const verifyHeads = ({
  gate,
  clock,
  keys,
}: {
  readonly gate: Gate;
  readonly clock: Clock;
  readonly keys: DerivedKeys;
}): Promise<{ readonly tenantIds: readonly string[]; readonly faults: readonly string[] }> =>
  gate.write(systemContext({ name: 'audit', clock, tenantId: 'all' }), 'Settings:edit', async (db) => {
    await lockSealing(db, 'wait');
    const { tenantIds, hasRoster, faults } = await readHeads(db, createAuditMacs(keys));
    const missing =
      !hasRoster && faults.length === 0
        ? ['the list of the chains is missing: it was removed, or no server has sealed yet']
        : [];
    return { tenantIds, faults: [...faults, ...missing] };
  });
