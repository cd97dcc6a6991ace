import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { startRelay } from '../../testing/relay.ts';
import { startReplicatedCluster } from '../../testing/replicated-cluster.ts';
import { createConnectionPool, type PoolOptions } from './connection-pool.ts';
import { DatabaseBusyError, DatabaseLostError } from './database-errors.ts';
import type { PooledConnection } from './pooled-connection.ts';

let database: TestDatabase;
const idleErrors: Error[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const createPool = (options: Partial<PoolOptions> = {}) => {
  const pool = createConnectionPool({
    connection: database.owner,
    name: 'cfs-pool-test',
    size: 1,
    statementTimeout: 5_000,
    acquireTimeout: 5_000,
    onIdleError: (error) => idleErrors.push(error),
    ...options,
  });
  onTestFinished(() => pool.close());
  return pool;
};

const first = async (connection: PooledConnection, text: string, values: readonly unknown[] = []): Promise<unknown> => {
  const { rows } = await connection.query(text, values);
  return Object.values((rows[0] ?? {}) as Record<string, unknown>)[0];
};

type Pool = ReturnType<typeof createPool>;
const processOfConnection = async ({ processId }: PooledConnection) => processId;
const processOf = (pool: Pool) => pool.use(undefined, processOfConnection);

/** Holds a connection until it is released. */
const occupy = async (pool: Pool, party?: string) => {
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const hold = () => {
    begun.resolve();
    return released.promise;
  };
  const used = pool.use(undefined, hold, party);
  await Promise.race([begun.promise, used]);
  return { used, release: () => released.resolve() };
};

describe('a pool', () => {
  it('returns bytes that retain no more memory than they need', async () => {
    const answered = await createPool().use(undefined, (connection) => first(connection, `select '\\x00ff10'::bytea`));
    expect(answered).toEqual(Buffer.from([0, 255, 16]));
    expect((answered as Buffer).buffer.byteLength).toBe(3);
  });

  it('opens no more connections than its size, and serves waiting callers in order', async () => {
    const pool = createPool({ size: 2 });
    const [one, two] = [await occupy(pool), await occupy(pool)];
    const served: string[] = [];
    const waiting = ['a', 'b', 'c'].map((name) =>
      pool.use(undefined, async ({ processId }) => {
        served.push(name);
        return processId;
      }),
    );
    const open = await database.asOwner(`select 1 from pg_stat_activity where application_name = 'cfs-pool-test'`);
    expect([open.length, served]).toEqual([2, []]);
    one.release();
    const processes = await Promise.all(waiting);
    expect(served).toEqual(['a', 'b', 'c']);
    two.release();
    expect(new Set(processes).size).toBe(1);
  });

  it('serves waiting parties in turn', async () => {
    const pool = createPool();
    const { used, release } = await occupy(pool);
    const served: string[] = [];
    const waiting = ['a1', 'a2', 'a3', 'b1', 'b2'].map((name) =>
      pool.use(undefined, async () => void served.push(name), name.charAt(0)),
    );
    release();
    await Promise.all([used, ...waiting]);
    expect(served).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
  });

  it('leaves a quarter of its connections to other parties', async () => {
    const pool = createPool({ size: 4 });
    const holders = await Promise.all(['a', 'a', 'a'].map((party) => occupy(pool, party)));
    const served: string[] = [];
    const fourth = pool.use(undefined, async () => void served.push('a4'), 'a');
    expect(pool.load()).toEqual({ size: 4, inUse: 3, waiting: 1 });
    await pool.use(undefined, async () => void served.push('b'), 'b');
    await pool.use(undefined, async () => void served.push('nobody'));
    expect(served).toEqual(['b', 'nobody']);
    holders[0]?.release();
    await fourth;
    for (const { release } of holders) release();
    await Promise.all(holders.map(({ used }) => used));
    expect(pool.load()).toEqual({ size: 4, inUse: 0, waiting: 0 });
    await Promise.all(
      (await Promise.all(['a', 'a', 'a'].map((party) => occupy(pool, party)))).map((each) => {
        each.release();
        return each.used;
      }),
    );
  });

  it('does not count a connection that could not be opened or was replaced as held by its party', async () => {
    const pool = createPool({ size: 1, connection: { ...database.owner, port: 1 } });
    for (let attempt = 0; attempt < 3; attempt += 1)
      await expect(pool.use(undefined, processOfConnection, 'a')).rejects.toThrow(DatabaseLostError);
    expect(pool.load()).toEqual({ size: 1, inUse: 0, waiting: 0 });
    const other = createPool({ size: 2 });
    for (let attempt = 0; attempt < 3; attempt += 1)
      await expect(other.use(undefined, (connection) => first(connection, 'select 1/0'), 'a')).rejects.toThrow();
    expect(await other.use(undefined, (connection) => first(connection, 'select 1'), 'a')).toBe(1);
  });

  it('refuses callers that wait too long, and no later one', async () => {
    const pool = createPool({ acquireTimeout: 5_000 });
    const held = await occupy(pool);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const waiting = Promise.allSettled(['one', 'other'].map((name) => pool.use(undefined, async () => name)));
    await vi.advanceTimersByTimeAsync(5_000);
    for (const outcome of await waiting)
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseBusyError) });
    const late = pool.use(undefined, async () => 'late');
    held.release();
    expect(await late).toBe('late');
  });

  it('does not refuse a caller when the timeout of an already served one would expire', async () => {
    const pool = createPool({ acquireTimeout: 5_000 });
    const [held, served] = [await occupy(pool), Promise.withResolvers<void>()];
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const serving = pool.use(undefined, () => served.promise);
    await vi.advanceTimersByTimeAsync(2_500);
    held.release();
    await held.used;
    const last = pool.use(undefined, async () => 'last');
    await vi.advanceTimersByTimeAsync(3_750);
    served.resolve();
    await serving;
    expect(await last).toBe('last');
  });

  it('prefers an idle connection with the requested scope', async () => {
    const pool = createPool({ size: 2 });
    const mark = (key: string) =>
      pool.use(undefined, async (connection) => {
        await first(connection, 'select pg_sleep(0.01)');
        connection.scopeKey = key;
        return connection.processId;
      });
    const [one, two] = await Promise.all([mark('one'), mark('two')]);
    expect(await pool.use('one', async ({ processId }) => processId)).toBe(one);
    expect(await pool.use('two', async ({ processId }) => processId)).toBe(two);
  });

  it('refuses new and waiting callers once it is closed, and closes after the running work', async () => {
    const pool = createPool();
    const held = await occupy(pool);
    const waiting = pool.use(undefined, async () => undefined);
    let isClosed = false;
    const closing = pool.close().then(() => (isClosed = true));
    await expect(waiting).rejects.toThrow('The server is stopping.');
    await expect(pool.use(undefined, async () => undefined)).rejects.toThrow('The server is stopping.');
    expect(isClosed).toBe(false);
    held.release();
    await closing;
    await expect
      .poll(() => database.asOwner(`select 1 from pg_stat_activity where application_name = 'cfs-pool-test'`))
      .toEqual([]);
  });

  it('replaces a connection whose statement failed', async () => {
    const pool = createPool();
    const before = await processOf(pool);
    expect(await processOf(pool)).toBe(before);
    await expect(pool.use(undefined, (each) => each.query('select 1 / 0', []))).rejects.toThrow('division by zero');
    expect(await processOf(pool)).not.toBe(before);
  });

  it('replaces a connection that was discarded', async () => {
    const pool = createPool();
    const before = await processOf(pool);
    await pool.use(undefined, async (connection) => connection.discard());
    expect(await processOf(pool)).not.toBe(before);
  });

  it('keeps a connection whose caller failed without a database error', async () => {
    const pool = createPool();
    const before = await processOf(pool);
    await expect(pool.use(undefined, () => Promise.reject(new Error('changed my mind')))).rejects.toThrow();
    expect(await processOf(pool)).toBe(before);
  });

  it('reports an idle connection that breaks, once, and opens another', async () => {
    const pool = createPool();
    const before = await processOf(pool);
    idleErrors.length = 0;
    await database.asOwner('select pg_terminate_backend($1)', [before]);
    await expect.poll(() => idleErrors).toHaveLength(1);
    expect(await processOf(pool)).not.toBe(before);
    expect(idleErrors).toHaveLength(1);
  });

  it('lets the next caller open a connection after one could not be opened', async () => {
    const pool = createPool({ connection: { ...database.owner, database: 'no_such_database' } });
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => pool.use(undefined, async () => undefined)));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await expect(processOf(pool)).rejects.toThrow('no_such_database');
  });
});

describe('a connection', () => {
  it('has the settings of its pool', async () => {
    const pool = createPool({ readOnly: true, statementTimeout: 1_234 });
    const settings = [
      'application_name',
      'search_path',
      'jit',
      'TimeZone',
      'statement_timeout',
      'default_transaction_read_only',
    ];
    const values = await pool.use(undefined, async (each) => {
      const shown: unknown[] = [];
      for (const name of settings) shown.push(await first(each, `show ${name}`));
      return shown;
    });
    expect(values).toEqual(['cfs-pool-test', 'cfs,extensions', 'off', 'UTC', '1234ms', 'on']);
  });

  it('cancels a statement that runs too long', async () => {
    const pool = createPool({ statementTimeout: 50 });
    await expect(pool.use(undefined, (each) => each.query('select pg_sleep(20)', []))).rejects.toMatchObject({
      code: '57014',
    });
  });

  it('returns bigint as a number, and fails for one that a number cannot hold', async () => {
    const pool = createPool();
    expect(await pool.use(undefined, (each) => first(each, 'select 9007199254740991::bigint'))).toBe(2 ** 53 - 1);
    await expect(pool.use(undefined, (each) => first(each, 'select 9007199254740992::bigint'))).rejects.toThrow(
      'beyond the safe integers',
    );
  });

  it('is busy while a result is outstanding', async () => {
    const pool = createPool({ pipelined: true });
    await pool.use(undefined, async (connection) => {
      expect(connection.isBusy).toBe(false);
      const results = [first(connection, 'select 1'), first(connection, 'select 2')];
      expect(connection.isBusy).toBe(true);
      expect(await Promise.all(results)).toEqual([1, 2]);
      expect(connection.isBusy).toBe(false);
    });
  });

  // The workers of these tests throw the deprecation of the queue of `pg` (vitest.config.ts).
  it.each([true, false])('runs concurrent statements in order (pipelined: %s)', async (pipelined) => {
    const pool = createPool({ pipelined });
    await pool.use(undefined, async (connection) => {
      const results = await Promise.allSettled([
        first(connection, 'create temporary table t as select 1 as value'),
        first(connection, 'update t set value = value + 1 returning value'),
        first(connection, 'select 1 / 0'),
        first(connection, 'update t set value = value * 5 returning value'),
      ]);
      expect(results).toMatchObject([
        { status: 'fulfilled' },
        { value: 2 },
        { reason: { code: '22012' } },
        { value: 10 },
      ]);
      expect(connection.isBusy).toBe(false);
    });
  });

  it('prepares a repeated statement, but not one that occurs once or is sent by `once`', async () => {
    const pool = createPool();
    const prepared = await pool.use(undefined, async (connection) => {
      for (let time = 0; time < 3; time += 1) await connection.query('select $1::int + 1', [time]);
      await connection.query('select $1::int + 2', [1]);
      for (let time = 0; time < 3; time += 1) await connection.once('select $1::int + 3', [time]);
      const { rows } = await connection.once('select statement from pg_prepared_statements', []);
      return (rows as { statement: string }[]).map(({ statement }) => statement);
    });
    expect(prepared).toEqual(['select $1::int + 1']);
  });

  it('is replaced after a thousand prepared statements', async () => {
    const pool = createPool();
    const before = await pool.use(undefined, async (connection) => {
      for (let index = 0; index < 1_000; index += 1)
        for (let time = 0; time < 2; time += 1) await connection.query(`select ${index}`, []);
      return connection.processId;
    });
    expect(await processOf(pool)).not.toBe(before);
  });
});

describe('a select of a single text', () => {
  it('returns the text, prepared or not', async () => {
    const pool = createPool();
    const texts = await pool.use(undefined, async (connection) => {
      const results: string[] = [];
      for (const name of ['a', 'b', 'c']) results.push(await connection.text(`select 'the ' || $1::text`, [name]));
      expect(connection.isBusy).toBe(false);
      return results;
    });
    expect(texts).toEqual(['the a', 'the b', 'the c']);
  });

  it.each(['select 1::text where false', 'select null::text', `select 'a' union all select 'b'`])(
    'fails for %s',
    async (text) => {
      const pool = createPool();
      await expect(pool.use(undefined, (each) => each.text(text, []))).rejects.toThrow(TypeError);
    },
  );

  it('replaces the connection after an error of the database', async () => {
    const pool = createPool();
    const before = await processOf(pool);
    await expect(pool.use(undefined, (each) => each.text('select (1 / 0)::text', []))).rejects.toMatchObject({
      code: '22012',
    });
    expect(await processOf(pool)).not.toBe(before);
  });

  it('with an invalid value fails this caller only', async () => {
    const pool = createPool();
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    await expect(pool.use(undefined, (each) => each.text('select $1::text', [circular]))).rejects.toThrow('circular');
    expect(await pool.use(undefined, (each) => each.text('select $1::text', ['fine']))).toBe('fine');
  });
});

describe('a lost connection', () => {
  it('is reported if no server listens at the address', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    const pool = createPool({ connection: { ...database.owner, host: '127.0.0.1', port } });
    const lost = processOf(pool);
    await expect(lost).rejects.toThrow(DatabaseLostError);
    await expect(lost).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it.each([{ acquireTimeout: 100 }, { acquireTimeout: 60_000, connectTimeout: 100 }])(
    'is reported if the server does not respond in time (%j)',
    async (timeouts) => {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => void server.close());
      const { port } = server.address() as { port: number };
      const pool = createPool({ connection: { ...database.owner, host: '127.0.0.1', port }, ...timeouts });
      await expect(processOf(pool)).rejects.toThrow(DatabaseLostError);
    },
  );

  it.each(['query', 'once', 'text'] as const)('is reported by %s when its backend dies', async (way) => {
    const pool = createPool();
    const lost = pool.use(undefined, async (connection) => {
      const waiting = connection[way]('select pg_sleep(20)::text', []);
      const [outcome] = await Promise.allSettled([
        waiting,
        database.asOwner('select pg_terminate_backend($1)', [connection.processId]),
      ]);
      if (outcome.status === 'rejected') throw outcome.reason;
    });
    await expect(lost).rejects.toSatisfy(
      (error) => error instanceof DatabaseLostError || (error as { code?: string }).code === '57P01',
    );
    await expect(processOf(pool)).resolves.toBeTypeOf('number');
  });

  it.each([
    ['query', false],
    ['query', true],
    ['text', false],
  ] as const)('is reported by %s when the server stops responding (pipelined: %s)', async (way, pipelined) => {
    const relay = await startRelay(database.owner);
    onTestFinished(() => relay.close());
    const losses: string[] = [];
    const pool = createPool({
      connection: relay.connection,
      pipelined,
      silenceTimeout: 300,
      onLost: () => losses.push('lost'),
    });
    const before = await processOf(pool);
    const lost = pool.use(undefined, async (connection) => {
      relay.silence();
      await Promise.all([connection[way](`select 'one'`, []), connection[way](`select 'two'`, [])]);
    });
    await expect(lost).rejects.toThrow(DatabaseLostError);
    await expect(lost).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    expect(losses.length).toBeGreaterThan(0);
    relay.speak();
    expect(await processOf(pool)).not.toBe(before);
  });

  it('does not block the close of the pool when an attempt to connect fails', async () => {
    const connected = Promise.withResolvers<Socket>();
    const silent = createServer((socket) => connected.resolve(socket.on('error', () => undefined)));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    const pool = createPool({ connection: { ...database.owner, host: '127.0.0.1', port } });
    const used = pool.use(undefined, async () => 'used').catch((error: unknown) => error);
    const socket = await connected.promise;
    const closed = pool.close();
    socket.destroy();
    expect(await used).toBeInstanceOf(DatabaseLostError);
    await closed;
  });

  it('is not reported while a connection is held without a statement', async () => {
    const pool = createPool({ silenceTimeout: 20 });
    const before = await processOf(pool);
    const held = await occupy(pool);
    await createPool().use(undefined, (each) => first(each, 'select pg_sleep(0.2)'));
    held.release();
    await held.used;
    expect(await processOf(pool)).toBe(before);
  });

  it('is reported for a write that the server refuses as read-only, but not by a read-only pool', async () => {
    const write = async (connection: PooledConnection) => {
      await connection.query('set default_transaction_read_only = on', []);
      await connection.query('create table never_made ()', []);
    };
    const lost = createPool().use(undefined, write);
    await expect(lost).rejects.toThrow(DatabaseLostError);
    await expect(lost).rejects.toMatchObject({ code: '25006' });
    await expect(createPool({ readOnly: true }).use(undefined, write)).rejects.not.toBeInstanceOf(DatabaseLostError);
  });

  it('is reported for a standby that the pool does not accept, until it is promoted', async () => {
    const cluster = await startReplicatedCluster();
    onTestFinished(() => cluster.stop());
    const connection = cluster.replica;
    for (const readOnly of [true, false]) {
      const lost = processOf(createPool({ connection, readOnly }));
      await expect(lost).rejects.toThrow(DatabaseLostError);
      await expect(lost).rejects.toMatchObject({ code: '25006' });
    }
    const accepting = createPool({ connection, acceptsStandby: true });
    expect(await accepting.use(undefined, (each) => first(each, 'select pg_promote()'))).toBe(true);
    expect(await processOf(createPool({ connection }))).toBeTypeOf('number');
  });

  it('is reported to `onLost` even if it was idle', async () => {
    const losses: string[] = [];
    const pool = createPool({ onLost: () => losses.push('lost') });
    await database.asOwner('select pg_terminate_backend($1)', [await processOf(pool)]);
    await expect.poll(() => losses).toEqual(['lost']);
  });

  it('is not reported for an error of the database', async () => {
    const pool = createPool();
    await expect(pool.use(undefined, (each) => each.query('select nothing', []))).rejects.not.toBeInstanceOf(
      DatabaseLostError,
    );
  });
});
