import type { Permission } from '@cfs/contracts/permissions';
import type { Change } from '../../../platform/audit/change.ts';
import type { Context } from '../../../platform/context.ts';
import type { Gate, ScopedDatabase } from '../../../platform/database/gate.ts';
import { takeLock } from '../../../platform/database/take-lock.ts';

const lockName = 'cfs.access';

/**
 * Runs a transaction that changes access. An advisory lock serialises these transactions: two administrators who remove
 * each other concurrently cannot both succeed, and no role is deleted while it is being granted. Waiting transactions
 * do not exhaust the pool, and tenants come in turn.
 */
export const writeAccess = <Result>(
  gate: Pick<Gate, 'write'>,
  context: Context,
  permission: Permission,
  work: (db: ScopedDatabase, change: Change) => Promise<Result>,
): Promise<Result> =>
  gate.write(
    context,
    permission,
    async (db, change) => {
      await takeLock(db, lockName);
      return work(db, change);
    },
    lockName,
  );
