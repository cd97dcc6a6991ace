import { randomUUID } from 'node:crypto';
import type { RoleName } from '@cfs/contracts/roles';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import { systemTenantId } from '../../platform/context.ts';
import type { AccessGate } from '../../platform/database/gate.ts';
import { demoAccounts, type DemoAccount } from '../identity-provider/demo-accounts.ts';

/** A demo user as one of the people of the portal. */
export interface DemoPerson extends DemoAccount {
  readonly userId: string;
}

const roleOf: Readonly<Record<string, RoleName>> = {
  admin: 'Administrator',
  operator: 'Operator',
  viewer: 'Viewer',
  requester: 'Requester',
};

export const demoPeople = (): readonly DemoPerson[] =>
  demoAccounts.map((account) => ({ ...account, userId: randomUUID() }));

/**
 * Invites the demo users, all in one transaction, so that there are either none of them or all. The administrator's
 * grant holds in every tenant, the operator's and the viewer's in each of the demo tenants, the requester's in the
 * first.
 */
export async function invitePeople(
  access: AccessGate,
  clock: Clock,
  people: readonly DemoPerson[],
  provider: string,
  tenantIds: readonly string[],
): Promise<void> {
  const now = clock.now();
  const tenantsOf = (role: RoleName): readonly string[] =>
    role === 'Administrator' ? [systemTenantId] : role === 'Requester' ? tenantIds.slice(0, 1) : tenantIds;
  const persons = people.map(({ userId, email, name }) => ({ user_id: userId, mail: email, name }));
  const grants = people.flatMap(({ userId, userName }) => {
    const role = roleOf[userName] ?? 'Viewer';
    return tenantsOf(role).map((tenantId) => ({
      tenant_id: tenantId,
      grant_id: randomUUID(),
      user_id: userId,
      role_name: role,
    }));
  });
  await access.access((db) =>
    sql`
      with persons as (
        insert into cfs.people (tenant_id, user_id, mail, name, invited_for, created, created_by)
        select ${systemTenantId}::uuid, user_id, mail, name, ${provider}, ${now}::timestamptz, 'first run'
        from jsonb_to_recordset(${JSON.stringify(persons)}::jsonb) as person (user_id uuid, mail text, name text)
        returning user_id
      )
      insert into cfs.grants (tenant_id, grant_id, user_id, role_name, created, created_by)
      select tenant_id, grant_id, user_id, role_name, ${now}::timestamptz, 'first run'
      from jsonb_to_recordset(${JSON.stringify(grants)}::jsonb)
        as granted (tenant_id uuid, grant_id uuid, user_id uuid, role_name text)
        join persons using (user_id)`.execute(db),
  );
}
