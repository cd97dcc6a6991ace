import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectJson, startAvailablePortal } from '../harness/available-portal.ts';
import { startConnectProxy } from '../harness/connect-proxy.ts';
import { installedPostgres } from '../harness/empty-database.ts';
import { hasHaproxy, type Haproxy } from '../harness/haproxy.ts';
import { hasPatroni } from '../harness/patroni-cluster.ts';
import { createSourceAgent } from '../harness/source-agent.ts';

const minute = 60_000;
const limits = { timeout: 2 * minute };
const machineName = 'behind-haproxy';
const nodes = ['web one', 'web two'] as const;

/** The statuses with which HAProxy has responded to the agent's calls of the path. */
const answersOf = async ({ readLog }: Haproxy, path: string): Promise<number[]> => {
  const call = new RegExp(`nodes/\\S+ \\S+ (-?\\d+) .*"[A-Z]+ \\S*${path}[ ?]`);
  return (await readLog()).map((line) => call.exec(line)?.[1]).flatMap((status) => (status ? [Number(status)] : []));
};

/** The number of those responses with the status. */
const countOf = async (balancer: Haproxy, path: string, status: number): Promise<number> =>
  (await answersOf(balancer, path)).filter((each) => each === status).length;

test(
  'an agent polls through HAProxy, receives changes, and switches to the other node when its own drains',
  { timeout: 15 * minute },
  async ({ skip }) => {
    if (!installedPostgres || !hasPatroni || !hasHaproxy)
      return skip('Nothing was tried: install the packages postgresql, patroni, etcd-server, haproxy and openssl.');
    await using available = await startAvailablePortal(installedPostgres, { nodes, workers: [] });
    const { balancer, portal, call, person, tenantId, put } = available;
    await put('/v1/subscriptions', person, { name: 'Production', tenantId });
    const { generatedToken } = await put<{ generatedToken: string }>('/v1/tokens', person, {
      ...{ name: 'Agents', lifetimeYears: 1, canEnrol: true },
    });
    await available.knownToAll('POST', '/v1/agents/enrol', { authorization: `Bearer ${generatedToken}` });
    await using proxy = await startConnectProxy(balancer);
    await using agent = createSourceAgent(
      { address: 'https://portal.example.com' },
      machineName,
      join(available.directory, 'agent'),
    );
    agent.start({ token: generatedToken, words: ['--proxy', proxy.address, '--ca', balancer.certificateFile] });
    const list = async (set: string): Promise<readonly Readonly<Record<string, string>>[]> =>
      (
        await expectJson<{ value: readonly Readonly<Record<string, string>>[] }>(call, {
          method: 'GET',
          path: `/v1/${set}`,
          headers: person,
        })
      ).value;
    await expect.poll(() => list('pendingdevices'), limits).toHaveLength(1);
    const pending = (await list('pendingdevices')).map(({ pendingDeviceId }) => pendingDeviceId);
    const promote = { method: 'POST', path: '/v1/pendingdevices/batchpromote', headers: person, body: pending };
    expect(await call(promote)).toMatchObject({ status: 200 });
    const waiting = () => Promise.all(nodes.map((name) => portal.agentsWaiting(name)));
    await expect.poll(async () => (await waiting()).toSorted(), limits).toEqual([0, 1]);

    // Nothing changes for as long as the server allows an agent to wait.
    const configuration = '/v1/agents/configuration';
    const before = await countOf(balancer, configuration, 304);
    await expect.poll(() => countOf(balancer, configuration, 304), limits).toBeGreaterThan(before);

    const [device] = await list('devices');
    const read = await countOf(balancer, configuration, 200);
    const path = `/v1/devices/${device?.['deviceId']}`;
    expect(
      await call({ method: 'POST', path, headers: person, body: { ...device, heartbeatInterval: 5 } }),
    ).toMatchObject({
      status: 200,
    });
    await expect.poll(() => countOf(balancer, configuration, 200), limits).toBeGreaterThan(read);

    const holder = (await waiting()).indexOf(1);
    const [own, other] = holder === 0 ? nodes : ([nodes[1], nodes[0]] as const);
    portal.stop(own);
    await expect.poll(() => portal.isReady(own)).toBe(false);
    await expect.poll(() => portal.agentsWaiting(other), limits).toBe(1);
    await expect.poll(() => portal.isReady(own), limits).toBe(true);
    const sent = await countOf(balancer, '/v1/packets', 202);
    await expect.poll(() => countOf(balancer, '/v1/packets', 202), limits).toBeGreaterThan(sent + 2);

    const answers = await answersOf(balancer, '/v1/(agents/[^ ]*|packets)');
    expect(answers.length).toBeGreaterThan(5);
    expect(answers.filter((status) => status < 200 || status >= 500)).toEqual([]);
    expect(portal.collapses).toEqual([]);
    expect(portal.errors()).toEqual({});
  },
);
