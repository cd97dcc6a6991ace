import type { Change } from '../audit/change.ts';
import type { Services } from '../services.ts';
import type { Gate, Reads, ScopedDatabase } from './gate.ts';

const refuse = (): never => {
  throw new TypeError('Only reads and writes are allowed within a transaction.');
};

/**
 * The services for commands that run within an open transaction: their reads and writes join it, so that several
 * commands commit together or not at all. The scope of the transaction must enclose the scopes of the commands; their
 * statements narrow it. The access snapshot stays as it was before the transaction.
 */
export const joinTransaction = (services: Services, db: ScopedDatabase, change: Change): Services => {
  const reads: Reads = {
    read: (_context, _scope, query) => query(db),
    readText: refuse,
    readStream: refuse,
  };
  const gate: Gate = {
    ...reads,
    lagging: reads,
    write: (context, _scope, work) => work(db, change.as(context)),
    ingest: refuse,
    close: refuse,
  };
  const snapshot = { ...services.snapshot, refresh: () => services.snapshot.current() };
  return { ...services, gate, snapshot };
};
