import { expect, test } from 'vitest';
import { expectJson, startAvailablePortal } from '../harness/available-portal.ts';
import { startBalancedLoad, type BalancedLoad, type CallPortal } from '../harness/balanced-load.ts';
import { startCalledEndpoint } from '../harness/called-endpoint.ts';
import { installedPostgres } from '../harness/empty-database.ts';
import { hasHaproxy } from '../harness/haproxy.ts';
import { hasPatroni, type PatroniCluster } from '../harness/patroni-cluster.ts';
import type { PortalNodes } from '../harness/portal-nodes.ts';

/** CFS_TEST_KILLS=6 for a short run. */
const kills = Number(process.env['CFS_TEST_KILLS'] ?? 50);
const minute = 60_000;
const limits = { timeout: 2 * minute };
/** Patroni's ttl is 30 s. */
const maxOutageMilliseconds = 40_000;
const maxResumeMilliseconds = 2_000;
const idsOfCall = 50;

const nodes = ['web one', 'web two'] as const;
const workers = ['worker one', 'worker two'] as const;

/** Durations after a kill of the primary, in milliseconds. */
interface Failover {
  readonly promotion: number;
  /** Until a save that was started after the kill was acknowledged. */
  readonly outage: number;
}

const killPrimary = async (cluster: PatroniCluster, load: BalancedLoad): Promise<Failover> => {
  await cluster.whole();
  const primary = await cluster.findPrimary();
  if (primary === undefined) throw new Error('There is no primary.');
  const killed = performance.now();
  await cluster.kill(primary);
  const dead = performance.now();
  await expect.poll(() => cluster.findPrimary(), limits).toBeTruthy();
  const promotion = performance.now() - killed;
  const resumed = () => load.probes.filter(({ begun }) => begun > dead).map(({ at }) => at);
  await expect.poll(() => resumed().length, limits).toBeGreaterThan(0);
  const outage = Math.min(...resumed()) - killed;
  await cluster.start(primary);
  return { promotion, outage };
};

const killNode = async (portal: PortalNodes, name: string, load: BalancedLoad): Promise<void> => {
  portal.kill(name);
  const counts = () => Object.values(load.acknowledged).map(({ length }) => length);
  const before = counts();
  await expect.poll(() => portal.isReady(name), limits).toBe(true);
  await expect.poll(() => counts().every((count, kind) => count > (before[kind] ?? 0)), limits).toBe(true);
};

/** Those of the values that the set contains, duplicates included. */
const listed = async (
  call: CallPortal,
  headers: Readonly<Record<string, string>>,
  [set, property]: readonly [set: string, property: string],
  values: readonly string[],
): Promise<string[]> => {
  const found: string[] = [];
  for (let start = 0; start < values.length; start += idsOfCall) {
    const literals = values
      .slice(start, start + idsOfCall)
      .map((value) => (property === 'entityId' ? value : `'${value}'`));
    const filter = encodeURIComponent(`${property} in (${literals.join(',')})`);
    const path = `/v1/${set}?$filter=${filter}&$select=${property}&$top=${3 * idsOfCall}`;
    const { value } = await expectJson<{ value: Readonly<Record<string, string>>[] }>(call, {
      method: 'GET',
      path,
      headers,
    });
    found.push(...value.map((row) => row[property] ?? ''));
  }
  return found;
};

const twice = (values: readonly string[]): string[] => {
  const seen = new Set<string>();
  return values.filter((value) => seen.size === seen.add(value).size);
};

test(
  'kills of primary, nodes and workers neither lose nor duplicate acknowledged writes',
  { timeout: 15 * minute + kills * 2 * minute },
  async ({ skip }) => {
    if (!installedPostgres || !hasPatroni || !hasHaproxy)
      return skip('Nothing was tried: install the packages postgresql, patroni, etcd-server, haproxy and openssl.');
    await using available = await startAvailablePortal(installedPostgres, { nodes, workers });
    const { cluster, portal, call, person, put, knownToAll } = available;
    await using endpoint = await startCalledEndpoint();
    const token = { name: 'Packets', lifetimeYears: 1, canEnrol: false };
    const { generatedToken } = await put<{ generatedToken: string }>('/v1/tokens', person, token);
    const sender = { authorization: `Bearer ${generatedToken}` };
    await knownToAll('POST', '/v1/packets', sender);
    const { protocolId } = await put<{ protocolId: string }>('/v1/protocols', person, { name: 'Call' });
    const action = { name: 'Call', actionDefinitionTypeId: 2, inputParameters: '', body: '{{Title}}' };
    const { actionDefinitionId } = await put<{ actionDefinitionId: string }>('/v1/actionDefinitions', person, {
      ...action,
      endpointUrl: endpoint.address,
    });
    const automatic = { workUnitEventTypeId: 'OnNew', runAutomatically: true, sequence: 0, summary: 'Call' };
    await put('/v1/protocolActions', person, { protocolId, actionDefinitionId, ...automatic });

    const load = startBalancedLoad({ call, person, sender, protocolId });
    await expect.poll(() => Object.values(load.acknowledged).every(({ length }) => length > 5), limits).toBe(true);
    const failovers: Failover[] = [];
    for (let count = 0; count < kills; count += 1) {
      const [turn, kind] = [Math.floor(count / 3), count % 3];
      if (kind === 0) {
        const failover = await killPrimary(cluster, load);
        failovers.push(failover);
        const [promotion, outage] = [failover.promotion, failover.outage].map((time) => (time / 1_000).toFixed(1));
        console.log(`kill ${count + 1}: promotion after ${promotion} s, writes after ${outage} s`);
      } else if (kind === 1) await killNode(portal, nodes[turn % 2] ?? nodes[0], load);
      else await killNode(portal, workers[turn % 2] ?? workers[0], load);
    }
    await cluster.whole();
    await load.end();

    const { location, unit, packet } = load.acknowledged;
    const find = (set: string, property: string, values: readonly string[]) =>
      listed(call, person, [set, property], values);
    const places = await find('locations', 'name', [...location, ...load.unknown.location]);
    const units = await find('workunits', 'title', [...unit, ...load.unknown.unit]);
    const packets = await find('packets', 'entityId', packet);
    await expect.poll(() => units.filter((title) => !endpoint.keys.has(title)), limits).toEqual([]);
    const rejoined = await cluster.rejoined();
    const max = (values: readonly number[]): string => `${(Math.max(0, ...values) / 1_000).toFixed(1)} s`;
    console.log(
      [
        `${kills} kills, ${failovers.length} of them of the primary`,
        `promotion after at most ${max(failovers.map(({ promotion }) => promotion))}`,
        `writes resumed at most ${max(failovers.map(({ promotion, outage }) => outage - promotion))} after it`,
        `outage of writes at most ${max(failovers.map(({ outage }) => outage))}`,
        `former primaries rewound ${rejoined.rewound}, copied ${rejoined.copied}`,
        `acknowledged: ${packet.length} packets, ${location.length} locations, ${unit.length} units`,
        `answers by status (0: broken): ${JSON.stringify(load.statuses)}`,
        `errors in the log: ${JSON.stringify(portal.errors())}`,
      ].join('\n'),
    );

    const [placesSet, unitsSet, packetsSet] = [new Set(places), new Set(units), new Set(packets)];
    expect(location.filter((name) => !placesSet.has(name))).toEqual([]);
    expect(unit.filter((title) => !unitsSet.has(title))).toEqual([]);
    expect(packet.filter((entity) => !packetsSet.has(entity))).toEqual([]);
    expect([...twice(places), ...twice(units), ...twice(packets)]).toEqual([]);
    expect([...endpoint.keys].filter(([, keys]) => keys.size !== 1)).toEqual([]);
    expect(load.faults).toEqual([]);
    expect(portal.collapses).toEqual([]);
    for (const { promotion, outage } of failovers) {
      expect(outage - promotion).toBeLessThanOrEqual(maxResumeMilliseconds);
      expect(outage).toBeLessThanOrEqual(maxOutageMilliseconds);
    }
  },
);
