import { tmpdir } from 'node:os';
import type { ResolutionCenterUnit } from '@cfs/contracts/resolution-center';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessTables } from './access-tables.ts';
import { createApp } from './app.ts';
import { areas } from './areas.ts';
import { createServices } from './platform/create-services.ts';
import type { App } from './platform/http/app-instance.ts';
import type { Services } from './platform/services.ts';
import { createTestClient, type TestAnswer, type TestClient } from './testing/test-client.ts';
import { testMasterKey } from './testing/test-database-constants.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

let server: TestServer;
/** Another node on the same database. */
let node: { readonly app: App; readonly services: Services };
/** Clients of the same end user at each node. */
let requesters: readonly [TestClient, TestClient];

beforeAll(async () => {
  server = await startTestServer();
  const { configuration, clock, log } = server.services;
  const gate = server.database.createGate({ clock });
  const services = createServices({
    configuration,
    masterKey: testMasterKey,
    gate,
    accessTables,
    identity: server.identity.source,
    clock,
    log,
  });
  node = { services, app: await createApp({ services, access: gate, areas, portalDirectory: tmpdir() }) };
  await node.app.ready();
  const { subject } = await server.person('Requester');
  await services.snapshot.refresh();
  requesters = [server.as('Requester'), createTestClient(node.app, () => server.identity.sign({ sub: subject }))];
});
afterAll(async () => {
  await node.app.close();
  await node.services.snapshot.close();
  await server.close();
});

const request = {
  title: 'Need a new screen',
  description: 'Mine is broken',
  severityId: 'Sev3',
  stakeHolderPhoneNumber: '+47 555 0100',
};

const make = (client: TestClient, body: object = request): Promise<TestAnswer> => client.put('/v1/rc/workunits', body);

/** With more concurrent calls, the wait for the same row can exceed the statement timeout on a busy machine. */
const atOnce = 8;

/** Makes many calls, some of them concurrently, to both nodes in turn. */
const concurrently = async (
  times: number,
  call: (client: TestClient) => Promise<TestAnswer>,
): Promise<TestAnswer[]> => {
  const answers: TestAnswer[] = [];
  while (answers.length < times) {
    const batch = Array.from({ length: Math.min(atOnce, times - answers.length) }, (_, index) =>
      call(requesters[index % 2 === 0 ? 0 : 1]),
    );
    answers.push(...(await Promise.all(batch)));
  }
  return answers;
};

const count = (answers: readonly TestAnswer[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;

const minutes = (many: number): number => many * 60_000;

describe('rate limits of a person', () => {
  it('allow 20 requests in an hour across all nodes', async () => {
    for (let fault = 0; fault < 5; fault += 1)
      expect((await make(requesters[0], { ...request, workUnitCategoryId: 999_999 })).status).toBe(400);
    const answers = await concurrently(40, make);
    expect([count(answers, 201), count(answers, 429)]).toEqual([20, 20]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers['retry-after']).toBe('3600');
    expect(refused?.body).toMatchObject({
      status: 429,
      detail: 'You can create 20 requests within an hour. Try again in 60 minutes.',
    });
    expect((await make(server.as('Operator'))).status).toBe(201);
    server.clock.advance(minutes(59));
    expect((await make(requesters[1])).headers['retry-after']).toBe('60');
    server.clock.advance(minutes(1));
    expect((await make(requesters[1])).status).toBe(201);
  });

  it('allow 3 calls back in ten minutes, whatever the unit', async () => {
    server.clock.advance(minutes(120));
    const units = (await concurrently(3, make)).map(({ body }) => (body as ResolutionCenterUnit).workUnitId);
    const callMe = (client: TestClient, unit = units[0]) => client.post(`/v1/workunitnotes/callme/${unit}`);
    expect((await callMe(requesters[0], 999_999)).status).toBe(404);
    const answers = await concurrently(9, (client) => callMe(client));
    expect([count(answers, 200), count(answers, 429)]).toEqual([3, 6]);
    const other = await callMe(requesters[1], units[1]);
    expect([other.status, other.headers['retry-after']]).toEqual([429, '600']);
    server.clock.advance(minutes(10));
    expect((await callMe(requesters[1])).status).toBe(200);
  });

  it('allow 200 mails in ten minutes by notes', async () => {
    const unit = {
      title: 'Of the staff',
      severityId: 'Sev3',
      workUnitTypeId: 1,
      stakeHolderEmailAddress: 'a@example.com',
    };
    const operator = server.as('Operator');
    const { workUnitId } = (await operator.put('/v1/workunits', unit)).body as ResolutionCenterUnit;
    const note = (detail: string, isExternalNote: boolean) =>
      operator.put('/v1/workunitnotes', { workUnitId, detail, isExternalNote });
    await server.database.asOwner(
      `insert into gate.call_counts values ('mail', $1, array_fill($2::timestamptz, array[199]))`,
      [(await server.person('Operator')).userId, server.clock.now()],
    );
    expect([(await note('one', true)).status, (await note('two', true)).status]).toEqual([201, 429]);
    expect((await note('nobody is mailed', false)).status).toBe(201);
  });
});

it('limits an address to 120 refused credentials in a minute across all nodes', async () => {
  server.clock.advance(minutes(1) - (server.clock.now().getTime() % minutes(1)));
  const [here, there] = [
    server.withCredential('nothing'),
    createTestClient(node.app, () => Promise.resolve('nothing')),
  ];
  const half = Array.from({ length: 60 });
  for (const { status } of await Promise.all(half.flatMap(() => [here.get('/v1/tenants'), there.get('/v1/tenants')])))
    expect(status).toBe(401);
  // Fewer attempts than one node alone would allow.
  for (const client of [here, there])
    await expect
      .poll(async () => (await client.get('/v1/tenants')).status, { interval: 250, timeout: 12_500 })
      .toBe(429);
  expect((await here.get('/v1/tenants')).headers['retry-after']).toBe('60');
  server.clock.advance(minutes(1));
  expect((await here.get('/v1/tenants')).status).toBe(401);
});
