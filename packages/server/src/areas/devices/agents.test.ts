import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areasNamed } from '../../testing/areas-named.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { removeOldEntityLogs } from '../packets/entity-logs.ts';
import { promoteTestMachine } from '../pending-devices/testing/test-machine.ts';
import { agentSealKey, createDeviceToken, createNonce } from './agent-seal.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    areas: areasNamed('pending-devices', 'devices', 'packets', 'blocks', 'locations', 'tenants'),
  });
});
afterAll(() => server.close());

const configurationOf = (client: { get: TestServer['anonymous']['get'] }, etag?: string) =>
  client.get('/v1/agents/configuration', etag === undefined ? {} : { 'if-none-match': etag });

describe('signing in', () => {
  it('requires the nonce signed with the enrolled key', async () => {
    const machine = await promoteTestMachine(server);
    const nonce = await machine.challenge();
    expect((await machine.signInWith(nonce, 'another text')).status).toBe(401);
    expect((await machine.signInWith(`${nonce}x`)).status).toBe(401);
    expect((await machine.signInWith(nonce)).status).toBe(200);
  });

  it('refuses a malformed nonce, whatever it contains', async () => {
    const machine = await promoteTestMachine(server);
    const nonce = await machine.challenge();
    const [made = '', random = '', proof = ''] = nonce.split('.');
    const odd = [
      'é'.repeat(43),
      `${made}.${random}.${'é'.repeat(43)}`,
      `${made}.${random}.${proof.slice(0, -1)}\u{1f600}`,
      `\u00a0${nonce}`,
      '..',
      '',
    ];
    for (const each of odd) expect((await machine.signInWith(each)).status, each).toBe(401);
    for (const each of ['\u0000', '\ud800']) expect((await machine.signInWith(each)).status).toBe(400);
  });

  it('accepts a nonce once and for a minute only', async () => {
    const machine = await promoteTestMachine(server);
    const nonce = await machine.challenge();
    expect((await machine.signInWith(nonce)).status).toBe(200);
    expect((await machine.signInWith(nonce)).status).toBe(401);
    server.clock.advance(1);
    const old = await machine.challenge();
    server.clock.advance(60_001);
    expect((await machine.signInWith(old)).status).toBe(401);
  });

  it('signs in after the clock of the server was set back, and still accepts each nonce only once', async () => {
    const machine = await promoteTestMachine(server);
    const day = 24 * 3_600_000;
    server.clock.advance(day);
    const ahead = await machine.challenge();
    expect((await machine.signInWith(ahead)).status).toBe(200);
    server.clock.advance(1 - day);
    const nonce = await machine.challenge();
    const statuses = [];
    for (const each of [nonce, nonce, ahead]) statuses.push((await machine.signInWith(each)).status);
    expect(statuses).toEqual([200, 401, 401]);
  });

  it('returns 404 for an agent that never enrolled', async () => {
    expect((await server.anonymous.post(`/v1/agents/${randomUUID()}/challenge`)).status).toBe(404);
    expect((await server.anonymous.post('/v1/agents/x/challenge')).status).toBe(400);
  });

  it('returns a token that expires after ten minutes', async () => {
    const device = await (await promoteTestMachine(server)).asDevice();
    server.clock.advance(10 * 60_000 - 1);
    expect((await configurationOf(device)).status).toBe(200);
    server.clock.advance(1);
    expect((await configurationOf(device)).status).toBe(401);
  });

  it('refuses a token with a changed agent id or expiry', async () => {
    const machine = await promoteTestMachine(server);
    const other = await promoteTestMachine(server);
    const { token } = (await machine.signIn()).body as { token: string };
    const [prefix, agentId, expires, proof] = token.split('.') as [string, string, string, string];
    const forged = [
      [prefix, other.agentId(), expires, proof],
      [prefix, agentId, `${expires}z`, proof],
      [prefix, agentId, expires, proof.slice(1)],
      [prefix, randomUUID(), expires, proof],
    ];
    for (const parts of forged) {
      expect((await configurationOf(server.withCredential(parts.join('.')))).status).toBe(401);
    }
  });
});

describe('the limits of signing in', () => {
  const limited = async (environment: Record<string, string>) =>
    startTestServer({ areas: areasNamed('pending-devices', 'devices', 'tenants'), environment });
  const challengeStatus = async (at: TestServer, agentId: string): Promise<number> =>
    (await at.anonymous.post(`/v1/agents/${agentId}/challenge`)).status;

  it('do not count the sign-ins of a fleet against the anonymous limit of its address', async () => {
    const strict = await limited({ ANONYMOUS_RATE_LIMIT: '2' });
    try {
      for (let agent = 0; agent < 50; agent += 1) expect(await challengeStatus(strict, randomUUID())).toBe(404);
      expect((await strict.anonymous.post('/v1/agents/x/challenge')).status).toBe(400);
      expect((await strict.anonymous.post('/v1/agents/x/challenge')).status).toBe(400);
      expect((await strict.anonymous.post('/v1/agents/x/challenge')).status).toBe(429);
      expect(await challengeStatus(strict, randomUUID())).toBe(404);
    } finally {
      await strict.close();
    }
  });

  it('apply to each agent, ignoring the case of its id', async () => {
    const agentId = randomUUID();
    const statuses: number[] = [];
    for (let call = 0; call < 31; call += 1)
      statuses.push(await challengeStatus(server, call % 2 === 0 ? agentId : agentId.toUpperCase()));
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 404), 429]);
    expect(await challengeStatus(server, randomUUID())).toBe(404);
  });

  it('apply to each address, with a Retry-After header', async () => {
    const strict = await limited({ AGENT_SIGN_IN_RATE_LIMIT: '3' });
    try {
      for (let agent = 0; agent < 3; agent += 1) expect(await challengeStatus(strict, randomUUID())).toBe(404);
      const refused = await strict.anonymous.post(`/v1/agents/${randomUUID()}/challenge`);
      expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
    } finally {
      await strict.close();
    }
  });
});

describe('a forged time in a sealed text', () => {
  const laterBy = (milliseconds: number): Date => new Date(server.clock.now().getTime() + milliseconds);

  it('does not extend a token beyond ten minutes', async () => {
    const machine = await promoteTestMachine(server);
    const key = agentSealKey(server.services.keys, { tenantId: server.tenants.own, agentId: machine.agentId() });
    const claiming = async (start: Date): Promise<number> =>
      (await configurationOf(server.withCredential(createDeviceToken(key, machine.agentId(), start)))).status;
    expect(await claiming(laterBy(0))).toBe(200);
    expect(await claiming(laterBy(60_000))).toBe(401);
    expect(await claiming(new Date(8_000_000_000_000))).toBe(401);
  });

  it('does not extend a nonce beyond a minute', async () => {
    const machine = await promoteTestMachine(server);
    const key = agentSealKey(server.services.keys, { tenantId: server.tenants.own, agentId: machine.agentId() });
    const nonce = createNonce(key, machine.agentId(), laterBy(60_000));
    expect((await machine.signInWith(nonce)).status).toBe(401);
  });
});

describe('a device credential', () => {
  it('sends packets for its own device and for no other', async () => {
    const machine = await promoteTestMachine(server);
    const device = await machine.asDevice();
    const timestamp = server.clock.now().toISOString();
    const send = (entityId: string) => device.post('/v1/packets', { entityId, timestamp, message: { Value: 1 } });
    expect((await send(machine.agentId())).status).toBe(202);
    expect(await send(randomUUID())).toMatchObject({
      status: 400,
      body: { errors: { 'packets[0]': ['entityId is not an entity of this device'] } },
    });
  });

  it('opens no other route', async () => {
    const device = await (await promoteTestMachine(server)).asDevice();
    for (const address of ['/v1/devices', '/v1/packets', '/v1/tenants']) {
      expect((await device.get(address)).status).toBe(403);
    }
    const answer = await device.post('/v1/agents/enrol', {});
    expect(answer.status).toBe(403);
  });

  it('becomes invalid at once when its device is deleted', async () => {
    const machine = await promoteTestMachine(server);
    const device = await machine.asDevice();
    expect((await configurationOf(device)).status).toBe(200);
    expect((await server.as('Administrator').delete(`/v1/devices/${machine.agentId()}`)).status).toBe(204);
    expect((await configurationOf(device)).status).toBe(401);
    expect((await machine.signIn()).status).toBe(403);
  });

  it('reports its clock and the size of its spool with each batch', async () => {
    const machine = await promoteTestMachine(server);
    const device = await machine.asDevice();
    const now = server.clock.now().getTime();
    const entityId = machine.agentId();
    const timestamp = new Date(now - 3_600_000).toISOString();
    const send = (headers: Record<string, string>) =>
      device.send('POST', '/v1/packets', { headers, body: [{ entityId, timestamp, message: {} }] });
    const headers = { 'x-agent-time': new Date(now - 2_500).toISOString(), 'x-agent-sequence': '7' };
    expect((await send({ ...headers, 'x-agent-oldest-unsent': timestamp })).status).toBe(202);
    const rows = await server.database.asOwner('select * from cfs.agent_spools where device_id = $1', [entityId]);
    expect(rows).toMatchObject([{ clock_offset_ms: 2_500, sequence: 7, oldest_unsent: new Date(timestamp) }]);
    expect((await send({ ...headers, 'x-agent-sequence': 'x' })).status).toBe(400);
    expect((await send({ ...headers, 'x-agent-time': 'x' })).status).toBe(400);
    const beyond = [
      '-271821-04-20T00:00:00Z',
      '0000-01-01T00:00:00Z',
      '+275760-09-13T00:00:00Z',
      '1',
      '2026-02-30T00:00:00Z',
    ];
    for (const time of beyond) {
      for (const name of ['x-agent-oldest-unsent', 'x-agent-time']) {
        const answer = await send({ ...headers, [name]: time });
        expect(answer, time).toMatchObject({ status: 400, body: { detail: `The header ${name} is not a time.` } });
      }
    }
    expect((await send({ ...headers, 'x-agent-oldest-unsent': '0001-01-01T00:00:00Z' })).status).toBe(202);
    expect((await send({ ...headers, 'x-agent-time': '9999-12-31T23:59:59Z' })).status).toBe(202);
  });
});

describe('a cloned machine', () => {
  it('is detected when a replaced session signs in again, but not when an agent restarts', async () => {
    const machine = await promoteTestMachine(server, 'copied');
    const [first, copy, restarted] = [randomUUID(), randomUUID(), randomUUID()];
    const cloneDetected = async (): Promise<unknown> => {
      const answer = await server.as('Viewer').get(`/v1/devices?$filter=deviceId eq ${machine.agentId()}`);
      return (answer.body as { value: { cloneDetected: string | null }[] }).value[0]?.cloneDetected;
    };
    const signInAs = async (sessionId: string): Promise<void> => {
      server.clock.advance(1_000);
      expect((await machine.signIn(sessionId)).status).toBe(200);
    };
    for (const sessionId of [first, first, restarted, restarted]) await signInAs(sessionId);
    expect(await cloneDetected()).toBeNull();
    await signInAs(copy);
    expect(await cloneDetected()).toBeNull();
    await signInAs(restarted);
    expect(await cloneDetected()).toBe(server.clock.now().toISOString());
  });
});

describe('the configuration poll', () => {
  it('responds at once if the agent does not know the current version', async () => {
    const machine = await promoteTestMachine(server, 'known');
    const answer = await configurationOf(await machine.asDevice());
    expect(answer.body).toEqual({
      deviceId: machine.agentId(),
      name: 'known',
      enabled: true,
      heartbeatInterval: 60,
      restartAgentFlag: false,
      shipsLogs: true,
      traceExpiration: null,
      operations: [],
      installs: [],
      publisherKeys: [],
    });
  });

  it('waits until something changes', async () => {
    const machine = await promoteTestMachine(server);
    const device = await machine.asDevice();
    const first = await configurationOf(device);
    const held = configurationOf(device, String(first.headers['etag']));
    const edit = await server.as('Operator').post(`/v1/devices/${machine.agentId()}`, { heartbeatInterval: 5 });
    expect(edit).toMatchObject({ status: 200, body: { heartbeatInterval: 5 } });
    const second = await held;
    expect(second).toMatchObject({ status: 200, body: { heartbeatInterval: 5 } });
    expect(second.headers['etag']).not.toBe(first.headers['etag']);
  });

  it('responds 401 when the device is deleted during the poll', async () => {
    const machine = await promoteTestMachine(server);
    const device = await machine.asDevice();
    const first = await configurationOf(device);
    const held = configurationOf(device, String(first.headers['etag']));
    await server.as('Administrator').delete(`/v1/devices/${machine.agentId()}`);
    expect((await held).status).toBe(401);
  });

  it('refuses the token of a device that another node has deleted, even if it calls continuously', async () => {
    const machine = await promoteTestMachine(server);
    const device = await machine.asDevice();
    expect((await configurationOf(device)).status).toBe(200);
    // What another node writes, unnoticed by this one.
    await server.database.asOwner('update cfs.devices set is_deleted = true where device_id = $1', [machine.agentId()]);
    await server.database.asOwner(`update cfs.agent_credentials set status = 'refused' where agent_id = $1`, [
      machine.agentId(),
    ]);
    // Longer than the second for which a credential is trusted unconditionally.
    server.clock.advance(2_000);
    await expect.poll(async () => (await device.post('/v1/agents/restarted')).status).toBe(401);
  });

  it('contains the restart flag until the agent clears it', async () => {
    const machine = await promoteTestMachine(server);
    const device = await machine.asDevice();
    const asked = await server
      .as('Operator')
      .post(`/v1/devices/${machine.agentId()}/restartagent?__tenant__=${server.tenants.own}`);
    expect(asked).toMatchObject({ status: 200, body: { restartAgentFlag: true } });
    expect((await configurationOf(device)).body).toMatchObject({ restartAgentFlag: true });
    expect((await device.post('/v1/agents/restarted')).status).toBe(204);
    expect((await configurationOf(device)).body).toMatchObject({ restartAgentFlag: false });
  });
});

describe('agent logs', () => {
  it('are stored once and returned newest first', async () => {
    const machine = await promoteTestMachine(server);
    const device = await machine.asDevice();
    const entries = [1, 2].map((second) => ({
      logEntryId: randomUUID(),
      created: new Date(server.clock.now().getTime() + second * 1_000).toISOString(),
      entryType: 'info',
      detail: `entry ${second}`,
    }));
    for (let time = 0; time < 2; time += 1) {
      expect((await device.post('/v1/agents/logs', entries)).status).toBe(204);
    }
    const shown = await server.as('Viewer').get(`/v1/devices/${machine.agentId()}/logs`);
    expect(shown.body).toEqual([...entries].reverse());
    const onTile = await server.as('Viewer').get(`/v1/blocks/${machine.agentId()}/logs`);
    expect(onTile.body).toMatchObject([{ detail: 'entry 2' }, { detail: 'entry 1' }]);
    const foreign = await server.as('Viewer', server.tenants.foreign).get(`/v1/devices/${machine.agentId()}/logs`);
    expect(foreign.status).toBe(404);
  });

  it('of a clock that is ahead are stored once, with the time of the server and in their order', async () => {
    const machine = await promoteTestMachine(server);
    const device = await machine.asDevice();
    const now = server.clock.now();
    const entryAt = (created: Date, detail: string) => ({
      logEntryId: randomUUID(),
      created: created.toISOString(),
      entryType: 'info',
      detail,
    });
    const year = 365 * 86_400_000;
    const entries = [
      entryAt(new Date(now.getTime() + year + 1_000), 'second'),
      entryAt(new Date(now.getTime() + year), 'first'),
      entryAt(new Date(now.getTime() + 5 * 60_000), 'five minutes ahead'),
    ];
    expect((await device.post('/v1/agents/logs', entries)).status).toBe(204);
    const [second, first] = entries;
    // Sent again: twice in one call, and when the clock is no longer ahead by more than five minutes.
    server.clock.advance(60_000);
    for (const again of [entries, [first, first, second]])
      expect((await device.post('/v1/agents/logs', again)).status).toBe(204);
    const shown = await server.as('Viewer').get(`/v1/devices/${machine.agentId()}/logs`);
    expect(shown.body).toMatchObject([
      { detail: 'five minutes ahead', created: entries[2]?.created },
      { detail: 'second', created: now.toISOString() },
      { detail: 'first', created: new Date(now.getTime() - 1).toISOString() },
    ]);
  });

  it('of a clock just too far ahead are stored once, even if it is within the limit when they are sent again', async () => {
    const machine = await promoteTestMachine(server);
    const device = await machine.asDevice();
    const created = new Date(server.clock.now().getTime() + 310_000).toISOString();
    const entry = { logEntryId: randomUUID(), created, entryType: 'info', detail: 'just too far' };
    for (const seconds of [0, 15]) {
      server.clock.advance(seconds * 1_000);
      expect((await device.post('/v1/agents/logs', [entry, entry])).status).toBe(204);
    }
    const shown = await server.as('Viewer').get(`/v1/devices/${machine.agentId()}/logs`);
    expect(shown.body).toHaveLength(1);
  });

  it('are kept as long as packets and then removed, however many there are', async () => {
    const machine = await promoteTestMachine(server);
    const device = await machine.asDevice();
    const entriesAt = (created: Date, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        logEntryId: randomUUID(),
        created: created.toISOString(),
        entryType: 'info',
        detail: `entry ${index}`,
      }));
    const now = server.clock.now();
    for (let call = 0; call < 3; call += 1) await device.post('/v1/agents/logs', entriesAt(now, 500));
    await device.post('/v1/agents/logs', entriesAt(new Date(now.getTime() + 60_000), 1));
    const countEntries = async () => {
      const text = 'select count(*)::integer from cfs.entity_logs where entity_id = $1';
      return (await server.database.asOwner<{ count: number }>(text, [machine.agentId()]))[0]?.count;
    };
    const { packetRetentionDays } = server.services.configuration;
    server.clock.advance((packetRetentionDays - 1) * 86_400_000);
    await removeOldEntityLogs(server.services);
    expect(await countEntries()).toBe(1_501);
    server.clock.advance(86_400_001);
    await removeOldEntityLogs(server.services);
    expect(await countEntries()).toBe(1);
  });
});
