import { packetLimits } from '@cfs/contracts/packets';
import { pino } from 'pino';
import { createGate, type GateOptions } from '../../../platform/database/create-gate.ts';
import { createDerivedKeys } from '../../../platform/secrets/derived-keys.ts';
import { testMasterKey } from '../../../testing/test-database-constants.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { checkPacket } from '../ingest/check-packet.ts';
import { createIngestPipeline } from '../ingest/ingest-pipeline.ts';

/**
 * What a test passes to the child process: the connections, the current time, the tenant, and the packets of each call.
 */
export interface IngestJob {
  readonly connections: GateOptions['connections'];
  readonly now: string;
  readonly tenantId: string;
  readonly calls: readonly (readonly unknown[])[];
}

/**
 * Stores the packets of each call and prints `acknowledged <number of the call> <outcomes>` once they are durable. The
 * test compares this output with the database after the crash that CFS_CRASH_AT requests.
 */
const job = JSON.parse(process.argv[2] ?? '') as IngestJob;
const clock = new ManualClock(job.now);
const gate = createGate({
  connections: job.connections,
  keys: createDerivedKeys(testMasterKey),
  clock,
  onConnectionError: () => undefined,
});
const pipeline = createIngestPipeline({
  gate,
  clock,
  log: pino({ level: 'silent' }),
  rules: { hold: async () => ({ evaluate: async () => {} }) },
});
for (const [number, call] of job.calls.entries()) {
  const packets = call.map((input) => {
    const { retentionDays } = packetLimits;
    const now = clock.now().getTime();
    const sender = { tenantId: job.tenantId, deviceId: undefined, spooled: false, now, retentionDays };
    const checked = checkPacket(input, sender);
    if ('errors' in checked) throw new Error(checked.errors.join());
    return checked.packet;
  });
  const outcomes = await pipeline.submit({ packets, spool: undefined });
  process.stdout.write(`acknowledged ${number} ${outcomes.join()}\n`);
}
await gate.close();
