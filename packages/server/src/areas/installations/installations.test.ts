import { randomUUID } from 'node:crypto';
import type { AgentConfiguration } from '@cfs/contracts/agents';
import { noVersionId, type PackageInstall } from '@cfs/contracts/installations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedSubscription } from '../../testing/seed-device.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { deviceTokenOf } from '../devices/testing/device-token-of.ts';
import { seedPackage, type SeededPackage } from '../packages/testing/seed-package.ts';
import { createPublisher } from '../packages/testing/test-bundle.ts';
import { promoteTestMachine } from '../pending-devices/testing/test-machine.ts';

let server: TestServer;
let software: SeededPackage;

beforeAll(async () => {
  server = await startTestServer();
  software = await seedPackage(server.database, server.tenants.own, {
    '1.0.0': 'Archived',
    '1.10.0': 'Latest',
    '1.9.0': 'Archived',
  });
});
afterAll(() => server.close());

const set = (deviceId: string, items: unknown) =>
  server.as('Operator').post(`/v1/deviceInstallations/${deviceId}/packages`, items);
const installOf = async (deviceId: string): Promise<PackageInstall | undefined> => {
  const answer = await server.as('Viewer').get(`/v1/devices/GetPackageInstallsWithVersions(deviceId=${deviceId})`);
  const { value } = answer.body as { value: PackageInstall[] };
  return value.find(({ installPackage }) => installPackage.packageId === software.packageId);
};
const item = (version: string) => ({ packageId: software.packageId, packageVersionId: software.versions[version] });

describe('the keys that sign bundles', () => {
  it('reach waiting agents when a key is added and when it is deleted', async () => {
    const machine = await promoteTestMachine(server);
    const device = await machine.asDevice();
    const poll = (etag: unknown) => device.get('/v1/agents/configuration', { 'if-none-match': String(etag) });
    const keysOf = ({ body }: { readonly body: unknown }) => (body as AgentConfiguration).publisherKeys;
    const first = await device.get('/v1/agents/configuration');
    const heldForKey = poll(first.headers['etag']);
    const { publicKey } = createPublisher();
    const created = await server.as('Administrator').put('/v1/publisherKeys', { name: 'Contoso', publicKey });
    expect(created.status).toBe(201);
    const second = await heldForKey;
    expect(keysOf(second)).toEqual([...keysOf(first), publicKey]);
    const heldForDeletion = poll(second.headers['etag']);
    const { publisherKeyId } = created.body as { publisherKeyId: string };
    expect((await server.as('Administrator').delete(`/v1/publisherKeys/${publisherKeyId}`)).status).toBe(204);
    expect(keysOf(await heldForDeletion)).toEqual(keysOf(first));
  });

  it('reach every one of many waiting agents, without delaying a change to a single device', async () => {
    const many = 160;
    const tenantId = server.tenants.own;
    const [machine, subscriptionId] = [
      await promoteTestMachine(server),
      await seedSubscription(server.database, tenantId),
    ];
    const rows = await server.database.asOwner<{ device_id: string }>(
      `insert into cfs.devices (tenant_id, device_id, subscription_id, name, device_type_id, operating_system_id,
         device_logging_level_id, heartbeat_interval, enabled, created, created_by, modified, modified_by)
       select $1, gen_random_uuid(), $2, 'Waiting', 0, 4, 0, 60, true, now(), 'test', now(), 'test'
       from generate_series(1, $3) returning device_id`,
      [tenantId, subscriptionId, many],
    );
    await server.database.asOwner(
      `insert into cfs.agent_credentials (tenant_id, agent_id, public_key, key_fingerprint, status, created)
       select $1, id, ''::bytea, id::text, 'promoted', now() from unnest($2::uuid[]) id`,
      [tenantId, rows.map(({ device_id }) => device_id)],
    );
    const answered: string[] = [];
    const poll = async (agentId: string, etag: string): Promise<AgentConfiguration> => {
      const token = deviceTokenOf(server, { tenantId, agentId });
      const answer = await server.withCredential(token).get('/v1/agents/configuration', { 'if-none-match': etag });
      expect(answer.status).toBe(200);
      answered.push(agentId);
      return answer.body as AgentConfiguration;
    };
    const device = await machine.asDevice();
    const known = await device.get('/v1/agents/configuration');
    const polls = rows.map(({ device_id }) => poll(device_id, '"1"'));
    const waiting = async (): Promise<number> => {
      const gauge = await server.services.metrics.agentsWaiting.get();
      return gauge.values[0]?.value ?? 0;
    };
    await expect.poll(waiting).toBe(many);
    const { publicKey } = createPublisher();
    expect((await server.as('Administrator').put('/v1/publisherKeys', { name: 'Many', publicKey })).status).toBe(201);
    // Polls with the version that the new key has raised: the next change is notified before the rest of the many.
    const raised = await device.get('/v1/agents/configuration');
    expect([known.status, raised.status]).toEqual([200, 200]);
    expect(raised.headers['etag']).not.toBe(known.headers['etag']);
    await expect.poll(() => answered.length).toBeGreaterThan(0);
    const one = poll(machine.agentId(), String(raised.headers['etag']));
    const edit = await server.as('Operator').post(`/v1/devices/${machine.agentId()}`, { heartbeatInterval: 7 });
    expect(edit.status).toBe(200);
    expect(await one).toMatchObject({ heartbeatInterval: 7 });
    for (const configuration of await Promise.all(polls)) expect(configuration.publisherKeys).toContain(publicKey);
    expect(answered).toHaveLength(many + 1);
    expect(await waiting()).toBe(0);
  });
});

describe('installations of a device', () => {
  it('offer the versions, newest first', async () => {
    const machine = await promoteTestMachine(server);
    expect(await installOf(machine.agentId())).toMatchObject({
      packageName: software.name,
      installStatus: 'AvailableForInstall',
      packageVersionId: noVersionId,
      installedVersion: null,
      packageVersions: [{ version: '1.10.0' }, { version: '1.9.0' }, { version: '1.0.0' }],
    });
  });

  it('are desired for the agent and follow its reports', async () => {
    const machine = await promoteTestMachine(server);
    const device = await machine.asDevice();
    const first = await device.get('/v1/agents/configuration');
    const held = device.get('/v1/agents/configuration', { 'if-none-match': String(first.headers['etag']) });
    expect((await set(machine.agentId(), [{ ...item('1.0.0'), deviceId: machine.agentId() }])).status).toBe(200);
    const answered = await held;
    const { installs } = answered.body as AgentConfiguration;
    expect(installs).toMatchObject([
      { packageId: software.packageId, version: '1.0.0', isAgent: false, size: 1, packageName: software.name },
    ]);
    expect(await installOf(machine.agentId())).toMatchObject({ installStatus: 'Pending' });
    const report = (state: string, percent: number, error: string | null = null) =>
      device.post('/v1/agents/installations', [{ ...item('1.0.0'), state, percent, error }]);
    expect((await report('Downloading', 40)).status).toBe(204);
    expect(await installOf(machine.agentId())).toMatchObject({ installStatus: 'Downloading', percent: 40 });
    await report('Failed', 40, 'disk full');
    expect(await installOf(machine.agentId())).toMatchObject({ installStatus: 'Failed', detail: 'disk full' });
    const heldForRetry = device.get('/v1/agents/configuration', { 'if-none-match': String(answered.headers['etag']) });
    server.clock.advance(1_000);
    await set(machine.agentId(), [item('1.0.0')]);
    expect(await installOf(machine.agentId())).toMatchObject({ installStatus: 'Pending', detail: null });
    const retried = (await heldForRetry).body as AgentConfiguration;
    expect(retried.installs).toEqual(installs.map((each) => ({ ...each, desired: server.clock.now().toISOString() })));
    expect(retried.installs).not.toEqual(installs);
    await report('Installed', 100);
    expect(await installOf(machine.agentId())).toMatchObject({
      installStatus: 'Installed',
      installedVersion: '1.0.0',
      installed: server.clock.now().toISOString(),
    });
    await set(machine.agentId(), [{ packageId: software.packageId, packageVersionId: noVersionId }]);
    expect(await installOf(machine.agentId())).toMatchObject({
      installStatus: 'Removing',
      packageVersionId: noVersionId,
    });
    await report('Removed', 0);
    expect(await installOf(machine.agentId())).toMatchObject({ installStatus: 'AvailableForInstall' });
  });

  it('do not replace a version that the caller has not seen', async () => {
    const machine = await promoteTestMachine(server);
    const id = machine.agentId();
    const over = (version: string, seenVersionId: string | undefined) => set(id, [{ ...item(version), seenVersionId }]);
    expect((await over('1.0.0', noVersionId)).status).toBe(200);
    // The response to the first save may have been lost.
    expect((await over('1.0.0', noVersionId)).status).toBe(200);
    expect(await over('1.9.0', noVersionId)).toMatchObject({
      status: 409,
      body: { detail: 'Another version was chosen for the device in the meantime.' },
    });
    const both = [over('1.9.0', software.versions['1.0.0']), over('1.10.0', software.versions['1.0.0'])];
    expect((await Promise.all(both)).map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await set(id, [item('1.0.0')])).status).toBe(200);
    expect(await installOf(id)).toMatchObject({ packageVersionId: software.versions['1.0.0'] });
  });

  it('are refused for unknown versions and hostile bodies', async () => {
    const machine = await promoteTestMachine(server);
    const device = await machine.asDevice();
    const foreign = await seedPackage(server.database, server.tenants.foreign, { '1.0.0': 'Latest' });
    const bodies: unknown[] = [
      null,
      {},
      'x',
      [{}],
      [{ packageId: software.packageId }],
      [item('1.0.0'), item('1.9.0')],
      [{ ...item('1.0.0'), deviceId: randomUUID() }],
      [{ packageId: software.packageId, packageVersionId: randomUUID() }],
      [{ packageId: foreign.packageId, packageVersionId: foreign.versions['1.0.0'] }],
      Array.from({ length: 501 }, () => ({ packageId: randomUUID(), packageVersionId: noVersionId })),
    ];
    for (const body of bodies)
      expect((await set(machine.agentId(), body)).status, JSON.stringify(body).slice(0, 90)).toBe(400);
    expect((await set(randomUUID(), [item('1.0.0')])).status).toBe(404);
    for (const body of [null, {}, [{ ...item('1.0.0'), state: 'Done', percent: 0, error: null }]])
      expect((await device.post('/v1/agents/installations', body)).status).toBe(400);
    expect((await server.as('Viewer').post(`/v1/deviceInstallations/${machine.agentId()}/packages`, [])).status).toBe(
      403,
    );
    expect((await server.as('Operator').post('/v1/agents/installations', [])).status).toBe(403);
  });
});
