import { pino } from 'pino';
import { accessTables } from '../../../access-tables.ts';
import type { Clock } from '../../../platform/clock.ts';
import { readConfiguration } from '../../../platform/configuration.ts';
import { createServices } from '../../../platform/create-services.ts';
import { createGate, type GateOptions } from '../../../platform/database/create-gate.ts';
import { createDerivedKeys } from '../../../platform/secrets/derived-keys.ts';
import { createTestWorker } from '../../../testing/create-test-worker.ts';
import { testMasterKey } from '../../../testing/test-database-constants.ts';
import { createTestIdentity } from '../../../testing/test-identity.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';

/** The input of the worker process that a test kills. */
export interface SubscriberCrashTask {
  readonly connections: GateOptions['connections'];
  /** The current time of the process, in ISO 8601. */
  readonly now: string;
  /** Environment variables of the product. */
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Runs a worker that mails to subscribers until nothing is due, or until the process ends at the kill point
 * CFS_CRASH_AT.
 */
const run = async ({ connections, now, environment }: SubscriberCrashTask): Promise<void> => {
  const clock: Clock = { now: () => new Date(now) };
  const gate = createGate({
    connections,
    keys: createDerivedKeys(testMasterKey),
    clock,
    onConnectionError: () => undefined,
  });
  const { source: identity } = await createTestIdentity(new ManualClock());
  const services = createServices({
    configuration: readConfiguration({ OIDC_AUTHORITY: identity.issuer, LOG_LEVEL: 'silent', ...environment }),
    masterKey: testMasterKey,
    gate,
    accessTables,
    identity,
    clock,
    log: pino({ level: 'silent' }),
  });
  const worker = createTestWorker(services, 'communications');
  while ((await worker.runDue()) > 0);
  await services.snapshot.close();
  await gate.close();
};

await run(JSON.parse(process.argv[2] ?? '') as SubscriberCrashTask);
