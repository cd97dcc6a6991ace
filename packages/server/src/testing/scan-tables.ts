import type { TestDatabase } from './test-database.ts';

/**
 * Makes the statements of further connections scan whole tables, so that no index returns rows in an order that the
 * statement does not request. For tests of sort orders.
 */
export const scanTables = async (database: TestDatabase): Promise<void> => {
  for (const { user } of Object.values(database.connections))
    for (const setting of ['enable_indexscan', 'enable_indexonlyscan', 'enable_bitmapscan'])
      await database.asOwner(`alter role ${user} in database ${database.owner.database} set ${setting} = off`);
};
