import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { OAuth2Server } from 'oauth2-mock-server';
import { expect, onTestFinished, test } from 'vitest';
import { createBalancer, type Balancer, type BalancedAnswer } from '../harness/balancer.ts';
import { makeDataDirectory } from '../harness/data-directory.ts';
import { startEmptyDatabase } from '../harness/empty-database.ts';
import { freePort } from '../harness/free-port.ts';
import { checkOut, findOlderVersion } from '../harness/older-version.ts';
import { projectDirectory } from '../harness/project.ts';
import { runServer, type ServerProcess } from '../harness/server-process.ts';

const administrator = 'ada@example.com';
/** Acknowledged calls of each kind before the next step. */
const callsOfStep = 30;
const loopsOfKind = 2;
/** For a heavily overloaded machine. */
const stepLimits = { timeout: 240_000 };

interface Node {
  readonly origin: string;
  readonly process: ServerProcess;
}

const expectSuccess = ({ status, body }: BalancedAnswer): void => {
  if (status >= 300) throw new Error(`Answered with ${status}: ${body}`);
};

const startProvider = async () => {
  const provider = new OAuth2Server();
  await provider.issuer.keys.generate('RS256');
  await provider.start(0, '127.0.0.1');
  onTestFinished(() => provider.stop());
  const token = await provider.issuer.buildToken({
    expiresIn: 3_600,
    scopesOrTransform: (_header, payload) => {
      Object.assign(payload, { sub: 'ada', aud: 'cfs-api', email: administrator, email_verified: true });
    },
  });
  return { authority: provider.issuer.url ?? '', token };
};

/** Makes calls that a client repeats until they are acknowledged, and records the acknowledged ones. */
const createLoad = (balancer: Balancer, headers: Readonly<Record<string, string>>, packetToken: string) => {
  const acknowledged = { lists: 0, locations: [] as string[], units: [] as string[], packets: [] as string[] };
  let isOver = false;
  const json = { ...headers, 'content-type': 'application/json' };
  const kinds: readonly (() => Promise<unknown>)[] = [
    async () => {
      const path = '/v1/workunits?$top=20&$orderby=created desc&$count=true'.replaceAll(' ', '%20');
      expectSuccess(await balancer.send({ method: 'GET', path, headers }));
      acknowledged.lists += 1;
    },
    async () => {
      const name = `Place ${randomUUID()}`;
      expectSuccess(await balancer.send({ method: 'PUT', path: '/v1/locations', headers: json, body: { name } }));
      acknowledged.locations.push(name);
    },
    async () => {
      const title = `Unit ${randomUUID()}`;
      const body = { workUnitId: -1, title, severityId: 'Sev3', workUnitTypeId: 1 };
      expectSuccess(await balancer.send({ method: 'PUT', path: '/v1/workunits', headers: json, body }));
      acknowledged.units.push(title);
    },
    async () => {
      const entityId = randomUUID();
      const body = { entityId, timestamp: new Date().toISOString(), message: { Value: 1 } };
      const packetHeaders = { 'content-type': 'application/json', authorization: `Bearer ${packetToken}` };
      expectSuccess(await balancer.send({ method: 'POST', path: '/v1/packets', headers: packetHeaders, body }));
      acknowledged.packets.push(entityId);
    },
  ];
  const counts = (): number[] => [
    acknowledged.lists,
    acknowledged.locations.length,
    acknowledged.units.length,
    acknowledged.packets.length,
  ];
  const loops = kinds.flatMap((kind) =>
    Array.from({ length: loopsOfKind }, async () => {
      while (!isOver) await kind();
    }),
  );
  const failure = Promise.all(loops).then(() => undefined);
  failure.catch(() => undefined);
  return {
    acknowledged,
    /** Resolves when each kind of call has been acknowledged `callsOfStep` more times. */
    async more(): Promise<void> {
      const before = counts();
      const grown = expect
        .poll(() => counts().every((count, kind) => count >= (before[kind] ?? 0) + callsOfStep), stepLimits)
        .toBe(true);
      await Promise.all([grown, Promise.race([grown, failure])]);
    },
    async end(): Promise<void> {
      isOver = true;
      await failure;
    },
  };
};

test('a node-by-node upgrade loses no acknowledged call', { timeout: 900_000 }, async ({ skip }) => {
  const older = await findOlderVersion();
  if (older === undefined) return skip('There is no older version that the database could be upgraded from.');
  await using sources = await checkOut(older);
  await using database = await startEmptyDatabase();
  await using directory = await makeDataDirectory();
  const provider = await startProvider();
  const environment = {
    NODE_ENV: 'production',
    DATABASE_URL: database.address,
    MASTER_KEY: randomBytes(32).toString('hex'),
    OIDC_AUTHORITY: provider.authority,
    ADMINISTRATORS: administrator,
    HOST: '127.0.0.1',
    DRAIN_SECONDS: '2',
    LOG_LEVEL: 'error',
  };
  const startNode = async (root: string): Promise<Node> => {
    const port = await freePort();
    const main = join(root, 'packages/server/src/main.ts');
    const server = await runServer({
      dataDirectory: directory.path,
      port,
      environment,
      program: process.execPath,
      parameters: [main],
    });
    onTestFinished(async () => {
      server.signal('SIGKILL');
      await server.ended;
    });
    await server.printed(/^Ready: /m);
    return { origin: `http://127.0.0.1:${port}`, process: server };
  };
  const drain = async ({ process: node }: Node): Promise<void> => {
    node.signal('SIGTERM');
    expect(await node.ended).toEqual({ code: 0, signal: null });
  };

  const first = await startNode(sources.directory);
  await using balancer = createBalancer();
  balancer.add(first.origin);
  const authorization = `Bearer ${provider.token}`;
  const call = async <Body>(method: string, path: string, headers: object = {}, body?: unknown): Promise<Body> => {
    const sent = { authorization, 'content-type': 'application/json', ...headers };
    const answer = await balancer.send({ method, path, headers: sent, ...(body === undefined ? {} : { body }) });
    expectSuccess(answer);
    return JSON.parse(answer.body) as Body;
  };
  const { tenantId } = await call<{ tenantId: string }>('PUT', '/v1/tenants', {}, { name: 'Contoso' });
  const ofTenant = { 'x-tenant-id': tenantId };
  const token = { name: 'Packets', lifetimeYears: 1, canEnrol: false };
  const { generatedToken } = await call<{ generatedToken: string }>('PUT', '/v1/tokens', ofTenant, token);

  const load = createLoad(balancer, { authorization, ...ofTenant }, generatedToken);
  await load.more();
  const second = await startNode(projectDirectory);
  balancer.add(second.origin);
  await load.more();
  await drain(first);
  await load.more();
  const third = await startNode(projectDirectory);
  balancer.add(third.origin);
  await load.more();
  await drain(second);
  await load.more();
  await load.end();

  expect(balancer.faults).toEqual([]);
  const { locations, units, packets } = load.acknowledged;
  const listed = async (set: string, property: string, values: readonly string[]): Promise<string[]> => {
    const found: string[] = [];
    for (let start = 0; start < values.length; start += 50) {
      const literals = values.slice(start, start + 50).map((value) => (property === 'entityId' ? value : `'${value}'`));
      const filter = encodeURIComponent(`${property} in (${literals.join(',')})`);
      const page = await call<{ value: Readonly<Record<string, string>>[] }>(
        'GET',
        `${set}?$filter=${filter}&$top=50`,
        ofTenant,
      );
      found.push(...page.value.map((row) => row[property] ?? ''));
    }
    return found.toSorted();
  };
  expect(await listed('/v1/locations', 'name', locations)).toEqual(locations.toSorted());
  expect(await listed('/v1/workunits', 'title', units)).toEqual(units.toSorted());
  expect(await listed('/v1/packets', 'entityId', packets)).toEqual(packets.toSorted());
  await drain(third);
});
