import type { PooledConnection } from './pooled-connection.ts';

/**
 * Commits the work of an open transaction, or rolls it back if it throws. `afterCommit` is sent together with the
 * commit and runs after it.
 */
export const endTransaction = async <Result>(
  connection: PooledConnection,
  work: () => Promise<Result>,
  afterCommit?: () => Promise<void>,
): Promise<Result> => {
  try {
    const result = await work();
    await Promise.all([connection.query('commit', []), afterCommit?.()]);
    return result;
  } catch (error) {
    // Statements may still be in flight; they must not reach the next transaction.
    if (connection.isBusy) connection.discard();
    // After a database error the pool destroys the connection, and its transaction with it.
    await connection.query('rollback', []).catch(() => undefined);
    throw error;
  }
};
