import { pino } from 'pino';
import { accessTables } from '../../../access-tables.ts';
import { systemContext } from '../../../platform/context.ts';
import type { Clock } from '../../../platform/clock.ts';
import { readConfiguration } from '../../../platform/configuration.ts';
import { createServices } from '../../../platform/create-services.ts';
import { createGate, type GateOptions } from '../../../platform/database/create-gate.ts';
import { createDerivedKeys } from '../../../platform/secrets/derived-keys.ts';
import { crashAt } from '../../../platform/durable-work/kill-points.ts';
import { testMasterKey } from '../../../testing/test-database-constants.ts';
import { createTestIdentity } from '../../../testing/test-identity.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { patchWorkUnit } from '../changes/patch-work-unit.ts';

/** The task of a process that a test lets crash. */
export interface CrashTask {
  readonly connections: GateOptions['connections'];
  readonly tenantId: string;
  readonly workUnitId: number;
  readonly task: 'acknowledge' | 'work';
  /** The current time of the process, ISO 8601. */
  readonly now: string;
}

const acknowledgement = [
  { op: 'test', path: '/stateId', value: 'New' },
  { op: 'replace', path: '/stateId', value: 'Acknowledged' },
] as const;

/** Acknowledges a unit or runs the due work; the process ends at the kill point in CFS_CRASH_AT. */
const run = async ({ connections, tenantId, workUnitId, task, now }: CrashTask): Promise<void> => {
  const clock: Clock = { now: () => new Date(now) };
  const gate = createGate({
    connections,
    keys: createDerivedKeys(testMasterKey),
    clock,
    onConnectionError: () => undefined,
  });
  const { source: identity } = await createTestIdentity(new ManualClock());
  const configuration = readConfiguration({
    OIDC_AUTHORITY: identity.issuer,
    FEATURES: 'private-action-addresses',
    LOG_LEVEL: 'silent',
  });
  const services = createServices({
    configuration,
    masterKey: testMasterKey,
    gate,
    accessTables,
    identity,
    clock,
    log: pino({ level: 'silent' }),
  });
  if (task === 'acknowledge') {
    const context = systemContext({ name: 'test', clock, tenantId });
    await patchWorkUnit(services, context, workUnitId, [...acknowledgement]);
    crashAt('after-commit');
  } else {
    // Loads every area, so only if it is needed.
    const { createTestWorker } = await import('../../../testing/create-test-worker.ts');
    const worker = createTestWorker(services, 'protocols', 'work-units');
    while ((await worker.runDue()) > 0);
  }
  await services.snapshot.close();
  await gate.close();
};

await run(JSON.parse(process.argv[2] ?? '') as CrashTask);
