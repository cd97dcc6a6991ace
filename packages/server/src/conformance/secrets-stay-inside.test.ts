import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RevealedSecret, Secret } from '@cfs/contracts/secrets';
import type { WorkUnit } from '@cfs/contracts/work-units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { areas } from '../areas.ts';
import { matchOnce, settle, action as ruleAction } from '../areas/rules/testing/match-once.ts';
import { createProtocolScene, type ProtocolScene } from '../areas/work-units/testing/protocol-scene.ts';
import { createTestWorker } from '../testing/create-test-worker.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const value = `Zr8!kq"ü/+ &<wörd>\\x`;
const forms = [
  value,
  encodeURIComponent(value),
  JSON.stringify(value).slice(1, -1),
  JSON.stringify(JSON.stringify(value)).slice(3, -3),
  Buffer.from(value).toString('base64').replace(/=*$/, '').slice(0, -1),
  Buffer.from(value).toString('hex'),
];

interface Call {
  readonly address: string;
  readonly header: string;
  readonly body: string;
}

let server: TestServer;
let scene: ProtocolScene;
let echo: Server;
let address: string;
let status = 200;
const calls: Call[] = [];
const secrets = () => `/v1/tenants/${server.tenants.own}/secrets`;
const administrator = () => server.as('Administrator');
const write = async (name: string, text: string): Promise<string> =>
  ((await administrator().put(secrets(), { name, value: text })).body as Secret).id;

/** Starts a server that responds with what it was sent, and with the secret in every known form. */
const startEcho = async (): Promise<Server> => {
  const listening = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const header = Buffer.from(String(request.headers['x-key'] ?? ''), 'latin1').toString();
    calls.push({ address: request.url ?? '', header, body });
    response.writeHead(status).end([request.url, header, body, ...forms].join('\n'));
  });
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  return listening;
};

beforeAll(async () => {
  echo = await startEcho();
  address = `http://127.0.0.1:${(echo.address() as AddressInfo).port}`;
  server = await startTestServer({ environment: { FEATURES: 'private-action-addresses' } });
  server.services.log.level = 'trace';
  scene = createProtocolScene(server);
});
afterAll(async () => {
  server.takeServerErrors();
  await server.close();
  echo.close();
});
beforeEach(() => {
  status = 200;
  calls.length = 0;
});

const definition = (fields: object = {}) =>
  scene.definition(`${address}/?key={{secret:pager}}`, {
    actionDefinitionTypeId: 4,
    inputParameters: 'Note',
    headers: 'X-Key: {{secret:ascii}}',
    body: '{"key":"{{secret:pager}}","note":"{{Note}}"}',
    ...fields,
  });

const textsIn = (stored: unknown): string[] => {
  if (typeof stored === 'string') return [stored];
  return typeof stored === 'object' && stored !== null ? Object.values(stored).flatMap(textsIn) : [];
};

/** Every text of every row of every table. */
const everythingStored = async (): Promise<string> => {
  const tables = await server.database.asOwner<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables)
    for (const { row } of await server.database.asOwner(`select to_jsonb(t) as row from ${name} t`))
      texts.push(...textsIn(row));
  return texts.join('\n');
};

const expectNothingOf = (text: string, what: string): void => {
  for (const form of [...forms, 'ascii-header-value']) expect(text.includes(form), `${form} in ${what}`).toBe(false);
};

const historiesOf = async (messageId: string): Promise<string> =>
  (await administrator().get(`/v1/actionHistories?$filter=messageId eq ${messageId}`)).text;

const test = async (actionDefinitionId: string, parameters: object): Promise<string> => {
  const answer = await administrator().post(`/v1/actionDefinitions/${actionDefinitionId}/test`, parameters);
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as { id: string }).id;
};

describe('a secret that actions send', () => {
  it('reaches the receiver unchanged, but no table, log, response, list or export', async () => {
    const id = await write('pager', value);
    await write('ascii', 'ascii-header-value');
    const actionDefinitionId = await definition();
    await settle(scene.worker);

    const protocolId = await scene.protocol();
    await scene.action(protocolId, actionDefinitionId, 'OnNew', {
      runAutomatically: true,
      parameters: { Note: 'protocol {{secret:pager}}' },
    });
    const unit: WorkUnit = await scene.unit({ protocolId, title: 'Title with {{secret:pager}}' });
    await scene.settle();
    await matchOnce(server, randomUUID(), [ruleAction(actionDefinitionId, { Note: 'rule {{secret:pager}}' })]);
    status = 400;
    await test(actionDefinitionId, { Note: 'test {{secret:pager}}', 'secret:pager': 'a parameter is no secret' });
    await settle(createTestWorker(server.services, 'actions'));

    expect(calls).toHaveLength(3);
    for (const [index, by] of ['protocol', 'rule', 'test'].entries()) {
      expect(calls[index]?.header).toBe('ascii-header-value');
      expect(new URL(calls[index]?.address ?? '', address).searchParams.get('key')).toBe(value);
      expect(JSON.parse(calls[index]?.body ?? '')).toEqual({ key: value, note: `${by} ${value}` });
    }
    const stored = await everythingStored();
    expect(stored).toContain('[secret]');
    expectNothingOf(stored, 'the database');
    expectNothingOf((await scene.stream(unit)).join('\n'), 'the history of the unit');
    for (const { set } of areas.flatMap(({ entities = [] }) => [...entities])) {
      for (const list of [`/v1/${set}`, `/v1/${set}/Export()`])
        expectNothingOf((await server.as('Administrator', 'all').get(list)).text, list);
    }
    const exported = await administrator().get('/v1/actionHistories/Export()');
    expect(exported.text).toContain('[secret]');
    for (const page of ['/v1/$metadata', '/docs/openapi.json'])
      expectNothingOf((await administrator().get(page)).text, page);
    const revealed = await administrator().get(`${secrets()}/${id}/versions/latest`);
    expect((revealed.body as RevealedSecret).value).toBe(value);
    expect((await administrator().get('/v1/secrets')).status).toBe(404);
    const log = server.takeServerErrors().join('\n');
    expect(log).toContain('"level":20');
    expectNothingOf(log, 'the log');
  });

  it('is not resolved in text that others wrote: titles, packets, entered parameters', async () => {
    await write('pager', value);
    await write('ascii', 'ascii-header-value');
    const actionDefinitionId = await definition({
      endpointUrl: address,
      headers: null,
      actionDefinitionTypeId: 3,
      body: '{"label":"{{Metrics.Bar}}","note":"{{Note}}"}',
    });
    await matchOnce(server, randomUUID(), [ruleAction(actionDefinitionId, { Note: '{{Metrics.Bar}}' })], [], {
      Value: 120,
      Metrics: { Bar: '{{secret:pager}}' },
    });
    expect(calls.map(({ body }) => body)).toEqual(['{"label":"{{secret:pager}}","note":"{{secret:pager}}"}']);

    const protocolId = await scene.protocol();
    const manual = await scene.definition(address, { body: '{{Note}}' });
    const stored = { Note: 'kept {{secret:pager}}' };
    const protocolActionId = await scene.action(protocolId, manual, 'OnNew', { parameters: stored });
    const { workUnitId } = await scene.unit({ protocolId });
    const trigger = (userDefinedParams: object) =>
      server
        .as('Operator')
        .post(`/v1/workunits/${workUnitId}/protocolActions/${protocolActionId}/trigger`, { userDefinedParams });
    const refused = await trigger({ Note: 'mine {{secret:pager}}' });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('not in entered ones')]);
    expect((await trigger(stored)).status).toBe(200);
    await scene.settle();
    expect(calls.at(-1)?.body).toContain('kept Zr8!kq');
  });

  it('is read at each attempt: a replaced value applies from the next attempt on', async () => {
    await write('pager', 'first value');
    const actionDefinitionId = await definition({ endpointUrl: address, headers: '', body: '{{secret:pager}}' });
    status = 503;
    const messageId = await test(actionDefinitionId, {});
    const worker = createTestWorker(server.services, 'actions');
    await worker.runDue();
    await write('pager', 'second value');
    status = 200;
    server.clock.advance(2_000);
    await worker.runDue();
    expect(calls.map(({ body }) => body)).toEqual(['first value', 'second value']);
    expect(await historiesOf(messageId)).not.toMatch(/first value|second value/);
  });

  it('fails the action with a clear error if it was deleted after the action was queued', async () => {
    const id = await write('pager', value);
    const actionDefinitionId = await definition({ endpointUrl: address, headers: '', body: '{{Note}}' });
    const messageId = await test(actionDefinitionId, { Note: '{{secret:pager}}' });
    await server.database.asOwner('delete from cfs.rules');
    await server.database.asOwner('update cfs.work_units set protocol_id = null');
    await server.database.asOwner('delete from cfs.protocols');
    await server.database.asOwner(`delete from cfs.action_definitions where body like '%secret:pager%'`);
    expect((await administrator().delete(`${secrets()}/${id}`)).status).toBe(204);
    await settle(createTestWorker(server.services, 'actions'));
    expect(calls).toEqual([]);
    expect(await historiesOf(messageId)).toContain(
      String.raw`The tenant no longer has the secret \"pager\". Create it again, or change the action.`,
    );
  });

  it('is that of the tenant for which an action of all tenants runs, and is tested only by its editors', async () => {
    await write('pager', 'of the own tenant');
    const { foreign } = server.tenants;
    const stranger = server.as('Administrator', foreign);
    const theirs = { name: 'pager', value: 'of the other tenant' };
    expect((await stranger.put(`/v1/tenants/${foreign}/secrets`, theirs)).status).toBe(201);
    const shared = { name: 'Shared', actionDefinitionTypeId: 4, endpointUrl: address, body: '{{secret:pager}}' };
    const made = await server.as('Administrator', 'all').put('/v1/actionDefinitions', { ...shared, tenantId: null });
    const { actionDefinitionId = '' } = made.body as Record<string, string>;
    await test(actionDefinitionId, {});
    expect((await stranger.post(`/v1/actionDefinitions/${actionDefinitionId}/test`, {})).status).toBe(200);
    await settle(createTestWorker(server.services, 'actions'));
    expect(calls.map(({ body }) => body).toSorted()).toEqual(['of the other tenant', 'of the own tenant']);

    // A user who edits actions in another tenant and only views this one cannot send the secrets of this one.
    const { userId } = await server.person('Administrator', foreign);
    const grant = { userId, roleName: 'Viewer', tenantId: server.tenants.own };
    expect((await server.as('Administrator', 'all').put('/v1/grants', grant)).status).toBe(201);
    const tried = await stranger.send('POST', `/v1/actionDefinitions/${actionDefinitionId}/test`, {
      headers: { 'x-tenant-id': server.tenants.own },
      body: {},
    });
    expect(tried.status).toBe(403);
  });

  it('is removed from the errors of a call too', async () => {
    await write('host', '127.0.0.1');
    const actionDefinitionId = await definition({ endpointUrl: 'http://{{secret:host}}:1/', headers: '', body: '' });
    const messageId = await test(actionDefinitionId, {});
    await createTestWorker(server.services, 'actions').runDue();
    const history = await historiesOf(messageId);
    expect(history).toContain('[secret]:1 could not be called');
    expect(history).toContain('http://secret:1/');
    expect(history).not.toContain('127.0.0.1');
  });

  it('waits for the next attempt while the master key is another one, and the history reports it', async () => {
    await write('pager', value);
    const headers = 'Content-Type: text/plain';
    const actionDefinitionId = await definition({ endpointUrl: address, headers, body: '{{secret:pager}}' });
    await server.database.asOwner(`update cfs.data_keys set master_key_id = 'another'`);
    const messageId = await test(actionDefinitionId, {});
    const worker = createTestWorker(server.services, 'actions');
    await worker.runDue();
    expect(await historiesOf(messageId)).toContain('were encrypted under the master key another');
    await server.database.asOwner(`update cfs.data_keys set master_key_id = $1`, [server.services.keys.keyId]);
    server.clock.advance(2_000);
    await worker.runDue();
    expect(calls.map(({ body }) => body)).toEqual([value]);
  });
});
