import { sql } from 'kysely';
import type { ScopedDatabase } from '../database/gate.ts';

/** The last seal of a chain. */
export interface LastSeal {
  readonly tenantId: string;
  readonly sequence: number;
  readonly hash: string;
}

/** The last seals of all chains in the scope. */
export const lastSeals = async (db: ScopedDatabase): Promise<readonly LastSeal[]> =>
  db.guarded<LastSeal>(sql`
    with recursive chains as (
      (select tenant_id from cfs.audit_seals order by tenant_id limit 1)
      union all
      select (select s.tenant_id from cfs.audit_seals s where s.tenant_id > t.tenant_id order by s.tenant_id limit 1)
      from chains t where t.tenant_id is not null
    )
    select t.tenant_id as "tenantId", s.sequence, s.hash
    from chains t cross join lateral (
      select sequence, hash from cfs.audit_seals where tenant_id = t.tenant_id order by sequence desc limit 1
    ) s`);
