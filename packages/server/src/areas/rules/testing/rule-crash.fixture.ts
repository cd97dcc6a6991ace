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

/** The task of the worker that a test kills. */
export interface RuleCrashTask {
  readonly connections: GateOptions['connections'];
  /** The current time of the process, ISO 8601. */
  readonly now: string;
}

/** A worker of rules that runs due work, and kills itself at the point that CFS_CRASH_AT names. */
const run = async ({ connections, now }: RuleCrashTask): Promise<void> => {
  const clock: Clock = { now: () => new Date(now) };
  const gate = createGate({
    connections,
    keys: createDerivedKeys(testMasterKey),
    clock,
    onConnectionError: () => undefined,
  });
  const { source: identity } = await createTestIdentity(new ManualClock());
  const services = createServices({
    configuration: readConfiguration({ OIDC_AUTHORITY: identity.issuer, LOG_LEVEL: 'silent' }),
    masterKey: testMasterKey,
    gate,
    accessTables,
    identity,
    clock,
    log: pino({ level: 'silent' }),
  });
  const worker = createTestWorker(services, 'rules', 'actions', 'work-units');
  while ((await worker.runDue()) > 0);
  await services.snapshot.close();
  await gate.close();
};

await run(JSON.parse(process.argv[2] ?? '') as RuleCrashTask);
