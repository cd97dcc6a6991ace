import { systemTenantId } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { conflict } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';

/** How many enabled people hold Administrator in all tenants by a grant of their own, and how many of them came in. */
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
 * Runs a change that takes something away, with access locked, and refuses it with 409 when it leaves nobody who
 * administrates all tenants. Once somebody has signed in, an invitation that may hold a wrong mail is no replacement.
 * Groups and claims do not count: nobody knows who is behind them.
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
