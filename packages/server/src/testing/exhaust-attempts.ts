import { DatabaseBusyError } from '../platform/database/database-errors.ts';
import type { Gate } from '../platform/database/gate.ts';
import { backoffAfter, maxAttempts } from '../platform/durable-work/backoff.ts';
import { createTestWorker } from './create-test-worker.ts';
import type { TestServer } from './test-server.ts';

/** The error message of each attempt. */
export const busyReason = 'The database is busy.';

/** Runs all attempts at the queued work of the areas while the reads of their handlers fail. */
export const exhaustAttempts = async (server: TestServer, ...areas: readonly string[]): Promise<void> => {
  const { gate } = server.services;
  const busy: Gate = { ...gate, read: () => Promise.reject(new DatabaseBusyError(busyReason)) };
  const worker = createTestWorker({ ...server.services, gate: busy }, ...areas);
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    while ((await worker.runDue()) > 0);
    server.clock.advance(backoffAfter(attempt));
  }
};
