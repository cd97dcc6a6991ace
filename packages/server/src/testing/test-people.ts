import { randomUUID } from 'node:crypto';
import type { RoleName } from '@cfs/contracts/roles';
import { systemTenantId } from '../platform/context.ts';
import type { TestDatabase } from './test-database.ts';

/** A person for a test, invited and already tied to a subject. */
export interface TestPerson {
  readonly userId: string;
  readonly subject: string;
  readonly mail: string;
  readonly name: string;
}

/** Creates a person with one role in one tenant, in all (`'all'`), or with no grant at all (role `undefined`). */
export const addTestPerson = async (
  database: TestDatabase,
  options: {
    readonly provider: string;
    readonly role: RoleName | undefined;
    readonly tenantId: string | 'all';
    readonly moment: Date;
    /** A unique mail by default. */
    readonly mail?: string | undefined;
  },
): Promise<TestPerson> => {
  const userId = randomUUID();
  const label = `${options.role ?? 'Nobody'} ${userId.slice(0, 4)}`;
  const person = { userId, subject: userId, mail: options.mail ?? `${userId}@example.com`, name: label };
  await database.asOwner(
    `insert into cfs.people (tenant_id, user_id, mail, name, provider, subject, first_sign_in, created, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $7, 'test')`,
    [systemTenantId, userId, person.mail, person.name, options.provider, person.subject, options.moment],
  );
  if (options.role !== undefined) {
    await database.asOwner(
      `insert into cfs.grants (tenant_id, grant_id, user_id, role_name, created, created_by) values ($1, $2, $3, $4, $5, 'test')`,
      [
        options.tenantId === 'all' ? systemTenantId : options.tenantId,
        randomUUID(),
        userId,
        options.role,
        options.moment,
      ],
    );
  }
  return person;
};

/** Creates a tenant; resolves with its id. */
export const addTestTenant = async (database: TestDatabase, name: string, moment: Date): Promise<string> => {
  const tenantId = randomUUID();
  await database.asOwner(
    `insert into cfs.tenants (tenant_id, name, enabled, work_unit_fields, created, created_by, modified, modified_by)
     values ($1, $2, true, '[]', $3, 'test', $3, 'test')`,
    [tenantId, name, moment],
  );
  return tenantId;
};
