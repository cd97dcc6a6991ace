import type { Permission } from '@cfs/contracts/permissions';
import type { Change } from '../../../platform/audit/change.ts';
import type { Context } from '../../../platform/context.ts';
import type { Gate, ScopedDatabase } from '../../../platform/database/gate.ts';
import { holdLock } from '../../../platform/database/hold-lock.ts';

const lockName = 'cfs.access';

/**
 * Runs a transaction that changes who may do what; one at a time. So two administrators who remove each other at the same
 * time cannot both succeed, and no role goes while somebody grants it. Those of one tenant do not hold up all connections
 * while they wait, and tenants are served in turn.
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
      await holdLock(db, lockName);
      return work(db, change);
    },
    lockName,
  );
