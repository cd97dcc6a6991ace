import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packetLimits } from '@cfs/contracts/packets';
import { storedPackets } from '../../../testing/stored-packets.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { maintainPacketPartitions } from '../history/maintain-packet-partitions.ts';
import type { IngestJob } from '../testing/ingest-in-child.ts';

const tenantId = '10000000-0000-4000-8000-000000000001';
const clock = new ManualClock();
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await maintainPacketPartitions(database.createGate({ clock }), clock, packetLimits.retentionDays);
});
afterAll(() => database.drop());

const packets = (entityId: string) =>
  [1, 2, 3].map((seconds) => ({
    entityId,
    timestamp: new Date(clock.now().getTime() - seconds * 1_000).toISOString(),
    message: { Value: seconds },
  }));

/** Runs the calls in a child process; returns the calls that it acknowledged, and the signal that ended it. */
const ingest = (calls: IngestJob['calls'], crashAt?: string) =>
  new Promise<{ acknowledged: string[]; signal: string | undefined }>((resolve) => {
    const job: IngestJob = { connections: database.connections, now: clock.now().toISOString(), tenantId, calls };
    execFile(
      process.execPath,
      [join(import.meta.dirname, '../testing/ingest-in-child.ts'), JSON.stringify(job)],
      { env: { ...process.env, ...(crashAt !== undefined && { CFS_CRASH_AT: crashAt }) } },
      (error, output) =>
        resolve({ acknowledged: output.split('\n').filter(Boolean), signal: error?.signal ?? undefined }),
    );
  });

const stored = async (entityId: string): Promise<number> => (await storedPackets(database, entityId)).length;

describe('a server that is killed while it stores packets', () => {
  it('has stored and acknowledged nothing before the commit', async () => {
    const entity = randomUUID();
    const crashed = await ingest([packets(entity)], 'ingest-before-commit');
    expect(crashed).toEqual({ acknowledged: [], signal: 'SIGKILL' });
    expect(await stored(entity)).toBe(0);
    const again = await ingest([packets(entity)]);
    expect(again.acknowledged).toEqual(['acknowledged 0 added,added,added']);
  });

  it('has stored all packets after the commit, so that a resend adds nothing', async () => {
    const entity = randomUUID();
    const crashed = await ingest([packets(entity)], 'ingest-after-commit');
    expect(crashed).toEqual({ acknowledged: [], signal: 'SIGKILL' });
    expect(await stored(entity)).toBe(3);
    const again = await ingest([packets(entity)]);
    expect(again.acknowledged).toEqual(['acknowledged 0 duplicate,duplicate,duplicate']);
    expect(await stored(entity)).toBe(3);
  });
});
