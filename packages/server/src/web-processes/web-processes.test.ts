import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { connect as connectSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { GeneratedToken } from '@cfs/contracts/tokens';
import { createTenantToken } from '../platform/access/tenant-tokens.ts';
import { startIdentityServer, type IdentityServer } from '../testing/identity-server.ts';
import { anyPort, createServerProcesses, ready, type ServerProcess } from '../testing/server-process.ts';
import { storedPackets } from '../testing/stored-packets.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { addTestPerson, addTestTenant } from '../testing/test-people.ts';
import { withinOneMinute } from '../testing/within-one-minute.ts';

const webProcesses = 2;
let directory: string;
let database: TestDatabase;
let identity: IdentityServer;
let processes: ReturnType<typeof createServerProcesses>;
let tenantId: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cfs web processes '));
  database = await createTestDatabase();
  identity = await startIdentityServer();
  processes = createServerProcesses(database, directory);
  tenantId = await addTestTenant(database, 'Contoso', new Date());
});
afterEach(async () => {
  // A suspended process that is left by a failed test would keep the output of its node open.
  for (const pid of suspended.splice(0)) if (!(await hasEnded(pid))) process.kill(pid, 'SIGKILL');
  await processes.kill();
});
afterAll(async () => {
  await identity.close();
  await database.drop();
  await rm(directory, { recursive: true });
});

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

/** A keep-alive connection, served by one web process as long as it is open. */
interface Connection {
  call(method: 'GET' | 'POST' | 'PUT', path: string, credential?: string, body?: object): Promise<Answer>;
}

const connect = (origin: string, localAddress?: string): Connection => {
  const client = new Client(origin, localAddress === undefined ? {} : { localAddress });
  onTestFinished(() => client.destroy());
  return {
    async call(method, path, credential, body) {
      const headers = {
        ...(credential !== undefined && { authorization: `Bearer ${credential}` }),
        ...(body && { 'content-type': 'application/json' }),
      };
      const answer = await client.request({ method, path, headers, ...(body && { body: JSON.stringify(body) }) });
      const text = await answer.body.text();
      const isJson = String(answer.headers['content-type']).includes('json');
      return { status: answer.statusCode, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
    },
  };
};

/**
 * Starts a node of two web processes, with two connections to each: connections are distributed to the processes in
 * turn.
 */
const startNode = async (environment: Readonly<Record<string, string>> = {}) => {
  const run = processes.start({
    PORT: await anyPort(),
    WEB_CONCURRENCY: String(webProcesses),
    OIDC_AUTHORITY: identity.authority,
    ...environment,
  });
  const origin = await ready(run);
  const connections: Connection[] = [];
  for (let made = 0; made < 2 * webProcesses; made += 1) {
    const connection = connect(origin);
    expect((await connection.call('GET', '/healthz')).status).toBe(200);
    connections.push(connection);
  }
  return { run, origin, connections };
};

/** The status of a call on each connection. */
const statusesOf = async (
  connections: readonly Connection[],
  method: 'GET' | 'PUT',
  path: string,
  credential?: string,
): Promise<number[]> => {
  const answers = await Promise.all(connections.map((connection) => connection.call(method, path, credential)));
  return answers.map(({ status }) => status);
};

const all = (status: number): number[] => Array.from({ length: 2 * webProcesses }, () => status);

const childrenOf = async ({ process: { pid } }: ServerProcess): Promise<number[]> =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean).map(Number);

/** The sockets of a process, with their inodes. */
const socketsOf = async ({ process: { pid } }: ServerProcess): Promise<string[]> => {
  const names = await readdir(`/proc/${pid}/fd`);
  const targets = await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')));
  return targets.filter((target) => target.startsWith('socket:'));
};

const hasEnded = async (pid: number): Promise<boolean> => {
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return state === undefined || /\) [ZX] /.test(state);
};

const suspended: number[] = [];
const suspend = (pid: number): void => {
  process.kill(pid, 'SIGSTOP');
  suspended.push(pid);
};

/** An environment in which web processes wait before they load their code, from `hold` to `release`. */
const holdableLoading = () => {
  const file = join(directory, 'hold');
  const waitWhileHeld = `import cluster from 'node:cluster';
    import { existsSync } from 'node:fs';
    while (cluster.isWorker && existsSync(${JSON.stringify(file)})) await new Promise((go) => setTimeout(go, 50));`;
  const release = (): Promise<void> => rm(file, { force: true });
  onTestFinished(release);
  return {
    environment: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(waitWhileHeld)}` },
    hold: (): Promise<void> => writeFile(file, ''),
    release,
  };
};

/** The value of a series in the metrics of a node; NaN if there is none. */
const measured = async (connection: Connection, series: string): Promise<number> => {
  const { status, body } = await connection.call('GET', '/metrics');
  expect(status).toBe(200);
  const line = String(body)
    .split('\n')
    .find((each) => each.startsWith(`${series} `));
  return Number(line?.slice(series.length));
};
const readConnections = 'database_connections{access="read"}';

const administrator = async (): Promise<string> => {
  const { subject } = await addTestPerson(database, {
    provider: identity.authority,
    role: 'Administrator',
    tenantId,
    moment: new Date(),
  });
  return subject;
};

/**
 * Whether nothing listens. It does not wait for a response, because a connection made while the last server closes gets
 * none.
 */
const refusesConnections = async (origin: string): Promise<boolean> => {
  const { hostname, port } = new URL(origin);
  const socket = connectSocket(Number(port), hostname);
  try {
    return await once(socket, 'connect').then(
      () => false,
      () => true,
    );
  } finally {
    socket.destroy();
  }
};

const waitingForLocks = (): Promise<unknown[]> =>
  database.asOwner(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);

interface SentPacket {
  readonly entityId?: string;
  readonly timestamp?: string;
  readonly value?: number;
}

const sendPacket = (connection: Connection, token: string, packet: SentPacket = {}): Promise<Answer> => {
  const { entityId = randomUUID(), timestamp = new Date().toISOString(), value = 1 } = packet;
  return connection.call('POST', '/v1/packets', token, { entityId, timestamp, message: { Value: value } });
};

/** Adds a token; resolves once every process knows it, because a call with an unknown token counts as refused. */
const addPacketToken = async (connections: readonly Connection[]): Promise<string> => {
  const { token, hash, prefix } = createTenantToken();
  await database.asOwner(
    `insert into cfs.token_grants (tenant_id, token_grant_id, name, lifetime_years, purposes, prefix, token_hash,
       created, created_by, modified)
     values ($1, $2, 'Test', 0, '{packets}', $3, $4, now(), 'test', now())`,
    [tenantId, randomUUID(), prefix, hash],
  );
  for (const connection of connections)
    await expect.poll(async () => (await sendPacket(connection, token)).status, { interval: 250 }).toBe(202);
  return token;
};

describe('several web processes', () => {
  it('share access decisions and rate limits, and report their metrics as one', async () => {
    const metricsPort = await anyPort();
    const { run, origin, connections } = await startNode({ METRICS_PORT: metricsPort, REFUSED_RATE_LIMIT: '60' });
    const [first, second] = connections as [Connection, Connection];
    const subject = await administrator();
    const [here, there] = await Promise.all([
      identity.sign({ sub: subject, sid: 'one' }),
      identity.sign({ sub: subject, sid: 'two' }),
    ]);
    await expect.poll(() => statusesOf(connections, 'GET', '/v1/currentUser', here)).toEqual(all(200));
    expect(await statusesOf(connections, 'GET', '/v1/currentUser', there)).toEqual(all(200));

    const ofPerson = 'http_request_duration_seconds_count{route="/v1/currentUser",method="GET",status="200"}';
    const answered = await measured(first, ofPerson);
    expect(answered).toBeGreaterThanOrEqual(4 * webProcesses);
    expect(await measured(second, ofPerson)).toBe(answered);
    expect(await measured(connect(`http://127.0.0.1:${metricsPort}`), ofPerson)).toBe(answered);
    // Eight of the primary process, eight of the web processes together.
    expect(await measured(first, readConnections)).toBe(16);

    expect((await first.call('POST', '/v1/currentUser/signOut', here)).status).toBe(204);
    await expect.poll(() => statusesOf(connections, 'GET', '/v1/currentUser', here)).toEqual(all(401));
    expect(await statusesOf(connections, 'GET', '/v1/currentUser', there)).toEqual(all(200));

    const made = await second.call('PUT', `/v1/tokens`, there, {
      tenantId,
      name: 'Reader',
      lifetimeYears: 1,
      canRead: true,
    });
    expect(made.status).toBe(201);
    const { generatedToken, tokenGrantId } = made.body as GeneratedToken;
    await expect.poll(() => statusesOf(connections, 'GET', '/v1/locations', generatedToken)).toEqual(all(200));
    expect((await first.call('PUT', `/v1/tokens/${tokenGrantId}/revoke`, there, {})).status).toBe(200);
    await expect.poll(() => statusesOf(connections, 'GET', '/v1/locations', generatedToken)).toEqual(all(401));

    // From another address, which has no refused credentials yet.
    const strangers = [connect(origin, '127.0.0.2'), connect(origin, '127.0.0.2')] as const;
    const attempt = async (connection: Connection): Promise<number> =>
      (await connection.call('GET', '/v1/locations', 'nothing')).status;
    const statuses = await withinOneMinute(async (isOver) => {
      const seen: number[] = [];
      for (let times = 0; times < 28; times += 1) seen.push(...(await Promise.all(strangers.map(attempt))));
      // Fewer attempts than one process alone would allow.
      for (const connection of strangers)
        await expect
          .poll(async () => isOver() || (await attempt(connection)) === 429, { interval: 500, timeout: 12_500 })
          .toBe(true);
      return seen;
    });
    expect(new Set(statuses)).toEqual(new Set([401]));
    run.process.kill('SIGTERM');
    expect(await run.ended).toBe(0);
  });

  it('respond completely after their scopes have expired', async () => {
    const { connections } = await startNode();
    const credential = await identity.sign({ sub: await administrator() });
    const tenants = () =>
      Promise.all(
        connections.map(async (connection) => {
          const { status, body } = await connection.call('GET', '/v1/tenants', credential);
          return status === 200 ? (body as { value: { name: string }[] }).value.map(({ name }) => name) : status;
        }),
      );
    const expected = connections.map(() => ['Contoso']);
    await expect.poll(tenants).toEqual(expected);
    await database.asOwner('delete from gate.scopes');
    expect(await tenants()).toEqual(expected);
  });

  it('replace one that is killed, and lose no acknowledged packet', async () => {
    const { run, connections } = await startNode();
    const token = await addPacketToken(connections);
    const killed = Promise.withResolvers<void>();
    const enough = 25;
    /** Sends one packet after the other, as an agent does, until enough were acknowledged before and after the kill. */
    const send = async (connection: Connection, index: number) => {
      const entityId = randomUUID();
      const acknowledged: string[] = [];
      let [before, after, broken] = [0, 0, 0];
      let isKilled = false;
      void killed.promise.then(() => (isKilled = true));
      const warm = Promise.withResolvers<void>();
      const run = async (): Promise<void> => {
        for (let minute = 0; after < enough; minute += 1) {
          const timestamp = new Date(Date.now() - 86_400_000 + minute * 10).toISOString();
          const answer = await sendPacket(connection, token, { entityId, timestamp, value: index }).catch(
            () => undefined,
          );
          if (!answer) broken += 1;
          else {
            expect(answer.status, JSON.stringify(answer.body)).toBe(202);
            acknowledged.push(timestamp);
            if (isKilled) after += 1;
            else before += 1;
          }
          if (before >= enough) warm.resolve();
        }
      };
      const ended = run();
      return { warm: warm.promise, ended, entityId, acknowledged, broken: () => broken };
    };
    const senders = await Promise.all(connections.map(send));
    await Promise.all(senders.map(({ warm, ended }) => Promise.race([warm, ended])));
    const counted = await measured(connections[0] as Connection, 'packets_total{outcome="accepted"}');
    const [victim = 0, ...others] = await childrenOf(run);
    expect(others).toHaveLength(webProcesses - 1);
    process.kill(victim, 'SIGKILL');
    killed.resolve();
    await Promise.all(senders.map(({ ended }) => ended));

    // The connections of the killed process, which continue with another. The primary process may have sent one of the
    // new connections to the killed process before it noticed the kill: that one breaks again, but no second one, since
    // a process that has not accepted a connection is sent no other.
    const broken = senders.map((each) => each.broken()).sort();
    expect([
      [0, 0, 1, 1],
      [0, 0, 1, 2],
    ]).toContainEqual(broken);
    for (const { entityId, acknowledged } of senders) {
      const stored = (await storedPackets(database, entityId)).map(({ timestamp }) => timestamp.toISOString());
      expect(acknowledged.filter((each) => !stored.includes(each))).toEqual([]);
    }
    const [connection] = connections as [Connection];
    await expect.poll(() => measured(connection, readConnections)).toBe(16);
    expect(await measured(connection, 'packets_total{outcome="accepted"}')).toBeGreaterThan(counted);
    const now = await childrenOf(run);
    expect(now).toHaveLength(webProcesses);
    expect(now).toEqual(expect.arrayContaining(others));
    expect(now).not.toContain(victim);
    const [, line = '{}', ...more] = run.output().trim().split('\n');
    expect(more).toEqual([]);
    expect(JSON.parse(line)).toMatchObject({
      process: victim,
      signal: 'SIGKILL',
      msg: 'a web process ended and is replaced',
    });
    run.process.kill('SIGTERM');
    expect(await run.ended).toBe(0);
  });

  it('close a connection that a killed process has not accepted', async () => {
    const { run, origin, connections } = await startNode();
    const [victim = 0] = await childrenOf(run);
    suspend(victim);
    const answered: number[] = [];
    // One is sent to the suspended process, the others to the process that accepts them.
    const calls = connections.map(async () => {
      const { status } = await connect(origin).call('GET', '/healthz');
      answered.push(status);
    });
    await expect.poll(() => answered).toEqual([200, 200, 200]);
    process.kill(victim, 'SIGKILL');
    const results = await Promise.allSettled(calls);
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);

    // The port closes with the servers of the other processes, while one still completes a request.
    const token = await addPacketToken(connections.slice(0, 1));
    await using lock = await database.hold('lock table cfs.packets_latest in access exclusive mode');
    const underWay = sendPacket(connections[0] as Connection, token);
    await expect.poll(waitingForLocks).toHaveLength(1);
    run.process.kill('SIGTERM');
    run.process.kill('SIGTERM');
    await expect.poll(() => refusesConnections(origin)).toBe(true);
    await lock[Symbol.asyncDispose]();
    expect((await underWay).status).toBe(202);
    expect(await run.ended).toBe(0);
  });

  it('are killed if they still load their code when the primary process stops', async () => {
    const loading = holdableLoading();
    const { run } = await startNode(loading.environment);
    const before = await childrenOf(run);
    await loading.hold();
    process.kill(before[0] ?? 0, 'SIGKILL');
    const replacements = async () => (await childrenOf(run)).filter((child) => !before.includes(child));
    await expect.poll(replacements).toHaveLength(1);
    run.process.kill('SIGTERM');
    expect(await run.ended).toBe(0);
  });

  it('close the connections for which no process is left', async () => {
    const loading = holdableLoading();
    const { run, origin } = await startNode(loading.environment);
    const victims = await childrenOf(run);
    for (const victim of victims) suspend(victim);
    // Connections that processes have accepted are closed in the primary process a moment later: the number may
    // decrease.
    const before = new Set(await socketsOf(run));
    const calls = [...victims, ...victims].map(() => connect(origin).call('GET', '/healthz'));
    await expect
      .poll(async () => (await socketsOf(run)).filter((socket) => !before.has(socket)).length)
      .toBeGreaterThanOrEqual(calls.length);
    // Otherwise a replacement of the first, if it serves before the second has ended, would respond on the waiting
    // connections.
    await loading.hold();
    for (const victim of victims) process.kill(victim, 'SIGKILL');
    for (const { status } of await Promise.allSettled(calls)) expect(status).toBe('rejected');
    await loading.release();

    const isServing = (): Promise<boolean> =>
      connect(origin)
        .call('GET', '/healthz')
        .then(
          () => true,
          () => false,
        );
    await expect.poll(isServing).toBe(true);
    run.process.kill('SIGTERM');
    expect(await run.ended).toBe(0);
  });

  it('drain together when the primary process stops, and ignore signals of their own', async () => {
    const { run, origin, connections } = await startNode({ DRAIN_SECONDS: '60' });
    const token = await addPacketToken(connections);
    for (const child of await childrenOf(run)) {
      process.kill(child, 'SIGTERM');
      process.kill(child, 'SIGINT');
    }
    const entityId = randomUUID();
    const send = (connection: Connection, value: number): Promise<Answer> =>
      sendPacket(connection, token, { entityId, timestamp: new Date(Date.now() - value * 1_000).toISOString(), value });
    expect(await statusesOf(connections, 'GET', '/readyz')).toEqual(all(200));
    await using lock = await database.hold('lock table cfs.packets_latest in access exclusive mode');
    const underWay = Promise.all(connections.map(send));
    await expect.poll(waitingForLocks).toHaveLength(webProcesses);
    run.process.kill('SIGTERM');

    const others = connections.map(() => connect(origin));
    await expect.poll(() => statusesOf(others, 'GET', '/readyz')).toEqual(all(503));
    expect(await statusesOf(others, 'GET', '/healthz')).toEqual(all(200));
    run.process.kill('SIGTERM');
    await expect.poll(() => refusesConnections(origin)).toBe(true);
    await lock[Symbol.asyncDispose]();
    const stored = await underWay;
    expect(stored.map(({ status, headers }) => [status, headers['connection']])).toEqual(
      connections.map(() => [202, 'close']),
    );
    expect(await run.ended).toBe(0);
    expect(run.output()).toBe(`Ready: ${origin}\n`);
  });

  it('complete requests in flight and exit when the primary process is killed', async () => {
    const { run, connections } = await startNode();
    const token = await addPacketToken(connections);
    const children = await childrenOf(run);
    await using lock = await database.hold('lock table cfs.packets_latest in access exclusive mode');
    const underWay = connections.map((connection) => sendPacket(connection, token));
    await expect.poll(waitingForLocks).toHaveLength(webProcesses);
    run.process.kill('SIGKILL');
    await lock[Symbol.asyncDispose]();
    expect((await Promise.all(underWay)).map(({ status }) => status)).toEqual(all(202));
    for (const child of children) await expect.poll(() => hasEnded(child)).toBe(true);
  });

  it('are not started for an invalid number', async () => {
    const run = processes.start({ PORT: await anyPort(), WEB_CONCURRENCY: '0' });
    expect(await run.ended).toBe(1);
    expect(run.output()).toBe('The configuration cannot be used: WEB_CONCURRENCY must be at least 1.\n');
  });
});
