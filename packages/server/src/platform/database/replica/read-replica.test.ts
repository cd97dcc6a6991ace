import { randomUUID } from 'node:crypto';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startRelay } from '../../../testing/relay.ts';
import { startReplicatedCluster, type ReplicatedCluster } from '../../../testing/replicated-cluster.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { StartUpError } from '../../start-up-error.ts';
import { systemContext, type Context } from '../../context.ts';
import { createConnectionPool, type ConnectionPool } from '../connection-pool.ts';
import type { ConnectionSettings } from '../connection-settings.ts';
import type { GateOptions } from '../create-gate.ts';
import type { AccessGate, Gate, Reads, ScopedDatabase } from '../gate.ts';
import { checkReplica } from './check-replica.ts';
import type { ReplicaOutcome } from './read-replica.ts';

declare module '../schema.ts' {
  interface Database {
    notes_of_replica_test: { tenant_id: string; note: string };
  }
}

const clock = new ManualClock();
const [one, two] = [randomUUID(), randomUUID()];
const personOf = (tenantId: string, userId = randomUUID()): Context => ({
  ...systemContext({ name: 'test', clock, tenantId }),
  actor: { kind: 'person', userId, userName: 'ada@example.com', name: 'Ada' },
});

let cluster: ReplicatedCluster;
let database: TestDatabase;
let replicaOwner: ConnectionPool;
let replica: ConnectionSettings;
let gate: Gate & AccessGate;
let gates: Gate[];
let outcomes: ReplicaOutcome[];
let errors: Error[];

const onReplica = (text: string) => replicaOwner.use(undefined, (connection) => connection.query(text, []));
const createGate = (
  connection: ConnectionSettings = replica,
  options: Pick<GateOptions, 'sizes' | 'statementTimeout'> = {},
) => {
  const created = database.createGate({
    clock,
    replica: connection,
    onLaggingRead: (outcome) => outcomes.push(outcome),
    onConnectionError: (error) => errors.push(error),
    ...options,
  });
  gates.push(created);
  return created;
};
/** Resolves once the gate's reads run on the replica; clears the earlier outcomes and errors. */
const reaches = async ({ lagging }: Gate): Promise<void> => {
  await expect
    .poll(async () => (await seen(personOf(one), lagging)).every(({ replica: isReplica }) => isReplica), {
      timeout: 60_000,
    })
    .toBe(true);
  outcomes = [];
  errors = [];
};
/** Resolves once the replica shows all that the primary has committed. */
const replays = async (): Promise<void> => {
  const text = 'select pg_current_wal_flush_lsn()::text as position';
  const [row] = await database.asOwner<{ position: string }>(text);
  await vi.waitFor(async () => {
    const { rows } = await onReplica(`select pg_last_wal_replay_lsn() >= '${row?.position}' as done`);
    expect(rows).toEqual([{ done: true }]);
  });
};

beforeAll(async () => {
  cluster = await startReplicatedCluster();
  database = await createTestDatabase(cluster.primary);
  await database.asOwner('create table cfs.notes_of_replica_test (tenant_id uuid not null, note text not null)');
  await database.asOwner(`select gate.protect('notes_of_replica_test')`);
  await database.asOwner('insert into cfs.notes_of_replica_test values ($1, $2), ($3, $4)', [one, 'a', two, 'b']);
  const owner = { ...cluster.replica, database: database.owner.database };
  replica = { ...database.connections.app, host: owner.host, port: owner.port };
  replicaOwner = createConnectionPool({
    connection: owner,
    acceptsStandby: true,
    name: 'cfs-test-replica-owner',
    size: 1,
    statementTimeout: 0,
    acquireTimeout: 30_000,
    onIdleError: () => undefined,
  });
  await replays();
}, 120_000);
afterAll(async () => {
  await replicaOwner.close();
  await cluster.stopReplica();
  await database.drop();
  await cluster.stop();
});
beforeEach(async () => {
  outcomes = [];
  errors = [];
  gates = [];
  gate = createGate();
  await reaches(gate);
});
afterEach(async () => {
  await onReplica('select pg_wal_replay_resume()');
  await Promise.all(gates.map((each) => each.close()));
});

const whereAndWhat = (db: ScopedDatabase) =>
  db
    .selectFrom('notes_of_replica_test')
    .select([sql<boolean>`pg_is_in_recovery()`.as('replica'), 'note'])
    .orderBy('note')
    .execute();
const seen = (context: Context, reads: Reads = gate.lagging) => reads.read(context, 'Locations:view', whereAndWhat);
const write = (context: Context, note: string) =>
  gate.write(context, 'Locations:edit', (db) =>
    db.insertInto('notes_of_replica_test').values({ tenant_id: context.tenantId, note }).execute(),
  );
const streamed = (context: Context, text = `note || ','`) =>
  gate.lagging.readStream(
    context,
    'Locations:view',
    { text: `select ${text} from notes_of_replica_test order by note`, values: [] },
    new AbortController().signal,
    async (pieces) => {
      let whole = '';
      for await (const piece of pieces) whole += piece;
      return whole;
    },
  );

describe('reads that may lag', () => {
  it('run on the replica, in their scope', async () => {
    expect(await seen(personOf(one))).toEqual([{ replica: true, note: 'a' }]);
    expect(await seen(personOf(two))).toEqual([{ replica: true, note: 'b' }]);
    expect(await seen(personOf(randomUUID()))).toEqual([]);
    expect(await streamed(personOf(two), `pg_is_in_recovery()::text || note`)).toBe('trueb');
    const statement = { text: 'select string_agg(note, $1) from notes_of_replica_test', values: [','] };
    expect(await gate.lagging.readText(personOf(one), 'Locations:view', statement)).toBe('a');
    expect(new Set(outcomes)).toEqual(new Set(['replica']));
    expect(errors).toEqual([]);
  });

  it('do not include other reads, which run on the primary', async () => {
    expect(await seen(personOf(one), gate)).toEqual([{ replica: false, note: 'a' }]);
  });

  it("show the actor's own writes: on the primary until the replica has replayed them", async () => {
    const ada = personOf(one);
    const other = personOf(one);
    await seen(other);
    await onReplica('select pg_wal_replay_pause()');
    await write(ada, 'ada');
    const [all, old] = [['a', 'ada'], ['a']];
    expect((await seen(ada)).map(({ note }) => note)).toEqual(all);
    expect(await streamed(ada)).toBe('a,ada,');
    expect(outcomes).toEqual(['replica', 'behind', 'behind']);
    expect((await seen(other)).map(({ note }) => note)).toEqual(old);
    await onReplica('select pg_wal_replay_resume()');
    await replays();
    expect(await seen(ada)).toEqual(all.map((note) => ({ replica: true, note })));
  });

  it('show a write through another node', async () => {
    const ada = personOf(two);
    const node = createGate();
    await reaches(node);
    await seen(ada, node.lagging);
    await onReplica('select pg_wal_replay_pause()');
    await write(ada, 'elsewhere');
    expect((await seen(ada, node.lagging)).map(({ note }) => note)).toEqual(['b', 'elsewhere']);
  });

  it('wait for a replica that is about to catch up', async () => {
    const ada = personOf(one);
    await write(ada, 'soon');
    expect(await streamed(ada, 'pg_is_in_recovery()::text')).toMatch(/^(true)+$/);
  });

  it('never run on the replica in a scope that it does not know yet', async () => {
    await onReplica('select pg_wal_replay_pause()');
    const both: Context = { ...personOf(one), scopeOf: () => ({ kind: 'tenants', tenantIds: [one, two] }) };
    const rows = await seen(both);
    expect(rows.length).toBeGreaterThanOrEqual(2);
    expect(outcomes).toEqual(['behind']);
  });

  it('run on the primary when recovery cancels them', async () => {
    let runs = 0;
    const rows = await gate.lagging.read(personOf(one), 'Locations:view', async (db) => {
      runs += 1;
      if (runs === 1) await db.guarded(sql`select pg_terminate_backend(pg_backend_pid())`);
      return whereAndWhat(db);
    });
    expect(rows.every(({ replica: isReplica }) => !isReplica)).toBe(true);
    expect([runs, outcomes]).toEqual([2, ['cancelled']]);
  });

  it('pass on their own errors', async () => {
    const failing = gate.lagging.read(personOf(one), 'Locations:view', (db) => db.guarded(sql`select 1 / 0 as none`));
    await expect(failing).rejects.toThrow('division by zero');
    expect(outcomes).toEqual([]);
  });

  it('fail instead of running again once a part was passed on', async () => {
    const statement = { text: `select repeat('x', 40000) from generate_series(1, 100)`, values: [] };
    const { signal } = new AbortController();
    let starts = 0;
    const broken = gate.lagging.readStream(personOf(one), 'Locations:view', statement, signal, async (pieces) => {
      starts += 1;
      for await (const _piece of pieces)
        await onReplica(
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cfs-replica-stream'`,
        );
    });
    await expect(broken).rejects.toThrow();
    expect(starts).toBe(1);
  });

  it('terminate an aborted stream on the replica', async () => {
    const gone = new AbortController();
    const statement = { text: `select repeat('x', 40000) from generate_series(1, 100)`, values: [] };
    const left = gate.lagging.readStream(personOf(one), 'Locations:view', statement, gone.signal, async (pieces) => {
      for await (const _piece of pieces) gone.abort();
    });
    await expect(left).rejects.toThrow();
    const streams = `select pid from pg_stat_activity where application_name = 'cfs-replica-stream' and state <> 'idle'`;
    await expect.poll(async () => (await onReplica(streams)).rowCount).toBe(0);
  });

  it('run on the primary while the replica is stopped, and on the replica again afterwards', async () => {
    const ada = personOf(one);
    await cluster.stopReplica();
    expect((await seen(ada)).every(({ replica: isReplica }) => !isReplica)).toBe(true);
    expect(await streamed(ada)).toContain('a,');
    expect(outcomes).toEqual(['unavailable', 'unavailable']);
    expect(errors).not.toEqual([]);
    await cluster.startReplica();
    await reaches(gate);
  }, 60_000);

  it('never run on a database that is no replica', async () => {
    const other = await createTestDatabase();
    try {
      const foreign = other.connections.app;
      const strange = createGate({ ...foreign, database: other.owner.database });
      expect((await seen(personOf(one), strange.lagging)).every(({ replica: isReplica }) => !isReplica)).toBe(true);
      expect(outcomes).toEqual(['unavailable']);
      await expect.poll(() => errors.map(({ name }) => name)).toContain('ForeignReplicaError');
      expect((await seen(personOf(one), strange.lagging)).every(({ replica: isReplica }) => !isReplica)).toBe(true);
      await expect(checkReplica(foreign, database.connections.app)).rejects.toThrow(StartUpError);
      await expect(checkReplica(replica, database.connections.app)).resolves.toBeUndefined();
    } finally {
      await other.drop();
    }
  });
});

describe('a replica that does not respond', () => {
  const rowsOfPrimary = (rows: readonly { readonly replica: boolean }[]): boolean =>
    rows.length > 0 && rows.every(({ replica: isReplica }) => !isReplica);

  it('is probed by one connection at a time, and reads run on the primary', async () => {
    const open = new Set<Socket>();
    let maxOpen = 0;
    const silent = createServer((socket) => {
      maxOpen = Math.max(maxOpen, open.add(socket).size);
      socket.on('error', () => undefined).on('close', () => open.delete(socket));
      socket.resume();
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    const node = createGate({ ...replica, host: '127.0.0.1', port });
    const read = await Promise.all(Array.from({ length: 20 }, () => seen(personOf(one), node.lagging)));
    expect(read.every(rowsOfPrimary)).toBe(true);
    expect(outcomes).toEqual(Array.from({ length: 20 }, () => 'unavailable'));
    await expect.poll(() => errors.map(({ name }) => name), { timeout: 60_000 }).toContain('DatabaseLostError');
    await expect.poll(() => open.size).toBe(0);
    expect(maxOpen).toBe(1);
  });

  it('before a read begins loses the connection, and reads run on the primary until it responds again', async () => {
    const relay = await startRelay(replica);
    onTestFinished(() => relay.close());
    const node = createGate(relay.connection);
    await reaches(node);
    relay.silence();
    expect(rowsOfPrimary(await seen(personOf(one), node.lagging))).toBe(true);
    expect(outcomes).toEqual(['unavailable']);
    expect(errors.map(({ name }) => name)).toContain('DatabaseLostError');
    await expect.poll(() => relay.open()).toBe(0);
    relay.speak();
    await reaches(node);
  });

  it('during a read makes it run again on the primary', async () => {
    const relay = await startRelay(replica);
    onTestFinished(() => relay.close());
    const node = createGate(relay.connection, { statementTimeout: 2_000 });
    await reaches(node);
    let runs = 0;
    const rows = await node.lagging.read(personOf(one), 'Locations:view', async (db) => {
      runs += 1;
      if (runs === 1) relay.silence();
      return whereAndWhat(db);
    });
    expect([runs, rowsOfPrimary(rows), outcomes]).toEqual([2, true, ['unavailable']]);
  });
});

describe('a replica whose connections are all in use', () => {
  it('leaves a read to the primary', async () => {
    const node = createGate(replica, { sizes: { 'replica-read': 1 } });
    await reaches(node);
    const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = node.lagging.read(personOf(one), 'Locations:view', async (db) => {
      begun.resolve();
      await released.promise;
      return whereAndWhat(db);
    });
    await Promise.race([begun.promise, holding]);
    const rows = await seen(personOf(one), node.lagging).finally(released.resolve);
    expect(rows.every(({ replica: isReplica }) => !isReplica)).toBe(true);
    await holding;
    expect([outcomes, errors]).toEqual([['busy', 'replica'], []]);
  });
});

describe('positions of writes', () => {
  it('are deleted after a day', async () => {
    const context = personOf(one);
    await write(context, 'old');
    const count = () => database.asOwner('select actor_id from gate.write_positions');
    expect(await count()).not.toEqual([]);
    clock.advance(25 * 60 * 60 * 1_000);
    await gate.touchScopes();
    expect(await count()).toEqual([]);
  });
});
