import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTenantToken } from './platform/access/tenant-tokens.ts';
import type { ConnectionSettings } from './platform/database/connection-settings.ts';
import { startReplicatedCluster, type ReplicatedCluster } from './testing/replicated-cluster.ts';
import { anyPort, createServerProcesses, ready } from './testing/server-process.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';
import { addTestTenant } from './testing/test-people.ts';

let directory: string;
let cluster: ReplicatedCluster;
let database: TestDatabase;
let processes: ReturnType<typeof createServerProcesses>;

const urlOf = ({ host, database: name }: ConnectionSettings): string =>
  `postgres://localhost/${name}?host=${encodeURIComponent(host)}`;
const start = async (databaseReadUrl: string) =>
  processes.start({ PORT: await anyPort(), DATABASE_READ_URL: databaseReadUrl, LOG_LEVEL: 'warn' });

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cfs replica '));
  cluster = await startReplicatedCluster();
  database = await createTestDatabase(cluster.primary);
  processes = createServerProcesses(database, directory);
}, 120_000);
afterEach(() => processes.kill());
afterAll(async () => {
  await cluster.stopReplica();
  await database.drop();
  await cluster.stop();
  await rm(directory, { recursive: true });
});

describe('DATABASE_READ_URL', () => {
  it('makes exports read from the replica', async () => {
    const { token, hash, prefix } = createTenantToken();
    await database.asOwner(
      `insert into cfs.token_grants (tenant_id, token_grant_id, name, lifetime_years, purposes, prefix, token_hash,
         created, created_by, modified)
       values ($1, $2, 'Test', 0, '{read}', $3, $4, now(), 'test', now())`,
      [await addTestTenant(database, 'Contoso', new Date()), randomUUID(), prefix, hash],
    );
    const origin = await ready(await start(urlOf({ ...cluster.replica, database: database.owner.database })));
    const headers = { authorization: `Bearer ${token}` };
    const exported = async (): Promise<number> => {
      const answer = await fetch(`${origin}/v1/locations/Export()`, { headers });
      await answer.text();
      return answer.status;
    };
    const metrics = async (): Promise<string> => (await fetch(`${origin}/metrics`)).text();
    const isCounted = async (): Promise<boolean> =>
      (await exported()) === 200 && /^database_replica_reads_total\{outcome="replica"\} [1-9]/m.test(await metrics());
    await expect.poll(isCounted, { timeout: 60_000 }).toBe(true);
    expect(await metrics()).toMatch(/^database_connections\{access="replica-stream"\} 4$/m);
  });

  it('does not prevent a start while the replica is unreachable', async () => {
    const run = await start('postgres://127.0.0.1:1/cfs');
    const origin = await ready(run);
    expect(run.output()).toContain('the database of DATABASE_READ_URL does not answer');
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  });

  it('refuses the database of another cluster', async () => {
    const other = await createTestDatabase();
    const run = await start(urlOf(other.owner));
    expect(await run.ended).toBe(1);
    expect(run.output()).toMatch(
      /^The database of DATABASE_READ_URL is not a physical replica of the database of DATABASE_URL\./m,
    );
    await other.drop();
  });
});
