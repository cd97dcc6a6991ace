import type { PooledConnection } from './connection-pool.ts';
import type { Statement } from './gate.ts';

/** Characters of a piece, about: few enough to be forgotten soon, many enough to be worth a round trip. */
const pieceSize = 32_768;

/**
 * The texts in the first column of a statement, by a cursor within the transaction that the connection is in, some of
 * them joined into each piece. The scope of the key is expected when the cursor is opened and again for each piece.
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
