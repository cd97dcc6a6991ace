import type { PooledConnection } from './pooled-connection.ts';
import type { Statement } from './gate.ts';

/**
 * Approximate characters of a chunk: small enough to stay in V8's young generation, large enough to amortise a round
 * trip.
 */
const pieceSize = 32_768;

/**
 * Streams the texts in the first column of a statement by a cursor in the connection's current transaction, joined into
 * chunks. The scope is checked when the cursor is opened and at each fetch.
 */
export async function* textStream(
  connection: PooledConnection,
  key: string,
  { text, values }: Statement,
  signal: AbortSignal,
): AsyncGenerator<string, void, void> {
  const guard = `gate.expect_scope($${values.length + 1})`;
  await connection.once(
    `declare streamed no scroll cursor for select guarded.* from (${text}) guarded where ${guard}`,
    [...values, key],
  );
  for (;;) {
    signal.throwIfAborted();
    const { rows } = await connection.query(
      `select gate.next_text('streamed', ${pieceSize}) as piece where gate.expect_scope($1)`,
      [key],
    );
    const [{ piece }] = rows as [{ piece: string }];
    if (piece === '') return;
    yield piece;
  }
}
