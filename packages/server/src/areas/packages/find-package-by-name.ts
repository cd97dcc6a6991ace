import { sql } from 'kysely';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import type { PackageRow } from './lock-package.ts';

/** Finds the package of a tenant by name, ignoring case. With `hold`, locks it until the transaction ends. */
export const findPackageByName = (
  db: ScopedDatabase,
  tenantId: string,
  name: string,
  hold?: 'hold',
): Promise<PackageRow | undefined> =>
  db
    .selectFrom('packages')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`cfs.fold(name) = cfs.fold(${name})`)
    .$if(hold === 'hold', (query) => query.forUpdate())
    .executeTakeFirst();
