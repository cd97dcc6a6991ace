import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { builtInActions } from '@cfs/contracts/action-enumerations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startHttpPeer, type HttpPeer } from './areas/actions/testing/http-peer.ts';
import { startMailPeer, type MailPeer } from './areas/actions/testing/mail-peer.ts';
import { systemContext } from './platform/context.ts';
import type { Worker } from './platform/durable-work/worker.ts';
import { startOtlpPeer, type OtlpPeer, type ReceivedSpan } from './platform/tracing/testing/otlp-peer.ts';
import { createTestWorker } from './testing/create-test-worker.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

/** Part of every value, secret, path and text that must not be exported. */
const hidden = 'NeverExported';

const remote = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const traceparent = `00-${remote.traceId}-${remote.spanId}-01`;

let receiver: OtlpPeer;
let web: HttpPeer;
let mail: MailPeer;
let server: TestServer;
let worker: Worker;

beforeAll(async () => {
  [receiver, web, mail] = await Promise.all([startOtlpPeer(), startHttpPeer(), startMailPeer()]);
  server = await startTestServer({
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_HEADERS: `x-key=${hidden}`,
      FEATURES: 'private-action-addresses',
      SMTP_URL: mail.url,
    },
  });
  worker = createTestWorker(server.services, 'rules', 'actions');
});
afterAll(async () => {
  await server.close();
  await Promise.all([receiver.close(), web.close(), mail.close()]);
});
beforeEach(() => {
  receiver.spans.length = 0;
  web.calls.length = 0;
});

const settle = async (): Promise<void> => {
  while ((await worker.runDue()) > 0);
};

/** The first span with the name, as soon as `count` of them have been received. */
const received = async (name: string | RegExp, count = 1): Promise<ReceivedSpan> => {
  const found = () =>
    receiver.spans.filter((span) => (typeof name === 'string' ? span.name === name : name.test(span.name)));
  await expect.poll(() => found().length).toBeGreaterThanOrEqual(count);
  return found()[0] as ReceivedSpan;
};

/** The names of the span and of its ancestors received so far: spans that end later are exported later. */
const pathOf = (span: ReceivedSpan): string[] => {
  const parent = receiver.spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [...(parent ? pathOf(parent) : []), span.name];
};

const childrenOf = ({ spanId }: ReceivedSpan): ReceivedSpan[] =>
  receiver.spans.filter(({ parentSpanId }) => parentSpanId === spanId);

describe('a call', () => {
  it('begins a trace that includes its statements', async () => {
    const answer = await server.as('Viewer').get(`/v1/locations?$filter=contains(name,'${hidden}')`);
    expect(answer.status).toBe(200);
    const request = await received('GET /v1/locations');
    expect(request).toMatchObject({
      parentSpanId: '',
      isError: false,
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/v1/locations',
        'http.response.status_code': 200,
        'cfs.tenant.id': server.tenants.own,
        'cfs.actor.kind': 'person',
      },
    });
    expect(answer.headers['server-timing']).toBe(`traceparent;desc="00-${request.traceId}-${request.spanId}-01"`);
    const statements = childrenOf(request).filter(({ name }) => name === 'SELECT locations');
    expect(statements).toMatchObject([
      {
        traceId: request.traceId,
        attributes: {
          'db.system.name': 'postgresql',
          'db.operation.name': 'SELECT',
          'db.query.text': expect.stringMatching(/from [^]*locations[^]*\$1/),
          'cfs.gate.access': 'read',
        },
      },
    ]);
  });

  it('continues the traceparent of its caller, and includes the statements of a write', async () => {
    const answer = await server.as('Administrator').send('PUT', '/v1/locations', {
      headers: { traceparent, 'x-request-id': 'from-the-proxy' },
      body: { name: hidden },
    });
    expect(answer.status).toBe(201);
    const request = await received('PUT /v1/locations');
    expect(request).toMatchObject({
      traceId: remote.traceId,
      parentSpanId: remote.spanId,
      attributes: { 'http.request.header.x-request-id': 'from-the-proxy' },
    });
    const names = childrenOf(request).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['BEGIN', 'INSERT locations', 'COMMIT']));
    const audit = await server.database.asOwner('select from cfs.audit_records where trace_id = $1', [remote.traceId]);
    expect(audit).toHaveLength(1);
  });

  it('that is refused has the trace id of its span, and no path', async () => {
    const answer = await server.as('Viewer').get(`/v1/nothing/${hidden}`);
    const request = await received('GET');
    expect(answer.body).toMatchObject({ status: 404, traceId: request.traceId });
    expect(request.attributes).toEqual({ 'http.request.method': 'GET', 'http.response.status_code': 404 });
  });

  it('with a body includes the statements that the system runs for it', async () => {
    const body = { nonce: hidden, signature: Buffer.alloc(64).toString('base64url') };
    const answer = await server.anonymous.post(`/v1/agents/${randomUUID()}/sign-in`, body);
    expect(answer.status).toBe(404);
    const request = await received('POST /v1/agents/:agentId/sign-in');
    expect(childrenOf(request).map(({ name }) => name)).toContain('SELECT agent_credentials');
  });

  it('of a probe is not traced', async () => {
    const answers = await Promise.all(['/healthz', '/readyz', '/metrics'].map((path) => server.anonymous.get(path)));
    expect(answers.map(({ headers }) => headers['server-timing'])).toEqual([undefined, undefined, undefined]);
  });
});

it('exports the error code of a failed statement, but not its message', async () => {
  const { tracing, gate, clock } = server.services;
  const span = tracing?.start('test');
  const context = systemContext({ name: 'test', clock, tenantId: server.tenants.own, span: span?.reference });
  const failing = gate.read(context, 'Locations:view', (db) => db.guarded(sql`select ${hidden}::text::uuid as id`));
  await expect(failing).rejects.toThrow(hidden);
  span?.end();
  await received('test');
  await expect
    .poll(() => receiver.spans.filter(({ isError }) => isError))
    .toMatchObject([{ parentSpanId: span?.reference.spanId, attributes: { 'error.type': '22P02' } }]);
});

describe('a packet', () => {
  it('leads to the match, the steps, the HTTP call and the mail that it caused, in one trace', async () => {
    const administrator = server.as('Administrator');
    const secret = await administrator.put(`/v1/tenants/${server.tenants.own}/secrets`, { name: 'key', value: hidden });
    expect(secret.status).toBe(201);
    const definition = await administrator.put('/v1/actionDefinitions', {
      name: hidden,
      actionDefinitionTypeId: 4,
      inputParameters: 'Note',
      endpointUrl: `http://127.0.0.1:${web.port}/${hidden}?key={{secret:key}}&note={{Note}}`,
      headers: 'Authorization: Bearer {{secret:key}}',
      body: '{"note":"{{Note}}"}',
    });
    expect(definition.status).toBe(201);
    const { actionDefinitionId } = definition.body as { readonly actionDefinitionId: string };
    const entityId = randomUUID();
    const rule = await administrator.put('/v1/rules', {
      name: hidden,
      ruleTypeId: 1,
      matchLifetime: '00:05:00',
      conditions: [
        { Type: 0, LeftOperand: 6, Operator: 1, RightOperand: entityId },
        { Type: 0, LeftOperand: 1, Operator: 1, RightOperand: hidden },
      ],
      matchActions: [
        { ActionDefinitionId: actionDefinitionId, Parameters: { Note: hidden } },
        {
          ActionDefinitionId: builtInActions.sendEmail,
          Parameters: { To: `${hidden}@example.com`, Subject: hidden, Body: hidden },
        },
      ],
    });
    expect(rule.status).toBe(201);

    const agent = server.withCredential(await server.tenantToken(['packets']));
    const timestamp = server.clock.now().toISOString();
    const sent = await agent.send('POST', '/v1/packets', {
      headers: { traceparent },
      body: [{ entityId, timestamp, message: { Value: hidden, Metrics: { [hidden]: 1 } } }],
    });
    expect(sent.status).toBe(202);
    await settle();

    const call = await received('POST');
    const path = ['POST /v1/packets', 'RuleMatchBegan', 'step rule-match-action'];
    await expect.poll(() => pathOf(call)).toEqual([...path, 'POST']);
    expect(call).toMatchObject({
      traceId: remote.traceId,
      attributes: {
        'http.request.method': 'POST',
        'http.response.status_code': 200,
        'server.address': '127.0.0.1',
        'server.port': web.port,
        'cfs.action_definition.id': actionDefinitionId,
      },
    });
    expect(web.calls).toMatchObject([
      {
        path: `/${hidden}?key=${hidden}&note=${hidden}`,
        headers: { traceparent: `00-${call.traceId}-${call.spanId}-01` },
      },
    ]);
    const sentMail = await received('send mail');
    await expect.poll(() => pathOf(sentMail)).toEqual([...path, 'send mail']);
    expect(sentMail.attributes).toMatchObject({ 'cfs.mail.recipients': 1, 'cfs.mail.response_code': 250 });
    const ingest = await received('ingest');
    await expect.poll(() => pathOf(ingest)).toEqual(['POST /v1/packets', 'ingest']);
    expect(childrenOf(ingest).map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'BEGIN',
        'INSERT packets_latest',
        'INSERT packet_history',
        'INSERT work_steps',
        'COMMIT',
      ]),
    );
    const step = await received('step rule-match-action', 2);
    expect(step.attributes).toMatchObject({ 'cfs.work.attempt': 1, 'cfs.work.outcome': 'done' });
    expect(receiver.spans.filter(({ name }) => name === 'UPDATE work_steps').map(pathOf)).toContainEqual([
      ...path,
      'UPDATE work_steps',
    ]);
    const audited = await server.database.asOwner(
      `select distinct trace_id from cfs.work_events where kind = 'RuleMatchBegan'`,
    );
    expect(audited).toEqual([{ trace_id: remote.traceId }]);
  });

  it('of one of several calls in a commit leads only to its own match', async () => {
    const agent = server.withCredential(await server.tenantToken(['packets']));
    const entities = [randomUUID(), randomUUID()];
    for (const entityId of entities) {
      const rule = await server.as('Administrator').put('/v1/rules', {
        name: `Seen ${entityId}`,
        ruleTypeId: 1,
        matchLifetime: '00:05:00',
        conditions: [{ Type: 0, LeftOperand: 6, Operator: 1, RightOperand: entityId }],
        matchActions: [{ ActionDefinitionId: builtInActions.setColor, Parameters: { Color: 'Red' } }],
      });
      expect(rule.status).toBe(201);
    }
    const timestamp = server.clock.now().toISOString();
    const send = (entityId: string) => agent.post('/v1/packets', { entityId, timestamp, message: { Value: 1 } });
    const answers = await Promise.all(entities.map(send));
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    await settle();
    await received('step rule-match-action', 2);
    await received('POST /v1/packets', 2);
    const requests = receiver.spans.filter(({ name }) => name === 'POST /v1/packets');
    const steps = receiver.spans.filter(({ name }) => name === 'step rule-match-action');
    expect(new Set(steps.map(({ traceId }) => traceId))).toEqual(new Set(requests.map(({ traceId }) => traceId)));
    expect(requests).toHaveLength(2);
    const batch = await received('record steps');
    expect([batch.parentSpanId, ...batch.links].toSorted()).toEqual(steps.map(({ spanId }) => spanId).toSorted());
  });
});

it('exports no secret, value, path or text', async () => {
  await received(/./, 0);
  expect(receiver.bytes().length).toBeGreaterThan(10_000);
  expect(receiver.bytes().includes(hidden)).toBe(false);
  expect(receiver.headers()).toMatchObject({ 'x-key': hidden });
});
