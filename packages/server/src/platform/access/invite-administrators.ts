import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { systemTenantId } from '../context.ts';
import type { AccessGate } from '../database/gate.ts';
import type { Services } from '../services.ts';

/**
 * Invites people by mail for the provider that signs people in, each with the Administrator role in all tenants, so that
 * a new installation has somebody to begin with. Who is invited already stays as they are.
 */
export const inviteAdministrators = async (
  access: AccessGate,
  { identity, clock, snapshot }: Pick<Services, 'identity' | 'clock' | 'snapshot'>,
  mails: readonly string[],
): Promise<void> => {
  if (mails.length === 0) return;
  const now = clock.now();
  await access.access(async (db) => {
    for (const mail of mails) {
      await sql`insert into cfs.people (tenant_id, user_id, mail, name, invited_for, created, created_by)
        values (${systemTenantId}, ${randomUUID()}, ${mail}, ${mail}, ${identity.provider}, ${now}, 'configuration')
        on conflict do nothing`.execute(db);
      await sql`insert into cfs.grants (tenant_id, grant_id, user_id, role_name, created, created_by)
        select ${systemTenantId}::uuid, ${randomUUID()}::uuid, people.user_id, 'Administrator', ${now}::timestamptz, 'configuration'
        from cfs.people where people.invited_for = ${identity.provider} and lower(people.mail) = ${mail.toLowerCase()}
        on conflict do nothing`.execute(db);
    }
  });
  await snapshot.refresh();
};
