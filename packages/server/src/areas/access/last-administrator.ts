import { systemTenantId } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { conflict } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import './grant-table.ts';
import './person-table.ts';

/** How many people are sure to administrate all tenants: enabled, signed in before, and Administrator by name. */
const countAdministrators = async (db: ScopedDatabase, provider: string): Promise<number> => {
  const rows = await db
    .selectFrom('grants')
    .innerJoin('people', 'people.user_id', 'grants.user_id')
    .select('grants.grant_id')
    .where('grants.tenant_id', '=', systemTenantId)
    .where('grants.role_name', '=', 'Administrator')
    .where('people.invited_for', '=', provider)
    .where('people.enabled', '=', true)
    .where('people.subject', 'is not', null)
    .execute();
  return rows.length;
};

/**
 * Runs a change that takes something away, with access locked, and refuses it with 409 when it leaves nobody who
 * administrates all tenants. Groups and claims do not count: nobody knows who is behind them.
 */
export const keepingAdministrator = async <Result>(
  { identity }: Pick<Services, 'identity'>,
  db: ScopedDatabase,
  change: () => Promise<Result>,
): Promise<Result> => {
  const before = await countAdministrators(db, identity.provider);
  const result = await change();
  if (before > 0 && (await countAdministrators(db, identity.provider)) === 0)
    throw conflict('This is the last administrator of all tenants. Let another one sign in first.');
  return result;
};
