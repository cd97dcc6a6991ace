import { systemTenantId } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { conflict } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';

/** Counts the enabled people with a personal grant of Administrator in all tenants, and those who have signed in. */
const countAdministrators = async (
  db: ScopedDatabase,
  provider: string,
): Promise<{ readonly invited: number; readonly signedIn: number }> => {
  const rows = await db
    .selectFrom('grants')
    .innerJoin('people', 'people.user_id', 'grants.user_id')
    .select('people.subject')
    .where('grants.tenant_id', '=', systemTenantId)
    .where('grants.role_name', '=', 'Administrator')
    .where('people.provider', '=', provider)
    .where('people.enabled', '=', true)
    .execute();
  return { invited: rows.length, signedIn: rows.filter(({ subject }) => subject !== null).length };
};

/**
 * Runs a change that removes access, under the lock of `writeAccess`, and throws 409 if no administrator of all tenants
 * would remain. Once such an administrator has signed in, an invitation is no replacement, because its mail may be
 * wrong. Groups and claims do not count, because it is unknown which people have them.
 */
export const keepingAdministrator = async <Result>(
  { identity }: Pick<Services, 'identity'>,
  db: ScopedDatabase,
  change: () => Promise<Result>,
): Promise<Result> => {
  const before = await countAdministrators(db, identity.provider);
  const result = await change();
  const kind = before.signedIn > 0 ? 'signedIn' : 'invited';
  if (before[kind] > 0 && (await countAdministrators(db, identity.provider))[kind] === 0)
    throw conflict('This is the last administrator of all tenants. Let another one sign in first.');
  return result;
};
