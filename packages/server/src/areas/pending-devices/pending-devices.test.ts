import { randomUUID } from 'node:crypto';
import { operatingSystems } from '@cfs/contracts/device-enumerations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areasNamed } from '../../testing/areas-named.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createTestMachine } from './testing/test-machine.ts';
import { testSubscription } from './testing/test-subscription.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await startTestServer({
    areas: areasNamed('pending-devices', 'devices', 'blocks', 'locations', 'tenants'),
  });
  await testSubscription(server);
  token = await server.tenantToken(['enrol']);
});
afterAll(() => server.close());

const listed = async (filter: string, tenantId?: string) => {
  const answer = await server.as('Administrator', tenantId).get(`/v1/pendingdevices?$filter=${filter}`);
  return (answer.body as { value: Record<string, unknown>[] }).value;
};
const enrolled = async (name?: string) => {
  const machine = createTestMachine(server, name);
  await machine.enrol(token);
  return machine;
};
const waitingForLocks = () =>
  server.database.asOwner(
    `select application_name from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
const promote = (ids: string[]) => server.as('Administrator').post('/v1/pendingdevices/batchpromote', ids);
const refuse = (ids: string[]) => server.as('Administrator').delete('/v1/pendingdevices/batchdelete', ids);

describe('enrolling', () => {
  it('creates a pending device with the facts and the key fingerprint of the machine', async () => {
    const machine = createTestMachine(server, 'fresh');
    expect((await machine.enrol(token)).status).toBe(201);
    expect(await listed(`pendingDeviceId eq ${machine.agentId()}`)).toEqual([
      expect.objectContaining({
        machineName: 'fresh',
        operatingSystem: 'Linux 6.1',
        architecture: 'x64',
        ipAddress: '10.0.0.7',
        keyFingerprint: machine.fingerprint,
        lastPing: server.clock.now().toISOString(),
      }),
    ]);
  });

  it('keeps the agent id of a known key and updates its facts', async () => {
    const machine = await enrolled('again');
    const first = machine.agentId();
    expect((await machine.enrol(token, { operatingSystem: 'Linux 7' })).status).toBe(200);
    expect(machine.agentId()).toBe(first);
    expect(await listed(`pendingDeviceId eq ${first}`)).toMatchObject([{ operatingSystem: 'Linux 7' }]);
  });

  it('treats a second key with the same machine name as another machine', async () => {
    await enrolled('twin');
    await enrolled('twin');
    expect(await listed(`machineName eq 'twin'`)).toHaveLength(2);
  });

  it('returns 400 for a malformed key and for one that the sender does not hold', async () => {
    const [machine, other] = [createTestMachine(server), createTestMachine(server)];
    const swapped = await machine.enrol(token, { keyFingerprint: other.fingerprint });
    expect(swapped.body).toMatchObject({ status: 400, errors: { keyFingerprint: expect.anything() } });
    const unsigned = await machine.enrol(token, { signature: 'A'.repeat(86) });
    expect(unsigned.body).toMatchObject({ status: 400, errors: { signature: expect.anything() } });
    const noKey = await machine.enrol(token, { publicKey: 'x' });
    expect(noKey.status).toBe(400);
  });

  it('removes misleading characters from facts and returns 400 if nothing else is left', async () => {
    const disguised = (text: string) => `\u202e${text.slice(0, 2)}\r\n\u2066${text.slice(2)}\u200f`;
    const machine = createTestMachine(server, disguised('front-desk'));
    const facts = { operatingSystem: 'Linux 6.1', architecture: 'x64', agentVersion: '0.1.0' };
    const sent = Object.entries({ ...facts, platform: 'linux' }).map(
      ([name, text]) => [name, disguised(text)] as const,
    );
    expect((await machine.enrol(token, Object.fromEntries(sent))).status).toBe(201);
    expect(await listed(`pendingDeviceId eq ${machine.agentId()}`)).toMatchObject([
      { machineName: 'front-desk', operatingSystem: 'Linux 6.1', agentVersion: '0.1.0' },
    ]);
    const [row] = await server.database.asOwner<{ architecture: string; operating_system_id: number }>(
      'select architecture, operating_system_id from cfs.pending_devices where pending_device_id = $1',
      [machine.agentId()],
    );
    expect(row).toEqual({ architecture: 'x64', operating_system_id: operatingSystems.LinuxX64 });
    const nameless = await createTestMachine(server, '\u202e\u2066').enrol(token);
    expect(nameless.body).toMatchObject({ status: 400, errors: { machineName: ['Must not be empty.'] } });
  });

  it('creates nothing outside the tenant of the token', async () => {
    const machine = await enrolled();
    expect(await listed(`pendingDeviceId eq ${machine.agentId()}`, server.tenants.foreign)).toEqual([]);
  });
});

describe('waiting', () => {
  it('returns 202 with status pending for a sign-in and records its time', async () => {
    const machine = await enrolled();
    server.clock.advance(90_000);
    const answer = await machine.signIn();
    expect(answer).toMatchObject({ status: 202, body: { status: 'pending' } });
    expect(await listed(`pendingDeviceId eq ${machine.agentId()}`)).toMatchObject([
      { lastPing: server.clock.now().toISOString() },
    ]);
  });

  it('excludes machines that were silent for a day from a filter by lastPing', async () => {
    const machine = await enrolled('silent');
    const active = `lastPing ge ${new Date(server.clock.now().getTime() - 86_400_000).toISOString()}`;
    expect(await listed(`machineName eq 'silent' and ${active}`)).toHaveLength(1);
    server.clock.advance(86_400_001);
    const later = `lastPing ge ${new Date(server.clock.now().getTime() - 86_400_000).toISOString()}`;
    expect(await listed(`machineName eq 'silent' and ${later}`)).toHaveLength(0);
    await machine.signIn();
    expect(await listed(`machineName eq 'silent' and ${later}`)).toHaveLength(1);
  });
});

describe('promoting', () => {
  it('creates devices in the subscription that the request names', async () => {
    const machine = await enrolled('second');
    const first = await testSubscription(server);
    const second = randomUUID();
    await server.database.asOwner(
      `insert into cfs.subscriptions (tenant_id, subscription_id, name, created, created_by, modified, modified_by)
        values ($1, $2, 'Second', now(), 'test', now(), 'test')`,
      [server.tenants.own, second],
    );
    await server.services.snapshot.refresh();
    const into = (subscription: string) =>
      server.as('Administrator').send('POST', '/v1/pendingdevices/batchpromote', {
        body: [machine.agentId()],
        headers: { 'x-subscription-id': subscription },
      });
    expect(await into(randomUUID())).toMatchObject({
      status: 400,
      body: { errors: { subscriptionId: ['The subscription was not found.'] } },
    });
    expect((await into(second)).status).toBe(200);
    const devices = async (subscription: string) =>
      (
        await server
          .as('Administrator')
          .get(`/v1/devices?$filter=name eq 'second'&$select=subscriptionId`, { 'x-subscription-id': subscription })
      ).body;
    expect(await devices(second)).toMatchObject({ value: [{ subscriptionId: second }] });
    expect(await devices(first)).toMatchObject({ value: [] });
    expect(await devices('none')).toMatchObject({ value: [{ subscriptionId: second }] });
  });

  it('creates the device with its heartbeat block and lets its agent sign in', async () => {
    const machine = await enrolled('promoted');
    const id = machine.agentId();
    const answer = await promote([id]);
    expect(answer).toMatchObject({ status: 200, body: { deviceIds: [id] } });
    const viewer = server.as('Viewer');
    const devices = await viewer.get(`/v1/devices?$filter=isDeleted eq false and deviceId eq ${id}&$expand=location`);
    expect(devices.body).toMatchObject({
      value: [
        { name: 'promoted', enabled: true, heartbeatInterval: 60, operatingSystemId: 4, deviceTypeId: 'Unknown' },
      ],
    });
    const blocks = await viewer.get(`/v1/blocks?$filter=blockId eq ${id}`);
    expect(blocks.body).toMatchObject({ value: [{ name: 'promoted', blockTypeId: 8 }] });
    expect(await listed(`pendingDeviceId eq ${id}`)).toEqual([]);
    expect((await machine.signIn()).body).toMatchObject({ status: 'promoted', deviceId: id, expiresIn: 600 });
  });

  it('waits for a concurrent sign-in without a deadlock', async () => {
    const machine = await enrolled();
    const nonce = await machine.challenge();
    const held = await server.database.hold('select from cfs.agent_credentials where agent_id = $1 for update', [
      machine.agentId(),
    ]);
    const signedIn = machine.signInWith(nonce);
    await expect.poll(waitingForLocks).toHaveLength(1);
    const promoted = promote([machine.agentId()]);
    await expect.poll(waitingForLocks).toHaveLength(2);
    await held[Symbol.asyncDispose]();
    expect((await signedIn).body).toEqual({ status: 'pending' });
    expect((await promoted).status).toBe(200);
    expect(server.database.conflicts).toEqual([]);
  });

  it('processes a batch completely or not at all', async () => {
    const machine = await enrolled();
    expect((await promote([machine.agentId(), randomUUID()])).status).toBe(404);
    expect(await listed(`pendingDeviceId eq ${machine.agentId()}`)).toHaveLength(1);
  });

  it('returns 400 with the limit for twenty-five ids', async () => {
    const ids = Array.from({ length: 25 }, () => randomUUID());
    for (const answer of [await promote(ids), await refuse(ids)]) {
      expect(answer.status).toBe(400);
      expect((answer.body as { detail: string }).detail).toContain('Please select fewer than 25 Devices.');
    }
  });

  it('returns 403 without the permission to edit pending devices and 404 in another tenant', async () => {
    const machine = await enrolled();
    for (const role of ['Operator', 'Viewer', 'Requester'] as const) {
      const answer = await server.as(role).post('/v1/pendingdevices/batchpromote', [machine.agentId()]);
      expect(answer.status).toBe(403);
    }
    const foreign = await server
      .as('Administrator', server.tenants.foreign)
      .post('/v1/pendingdevices/batchpromote', [machine.agentId()]);
    expect(foreign.status).toBe(404);
  });
});

describe('refusing', () => {
  it('rejects the key of a deleted machine until the machine enrols with another key', async () => {
    const machine = await enrolled('unwanted');
    expect((await refuse([machine.agentId()])).status).toBe(204);
    expect((await machine.signIn()).status).toBe(403);
    expect((await machine.enrol(token)).status).toBe(403);
    expect((await createTestMachine(server, 'unwanted').enrol(token)).status).toBe(201);
  });
});
