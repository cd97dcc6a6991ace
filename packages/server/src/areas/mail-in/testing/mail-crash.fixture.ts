import { pino } from 'pino';
import { accessTables } from '../../../access-tables.ts';
import { readConfiguration } from '../../../platform/configuration.ts';
import { systemClock } from '../../../platform/clock.ts';
import { createServices } from '../../../platform/create-services.ts';
import { createGate, type GateOptions } from '../../../platform/database/create-gate.ts';
import { createDerivedKeys } from '../../../platform/secrets/derived-keys.ts';
import { testMasterKey } from '../../../testing/test-database-constants.ts';
import { createTestIdentity } from '../../../testing/test-identity.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { startMailListener } from '../listener/start-mail-listener.ts';
import { mailInSettings } from './deliver-mail.ts';

/** The task of a process that a test lets crash. */
export interface MailCrashTask {
  readonly connections: GateOptions['connections'];
}

/** This process receives mails, prints its port, and ends at the kill point in CFS_CRASH_AT. */
const { connections } = JSON.parse(process.argv[2] ?? '') as MailCrashTask;
const gate = createGate({
  connections,
  keys: createDerivedKeys(testMasterKey),
  clock: systemClock,
  onConnectionError: () => undefined,
});
const { source: identity } = await createTestIdentity(new ManualClock());
const configuration = readConfiguration({
  OIDC_AUTHORITY: identity.issuer,
  LOG_LEVEL: 'silent',
  ...mailInSettings,
});
const services = createServices({
  configuration,
  masterKey: testMasterKey,
  gate,
  accessTables,
  identity,
  clock: systemClock,
  log: pino({ level: 'silent' }),
});
if (configuration.mailIn) {
  const { port } = await startMailListener(services, configuration.mailIn);
  console.log(port);
}
