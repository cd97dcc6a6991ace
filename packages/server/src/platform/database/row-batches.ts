import type { PooledConnection } from './connection-pool.ts';
import type { Statement } from './gate.ts';

/** Rows that are in memory at once. */
const batchRows = 500;

/**
 * The rows of a statement by a cursor, within the transaction that the connection is in. The scope of the key is
 * expected when the cursor is opened and again before each batch.
 */
export async function* batchesOf(
  connection: PooledConnection,
  key: string,
  { text, values }: Statement,
  signal: AbortSignal,
): AsyncGenerator<unknown[][], void, void> {
  const guard = `gate.expect_scope($${values.length + 1})`;
  await connection.rows(
    `declare streamed no scroll cursor for select guarded.* from (${text}) guarded where ${guard}`,
    [...values, key],
  );
  for (;;) {
    signal.throwIfAborted();
    await connection.query('select gate.expect_scope($1)', [key]);
    const rows = await connection.rows(`fetch ${batchRows} from streamed`, []);
    if (rows.length > 0) yield rows;
    if (rows.length < batchRows) return;
  }
}
