import type { ScopedDatabase } from '../database/gate.ts';
import type { AuditFault } from './verify-chain.ts';

const maxRecords = 100;

/** Records without a seal that are not waiting for one, and records removed before they were sealed. */
export const uncoveredRecords = async (db: ScopedDatabase, tenantId: string): Promise<readonly AuditFault[]> => {
  const uncovered = await db
    .selectFrom('audit_records as r')
    .select(['r.audit_id', 'r.entity', 'r.entity_id'])
    .where('r.tenant_id', '=', tenantId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('audit_seals as s')
            .whereRef('s.tenant_id', '=', 'r.tenant_id')
            .whereRef('s.audit_id', '=', 'r.audit_id'),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('audit_unsealed as u')
            .whereRef('u.tenant_id', '=', 'r.tenant_id')
            .whereRef('u.audit_id', '=', 'r.audit_id'),
        ),
      ),
    )
    .limit(maxRecords)
    .execute();
  const gone = await db
    .selectFrom('audit_unsealed as u')
    .leftJoin('audit_records as r', (join) =>
      join.onRef('r.tenant_id', '=', 'u.tenant_id').onRef('r.audit_id', '=', 'u.audit_id'),
    )
    .select('u.audit_id')
    .where('u.tenant_id', '=', tenantId)
    .where('r.audit_id', 'is', null)
    .limit(maxRecords)
    .execute();
  return [
    ...uncovered.map(({ audit_id, entity, entity_id }) => ({
      text: `record ${audit_id} (${entity} ${entity_id}) is not covered by a seal`,
    })),
    ...gone.map(({ audit_id }) => ({ text: `record ${audit_id} was removed before it was sealed` })),
  ];
};
