import { randomUUID } from 'node:crypto';
import { builtInRoles, type RoleName } from '@cfs/contracts/roles';
import { sql } from 'kysely';
import type { GrantRecord, PersonRecord } from '../../platform/access/access-snapshot.ts';
import type { Clock } from '../../platform/clock.ts';
import { systemTenantId } from '../../platform/context.ts';
import type { AccessGate } from '../../platform/database/gate.ts';
import type { Services } from '../../platform/services.ts';
import { demoAccounts, type DemoAccount } from '../identity-provider/demo-accounts.ts';

/** A demo user with the id of a person of the portal. */
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

const roleNamed = (userName: string): RoleName => roleOf[userName] ?? 'Viewer';

/**
 * The tenants of a user's grants: all tenants (the System tenant) for the administrator, the first demo tenant for the
 * requester, every demo tenant for the operator and the viewer.
 */
const tenantsOf = (userName: string, tenantIds: readonly string[]): readonly string[] => {
  const role = roleNamed(userName);
  return role === 'Administrator' ? [systemTenantId] : role === 'Requester' ? tenantIds.slice(0, 1) : tenantIds;
};

/**
 * Returns services whose access snapshot already contains the demo users. They are invited last, but work units name
 * them as approvers before that.
 */
export async function withDemoPeople(
  services: Services,
  people: readonly DemoPerson[],
  provider: string,
  tenantIds: readonly string[],
): Promise<Services> {
  const now = await services.snapshot.current();
  const persons = people.map(({ userId, email, name, subject }): PersonRecord => {
    return {
      userId,
      mail: email,
      name,
      provider,
      subject,
      pictureAddress: undefined,
      claimedGroups: [],
      claimedRoles: [],
      claimedAt: 0,
      enabled: true,
      invitedIn: undefined,
    };
  });
  const grantsOf = ({ userId, userName }: DemoPerson): GrantRecord[] =>
    tenantsOf(userName, tenantIds).map((tenantId) => ({
      grantId: randomUUID(),
      userId,
      groupName: undefined,
      tenantId: tenantId === systemTenantId ? undefined : tenantId,
      roleName: roleNamed(userName),
      permissions: builtInRoles[roleNamed(userName)],
      createdTime: services.clock.now().getTime(),
    }));
  const snapshot = {
    ...now,
    people: new Map(persons.map((person) => [person.userId, person])),
    peopleByMail: Map.groupBy(persons, ({ mail }) => mail.toLowerCase()),
    grantsByUser: new Map(people.map((person) => [person.userId, grantsOf(person)])),
  };
  return { ...services, snapshot: { ...services.snapshot, current: () => Promise.resolve(snapshot) } };
}

/**
 * Invites the demo users in one transaction, so that either all or none exist. They are linked to their accounts at
 * once, since their subjects at the embedded provider are known and their mail addresses verified.
 */
export async function invitePeople(
  access: AccessGate,
  clock: Clock,
  people: readonly DemoPerson[],
  provider: string,
  tenantIds: readonly string[],
): Promise<void> {
  const now = clock.now();
  const persons = people.map(({ userId, email, name, subject }) => ({ user_id: userId, mail: email, name, subject }));
  const grants = people.flatMap(({ userId, userName }) =>
    tenantsOf(userName, tenantIds).map((tenantId) => ({
      tenant_id: tenantId,
      grant_id: randomUUID(),
      user_id: userId,
      role_name: roleNamed(userName),
    })),
  );
  await access.access((db) =>
    sql`
      with persons as (
        insert into cfs.people (tenant_id, user_id, mail, name, provider, subject, first_sign_in, created, created_by)
        select ${systemTenantId}::uuid, user_id, mail, name, ${provider}, subject, ${now}::timestamptz, ${now}::timestamptz, 'first run'
        from jsonb_to_recordset(${JSON.stringify(persons)}::jsonb) as person (user_id uuid, mail text, name text, subject text)
        returning user_id
      )
      insert into cfs.grants (tenant_id, grant_id, user_id, role_name, created, created_by)
      select tenant_id, grant_id, user_id, role_name, ${now}::timestamptz, 'first run'
      from jsonb_to_recordset(${JSON.stringify(grants)}::jsonb)
        as granted (tenant_id uuid, grant_id uuid, user_id uuid, role_name text)
        join persons using (user_id)`.execute(db),
  );
}
