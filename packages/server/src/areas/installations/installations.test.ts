import { randomUUID } from 'node:crypto';
import type { AgentConfiguration } from '@cfs/contracts/agents';
import { noVersionId, type PackageInstall } from '@cfs/contracts/installations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
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
  it('reach agents that wait for a change, with the key and without it', async () => {
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

  it('follow the reports of the agent, which receives what it is to have', async () => {
    const machine = await promoteTestMachine(server);
    const device = await machine.asDevice();
    const first = await device.get('/v1/agents/configuration');
    const held = device.get('/v1/agents/configuration', { 'if-none-match': String(first.headers['etag']) });
    expect((await set(machine.agentId(), [{ ...item('1.0.0'), deviceId: machine.agentId() }])).status).toBe(200);
    const { installs } = (await held).body as AgentConfiguration;
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
    await set(machine.agentId(), [item('1.0.0')]);
    expect(await installOf(machine.agentId())).toMatchObject({ installStatus: 'Pending', detail: null });
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

  it('refuse what is not there, and hostile bodies', async () => {
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
