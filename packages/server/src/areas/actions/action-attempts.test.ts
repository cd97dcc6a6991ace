import { builtInActions, resultStatuses } from '@cfs/contracts/action-enumerations';
import { recordedRequestSchema, type ActionHistory } from '@cfs/contracts/action-histories';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { backoffAfter } from '../../platform/durable-work/backoff.ts';
import { createTestWorker } from '../../testing/create-test-worker.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { startHttpPeer, type HttpPeer } from './testing/http-peer.ts';

let server: TestServer;
let peer: HttpPeer;

beforeAll(async () => {
  peer = await startHttpPeer();
  server = await startTestServer({ environment: { FEATURES: 'private-action-addresses' } });
});
afterAll(async () => {
  await server.close();
  await peer.close();
});
beforeEach(() => {
  peer.calls.length = 0;
  peer.answer = () => ({ status: 200 });
});

const definitionOf = () => ({
  name: 'Call',
  actionDefinitionTypeId: 4,
  inputParameters: 'Note',
  endpointUrl: `http://127.0.0.1:${peer.port}/hook`,
  headers: 'Authorization: Bearer literal',
  body: '{"note":"{{Note}}","label":"{{Label}}"}',
});

const create = async (changes: object = {}, as = server.as('Administrator')): Promise<string> => {
  const answer = await as.put('/v1/actionDefinitions', { ...definitionOf(), ...changes });
  expect(answer.status).toBe(201);
  return String((answer.body as { actionDefinitionId: string }).actionDefinitionId);
};

const test = async (id: string, values: object, as = server.as('Administrator')): Promise<string> => {
  const answer = await as.post(`/v1/actionDefinitions/${id}/test`, values);
  expect(answer.status).toBe(200);
  return (answer.body as { id: string }).id;
};

const historyOf = async (messageId: string, as = server.as('Viewer')): Promise<readonly ActionHistory[]> => {
  const answer = await as.get(`/v1/actionHistories?$filter=messageId eq ${messageId}`);
  const { value } = answer.body as { value: readonly ActionHistory[] };
  return value.toSorted((one, other) => one.attempt - other.attempt);
};

const settle = async (): Promise<void> => {
  const worker = createTestWorker(server.services, 'actions');
  while ((await worker.runDue()) > 0);
};

describe('the history of a delivery', () => {
  it('has the request, the status and the duration of every attempt', async () => {
    peer.answer = () => ({ status: peer.calls.length < 3 ? 503 : 200, body: 'noted' });
    const messageId = await test(await create(), { Note: 'say "hi"', Label: 'Boiler' });
    const start = server.clock.now();
    await settle();
    server.clock.advance(backoffAfter(1));
    await settle();
    server.clock.advance(backoffAfter(2));
    await settle();
    const [queued, ...attempts] = await historyOf(messageId);
    expect(queued).toMatchObject({ attempt: 0, resultStatusId: resultStatuses.EnqueueSuccess, request: null });
    expect(
      attempts.map(({ attempt, resultStatusId, responseStatus }) => [attempt, resultStatusId, responseStatus]),
    ).toEqual([
      [1, resultStatuses.Failure, 503],
      [2, resultStatuses.Failure, 503],
      [3, resultStatuses.Success, 200],
    ]);
    expect(attempts.map(({ nextAttempt }) => nextAttempt)).toEqual([
      new Date(start.getTime() + backoffAfter(1)).toISOString(),
      new Date(start.getTime() + backoffAfter(1) + backoffAfter(2)).toISOString(),
      null,
    ]);
    const keys = new Set(peer.calls.map(({ headers }) => headers['idempotency-key']));
    expect(keys.size).toBe(1);
    for (const { request, durationMilliseconds } of attempts) {
      expect(durationMilliseconds).toBeGreaterThanOrEqual(0);
      expect(recordedRequestSchema.parse(JSON.parse(request ?? ''))).toEqual({
        kind: 'http',
        method: 'POST',
        url: `http://127.0.0.1:${peer.port}/hook`,
        headers: {
          'content-type': 'application/json',
          'idempotency-key': [...keys][0],
          authorization: '(hidden)',
        },
        body: JSON.stringify({ note: 'say "hi"', label: 'Boiler' }),
      });
    }
  });

  it('has an entry for an attempt that ended before its result was recorded', async () => {
    const messageId = await test(await create(), {});
    await server.database.asOwner(`update cfs.work_steps set attempts = 1 where input ->> 'messageId' = $1`, [
      messageId,
    ]);
    await settle();
    expect(await historyOf(messageId)).toMatchObject([
      { attempt: 0 },
      {
        attempt: 1,
        resultStatusId: resultStatuses.Unknown,
        resultDetail: expect.stringContaining('repeated with the same idempotency key'),
      },
      { attempt: 2, resultStatusId: resultStatuses.Success },
    ]);
  });

  it('replaces unreadable characters of the response', async () => {
    peer.answer = () => ({ status: 500, body: Buffer.from('a\0b\u0007 \ud83d', 'utf8') });
    const messageId = await test(await create(), {});
    await settle();
    expect((await historyOf(messageId))[1]).toMatchObject({
      resultStatusId: resultStatuses.Failure,
      resultDetail: 'HTTP 500: a\ufffdb\ufffd \ufffd',
    });
    expect(peer.calls).toHaveLength(1);
  });

  it('has the envelope of a mail', async () => {
    const messageId = await test(builtInActions.sendEmail, {
      To: 'ops@example.com',
      Bcc: 'hidden@example.com\r\nX-Evil: 1',
      Subject: 'Hot\r\nX-Evil: 1',
      Template: 'Simple',
    });
    await settle();
    const [, sent] = await historyOf(messageId);
    expect(JSON.parse(sent?.request ?? '')).toEqual({
      kind: 'mail',
      to: ['ops@example.com'],
      cc: [],
      bcc: [],
      subject: 'Hot X-Evil: 1',
      template: 'Simple',
    });
  });
});

describe('a test', () => {
  it('accepts seven values besides the input parameters', async () => {
    const id = await create();
    const values = (count: number): Record<string, string> =>
      Object.fromEntries(
        ['Note', ...Array.from({ length: count }, (_, index) => `Extra${index}`)].map((name) => [name, 'a']),
      );
    await test(id, values(7));
    const refused = await server.as('Administrator').post(`/v1/actionDefinitions/${id}/test`, values(8));
    expect(refused).toMatchObject({
      status: 400,
      body: { detail: 'Must be at most 7 values besides the input parameters.' },
    });
  });

  it('fills the placeholders of its parameters with its other values', async () => {
    const messageId = await test(await create(), { Note: 'about {{Title}}', Title: 'the boiler {{Note}}' });
    await settle();
    const [, sent] = await historyOf(messageId);
    expect(JSON.parse(sent?.request ?? '')).toMatchObject({
      body: '{"note":"about the boiler {{Note}}","label":""}',
    });
  });

  it('runs in the tenant of its action', async () => {
    const everywhere = server.as('Administrator', 'all');
    const id = await create({ tenantId: server.tenants.foreign }, everywhere);
    const messageId = await test(id, {}, everywhere);
    await settle();
    expect(await historyOf(messageId, server.as('Viewer', server.tenants.foreign))).toHaveLength(2);
    expect(await historyOf(messageId, server.as('Viewer'))).toEqual([]);
  });
});
