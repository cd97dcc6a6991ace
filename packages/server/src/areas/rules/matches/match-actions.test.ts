import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { actionDefinitionTypes, builtInActions, resultStatuses } from '@cfs/contracts/action-enumerations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { backoffAfter } from '../../../platform/durable-work/backoff.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { action, historiesOf, hit, matchOnce, settle } from '../testing/match-once.ts';

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

const minute = 60_000;
let server: TestServer;
let open: TestServer;
let entityId: string;
let target: Server;
let address: string;
let answer: Answer;
const received: Received[] = [];

type Answer = (call: Received) => { status: number; location?: string };

/** Starts an HTTP peer on a separate port. */
const listen = async (answerTo: Answer) => {
  const listening = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { method = '', url = '', headers } = request;
    const { status, location } = answerTo({ method, url, headers, body });
    response.writeHead(status, location === undefined ? {} : { location }).end('ok');
  });
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  return { server: listening, address: `http://127.0.0.1:${(listening.address() as AddressInfo).port}` };
};

beforeAll(async () => {
  ({ server: target, address } = await listen((call) => {
    received.push(call);
    return answer(call);
  }));
  server = await startTestServer();
  open = await startTestServer({ environment: { FEATURES: 'private-action-addresses' } });
});
afterAll(async () => {
  await Promise.all([server.close(), open.close()]);
  target.close();
});
beforeEach(() => {
  received.length = 0;
  answer = () => ({ status: 200 });
  entityId = randomUUID();
});

const addBlock = async ({ database, tenants, clock }: TestServer): Promise<void> => {
  const subscriptionId = randomUUID();
  await database.asOwner(
    `insert into cfs.subscriptions (tenant_id, subscription_id, name, created, created_by, modified, modified_by)
     values ($1, $2, 'Production', $3, 'test', $3, 'test')`,
    [tenants.own, subscriptionId, clock.now()],
  );
  await database.asOwner(
    `insert into cfs.blocks (tenant_id, block_id, subscription_id, name, block_type_id, created, created_by, modified, modified_by)
     values ($1, $2, $3, 'Boiler', 1, $4, 'test', $4, 'test')`,
    [tenants.own, entityId, subscriptionId, clock.now()],
  );
};

const addHttpAction = async (on: TestServer, changes: Record<string, string | null> = {}): Promise<string> => {
  const id = randomUUID();
  await on.database.asOwner(
    `insert into cfs.action_definitions (tenant_id, action_definition_id, name, action_definition_type_id,
       input_parameters, endpoint_url, http_method, headers, body, created, created_by, modified, modified_by)
     values ($1, $2, 'Call', $3, 'Note', $4, $8, $5, $6, $7, 'test', $7, 'test')`,
    [
      on.tenants.own,
      id,
      actionDefinitionTypes.RuleAction,
      changes['url'] ?? `${address}/hook?name={{Label}}`,
      changes['headers'] ?? 'X-Bar: {{Metrics.Bar}}',
      changes['body'] ?? '{"bar":"{{Metrics.Bar}}","value":{{Value}},"note":"{{Note}}"}',
      on.clock.now(),
      changes['method'] ?? 'POST',
    ],
  );
  return id;
};

describe('the built-in actions of a match', () => {
  it('colour the block and create one related incident', async () => {
    await addBlock(server);
    await matchOnce(server, entityId, [
      action(builtInActions.createWorkUnit, { SeverityId: '1' }),
      action(builtInActions.setColor, { Color: 'Red' }),
    ]);
    expect(
      await server.database.asOwner('select color from cfs.entity_colors where entity_id = $1', [entityId]),
    ).toEqual([{ color: 'FF3333' }]);
    const units = await server.database.asOwner(
      `select w.title, w.severity, w.internal_work_unit_id from cfs.work_units w
       join cfs.rule_work_units r on r.work_unit_id = w.work_unit_id where r.subject_id = $1`,
      [entityId],
    );
    expect(units).toMatchObject([{ title: 'Hot "boiler": Boiler', severity: 1 }]);
    const entries = await historiesOf(server, entityId);
    expect(entries.map((entry) => entry.result_status_id)).toEqual([3, 3, 1, 1]);
    expect(entries.map((entry) => entry.correlation_id)).toContain(units[0]?.['internal_work_unit_id']);
  });

  it("describe the incident with the entity's name and times to the second", async () => {
    await addBlock(server);
    await matchOnce(server, entityId, [action(builtInActions.createWorkUnit)]);
    const [unit] = await server.database.asOwner<{ description: string }>(
      `select w.description from cfs.work_units w
       join cfs.rule_work_units r on r.work_unit_id = w.work_unit_id where r.subject_id = $1`,
      [entityId],
    );
    const second = server.clock.now().toISOString().slice(0, 19).replace('T', ' ');
    expect(unit?.description.split('\n').slice(0, 3)).toEqual([
      `The rule "Hot "boiler"" matched at ${second} UTC.`,
      'Entity: Boiler',
      'Value: 120',
    ]);
  });

  it('add a note while the unit of the rule is open', async () => {
    const worker = await matchOnce(server, entityId, [action(builtInActions.createWorkUnit)]);
    server.clock.advance(6 * minute);
    await hit(server, entityId);
    await settle(worker);
    const units = await server.database.asOwner<{ work_unit_id: number }>(
      'select work_unit_id from cfs.rule_work_units where subject_id = $1',
      [entityId],
    );
    expect(units).toHaveLength(1);
    const details = (await historiesOf(server, entityId)).map((entry) => entry.result_detail);
    expect(details.filter((detail) => detail?.includes('was created'))).toHaveLength(1);
    expect(details.filter((detail) => detail?.includes('a note was added to it'))).toHaveLength(1);
  });

  it('add a note to the open unit into which the unit of the rule was merged, and to the unit of the rule after the merge is undone', async () => {
    const worker = await matchOnce(server, entityId, [action(builtInActions.createWorkUnit)]);
    const operator = server.as('Operator');
    const numbersOf = async (): Promise<readonly (number | undefined)[]> => {
      const entries = await historiesOf(server, entityId);
      return entries.flatMap(({ result_detail: detail }) => {
        const number = /^Work unit (\d+) /.exec(detail ?? '')?.[1];
        return number === undefined ? [] : [Number(number)];
      });
    };
    const hitAgain = async (): Promise<number | undefined> => {
      server.clock.advance(6 * minute);
      await hit(server, entityId);
      await settle(worker);
      return (await numbersOf()).at(-1);
    };
    const [made] = await numbersOf();
    const add = async (): Promise<number> => {
      const added = await operator.put('/v1/workunits', {
        title: 'Cause',
        severityId: 'Sev3',
        workUnitTypeId: 1,
      });
      expect(added.status, added.text).toBe(201);
      return (added.body as { workUnitId: number }).workUnitId;
    };
    const [cause, root] = [await add(), await add()];
    const merge = async (source: number | undefined, targetId: number) =>
      expect(await operator.post(`/v1/workunits/${source}/merge`, { targetId })).toMatchObject({ status: 200 });
    await merge(made, cause);
    expect(await hitAgain()).toBe(cause);
    await merge(cause, root);
    expect(await hitAgain()).toBe(root);
    expect((await operator.post(`/v1/workunits/${made}/unmerge`, {})).status).toBe(200);
    expect(await hitAgain()).toBe(made);
    expect(await numbersOf()).toHaveLength(4);
  });

  it('fail at once when placeholders make a text too long', async () => {
    await server.database.asOwner('truncate cfs.outbox_messages');
    await matchOnce(
      server,
      entityId,
      [action(builtInActions.sendEmail, { To: 'ops@example.com', Body: '{{Properties.Long}}'.repeat(500) })],
      [],
      { Properties: { Long: 'x'.repeat(60_000) } },
    );
    expect(await server.database.asOwner('select recipient from cfs.outbox_messages')).toEqual([]);
    const details = (await historiesOf(server, entityId)).map((entry) => entry.result_detail);
    expect(details).toContain('A text would have more than 1048576 characters after its placeholders are filled in.');
  });

  it('leave a mail in the outbox if there is no mail server', async () => {
    await matchOnce(server, entityId, [
      action(builtInActions.sendEmail, { To: 'ops@example.com', Subject: 'Hot: {{Value}}' }),
    ]);
    expect(await server.database.asOwner('select recipient, subject from cfs.outbox_messages')).toEqual([
      { recipient: 'ops@example.com', subject: 'Hot: 120' },
    ]);
  });

  it('run the expiration actions when the match ends', async () => {
    await addBlock(server);
    const worker = await matchOnce(
      server,
      entityId,
      [action(builtInActions.setColor, { Color: 'Red' })],
      [action(builtInActions.setColor, { Color: '#009900' })],
    );
    server.clock.advance(5 * minute);
    await settle(worker);
    expect(
      await server.database.asOwner('select color from cfs.entity_colors where entity_id = $1', [entityId]),
    ).toEqual([{ color: '009900' }]);
  });
});

describe('HTTP actions', () => {
  it('escape placeholders for the context in which they appear', async () => {
    await matchOnce(open, entityId, [action(await addHttpAction(open), { Note: 'said {{RuleName}}' })]);
    const [call] = received;
    expect(call?.url).toBe(`/hook?name=${encodeURIComponent(`Hot "boiler": ${entityId}`)}`);
    expect(JSON.parse(call?.body ?? '')).toEqual({ bar: 'a "b"\n', value: 120, note: 'said Hot "boiler"' });
    expect(call?.headers['x-bar']).toBe('a "b"');
    expect((await historiesOf(open, entityId)).map((entry) => entry.result_status_id)).toEqual([3, 1]);
  });

  it('retry server errors with the same idempotency key', async () => {
    answer = () => ({ status: received.length === 1 ? 503 : 200 });
    const worker = await matchOnce(open, entityId, [action(await addHttpAction(open))]);
    open.clock.advance(backoffAfter(1));
    await settle(worker);
    const keys = received.map((call) => call.headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect((await historiesOf(open, entityId)).map((entry) => entry.result_status_id)).toEqual([
      resultStatuses.EnqueueSuccess,
      resultStatuses.Failure,
      resultStatuses.Success,
    ]);
  });

  it('fail at once when the call is refused', async () => {
    answer = () => ({ status: 403 });
    await matchOnce(open, entityId, [action(await addHttpAction(open))]);
    expect((await historiesOf(open, entityId)).at(-1)).toMatchObject({
      result_status_id: 2,
      result_detail: 'HTTP 403: ok',
    });
  });

  it.each([
    [301, 'GET'],
    [302, 'GET'],
    [303, 'GET'],
    [307, 'POST'],
    [308, 'POST'],
  ])('send neither headers nor body to another origin on %i', async (status, method) => {
    const elsewhere: Received[] = [];
    const other = await listen((call) => {
      elsewhere.push(call);
      return elsewhere.length === 1 ? { status: 307, location: `${address}/back` } : { status: 200 };
    });
    answer = ({ url }) => (url.startsWith('/hook') ? { status, location: `${other.address}/other` } : { status: 200 });
    const headers = 'X-Api-Key: key\nAuthorization: Bearer token\nCookie: a=b\nX-Bar: {{Metrics.Bar}}';
    await matchOnce(open, entityId, [action(await addHttpAction(open, { headers }))]);
    const [first, back] = received;
    expect(first?.headers).toMatchObject({ 'x-api-key': 'key', authorization: 'Bearer token', cookie: 'a=b' });
    expect(first?.body).not.toBe('');
    for (const call of [elsewhere[0], back]) {
      expect(call).toMatchObject({ method, body: '' });
      const sent = Object.keys(call?.headers ?? {});
      expect(sent.filter((name) => !['host', 'connection', 'content-length', 'user-agent'].includes(name))).toEqual([]);
    }
    expect((await historiesOf(open, entityId)).at(-1)).toMatchObject({ result_status_id: 1 });
    other.server.close();
  });

  it.each([
    ['POST', 302, 'GET', ''],
    ['PUT', 302, 'PUT', 'said'],
    ['DELETE', 301, 'DELETE', 'said'],
    ['PATCH', 303, 'GET', ''],
    ['HEAD', 303, 'HEAD', ''],
    ['POST', 308, 'POST', 'said'],
  ])('follow %s within an origin on %i as %s', async (method, status, next, body) => {
    answer = ({ url }) => (url === '/hook' ? { status, location: '/next' } : { status: 200 });
    const changes = { url: `${address}/hook`, method, headers: 'X-Api-Key: key', body: 'said' };
    await matchOnce(open, entityId, [action(await addHttpAction(open, changes))]);
    expect(received.at(-1)).toMatchObject({ url: '/next', method: next, body, headers: { 'x-api-key': 'key' } });
    expect(received.at(-1)?.headers['content-type']).toBe(next === method ? 'application/json' : undefined);
  });

  it('never call the portal itself', async () => {
    const portal = await startTestServer({
      environment: { FEATURES: 'private-action-addresses', PUBLIC_ORIGIN: address.replace('127.0.0.1', 'localhost') },
    });
    const urls = [`${portal.services.configuration.publicOrigin}/v1`, `${address.replace('127.0.0.1', 'LOCALHOST.')}/`];
    for (const url of urls) {
      entityId = randomUUID();
      await matchOnce(portal, entityId, [action(await addHttpAction(portal, { url }))]);
      expect((await historiesOf(portal, entityId)).at(-1)).toMatchObject({ result_status_id: 2 });
    }
    expect(received).toEqual([]);
    await portal.close();
  });

  it('never reach this machine unless private addresses are allowed', async () => {
    await matchOnce(server, entityId, [action(await addHttpAction(server))]);
    entityId = randomUUID();
    const byName = address.replace('127.0.0.1', 'localhost');
    await matchOnce(server, entityId, [action(await addHttpAction(server, { url: byName }))]);
    expect(received).toEqual([]);
    expect((await historiesOf(server, entityId)).at(-1)).toMatchObject({ result_status_id: 2 });
  });
});
