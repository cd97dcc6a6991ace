import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { OwnPostgres } from '@cfs/server/testing/own-postgres';
import { OAuth2Server } from 'oauth2-mock-server';
import { expect } from 'vitest';
import { createCallPortal, type CallPortal, type SecureCall } from './balanced-load.ts';
import { makeDataDirectory } from './data-directory.ts';
import { startHaproxy, type Haproxy } from './haproxy.ts';
import { startPatroniCluster, type PatroniCluster } from './patroni-cluster.ts';
import { createPortalNodes, type PortalNodes } from './portal-nodes.ts';

/**
 * Two nodes of the portal behind HAProxy, on a Patroni cluster, configured by the files of `deploy/high-availability`.
 */
export interface AvailablePortal extends AsyncDisposable {
  /** For files of the test. */
  readonly directory: string;
  readonly cluster: PatroniCluster;
  readonly balancer: Haproxy;
  readonly portal: PortalNodes;
  readonly call: CallPortal;
  /** Headers of the administrator, in a tenant that belongs to the test. */
  readonly person: Readonly<Record<string, string>>;
  readonly tenantId: string;
  /** Throws unless the response is a success. */
  readonly put: <Body>(path: string, headers: Readonly<Record<string, string>>, body: unknown) => Promise<Body>;
  /** Waits until no node refuses the credential: what one node commits takes effect on the others within a second. */
  readonly knownToAll: (method: string, path: string, headers: Readonly<Record<string, string>>) => Promise<void>;
}

const administrator = 'ada@example.com';
const limits = { timeout: 120_000 };
/** The last octets of the machines' addresses, as in the files. */
const machines = [21, 22] as const;

const startProvider = async () => {
  const provider = new OAuth2Server();
  await provider.issuer.keys.generate('RS256');
  await provider.start(0, '127.0.0.1');
  const token = await provider.issuer.buildToken({
    expiresIn: 4 * 3_600,
    scopesOrTransform: (_header, payload) => {
      Object.assign(payload, { sub: 'ada', aud: 'cfs-api', email: administrator, email_verified: true });
    },
  });
  return { authority: provider.issuer.url ?? '', token, [Symbol.asyncDispose]: () => provider.stop() };
};

/** Returns the body of a successful response; throws for any other. */
export const expectJson = async <Body>(call: CallPortal, sent: SecureCall): Promise<Body> => {
  const { status, body } = await call(sent);
  if (status < 200 || status >= 300)
    throw new Error(`${sent.method} ${sent.path} was answered with ${status}: ${body}`);
  return JSON.parse(body) as Body;
};

/** Resolves once all processes are ready. */
export const startAvailablePortal = async (
  postgres: OwnPostgres,
  { nodes, workers }: { readonly nodes: readonly [string, string]; readonly workers: readonly string[] },
): Promise<AvailablePortal> => {
  await using starting = new AsyncDisposableStack();
  const directory = starting.use(await makeDataDirectory('cfs-e2e-available-')).path;
  const cluster = starting.use(await startPatroniCluster(postgres));
  const balancer = starting.use(await startHaproxy(directory, cluster.network));
  const provider = starting.use(await startProvider());
  const shared = join(directory, 'cfs');
  await mkdir(shared);
  const portal = starting.use(
    await createPortalNodes({
      directory: shared,
      network: cluster.network,
      database: balancer.database,
      authority: provider.authority,
      administrator,
    }),
  );
  portal.add(nodes[0], 'web', machines[0]);
  await expect.poll(() => portal.isReady(nodes[0]), limits).toBe(true);
  portal.add(nodes[1], 'web', machines[1]);
  for (const [index, name] of workers.entries()) portal.add(name, 'worker', machines[index] ?? machines[0]);
  for (const name of [...nodes, ...workers]) await expect.poll(() => portal.isReady(name), limits).toBe(true);

  const call = createCallPortal(balancer);
  const authorization = `Bearer ${provider.token}`;
  await expect.poll(async () => (await call({ method: 'GET', path: '/readyz' })).status, limits).toBe(200);
  const put = <Body>(path: string, headers: Readonly<Record<string, string>>, body: unknown): Promise<Body> =>
    expectJson<Body>(call, { method: 'PUT', path, headers, body });
  const { tenantId } = await put<{ tenantId: string }>('/v1/tenants', { authorization }, { name: 'Contoso' });
  const person = { authorization, 'x-tenant-id': tenantId };
  const knownToAll: AvailablePortal['knownToAll'] = (method, path, headers) =>
    expect
      .poll(async () => {
        const origins = machines.map((machine) => `http://${cluster.network}${machine}:8080`);
        const init = { method, headers: { 'content-type': 'application/json', ...headers } };
        const answers = await Promise.all(
          origins.map((origin) => fetch(origin + path, method === 'POST' ? { ...init, body: '[]' } : init)),
        );
        return answers.map(({ status }) => status).filter((status) => status === 401 || status === 403);
      }, limits)
      .toEqual([]);
  await knownToAll('GET', '/v1/locations', person);
  const stack = starting.move();
  return {
    ...{ directory, cluster, balancer, portal, call, person, tenantId, put, knownToAll },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
};
