import { randomUUID } from 'node:crypto';
import { builtInActions } from '@cfs/contracts/action-enumerations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startHttpPeer, type HttpPeer } from './areas/actions/testing/http-peer.ts';
import { startMailPeer, type MailPeer } from './areas/actions/testing/mail-peer.ts';
import { action, matchOnce } from './areas/rules/testing/match-once.ts';
import { systemContext } from './platform/context.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

let web: HttpPeer;
let mail: MailPeer;
let server: TestServer;

beforeAll(async () => {
  [web, mail] = await Promise.all([startHttpPeer(), startMailPeer()]);
  server = await startTestServer({
    environment: { SMTP_URL: mail.url, FEATURES: 'private-action-addresses', REFUSED_RATE_LIMIT: '1' },
  });
});
afterAll(async () => {
  await server.close();
  await Promise.all([web.close(), mail.close()]);
});

/** The values of the series by their names with labels. */
const measured = async (): Promise<ReadonlyMap<string, number>> => {
  const { text } = await server.anonymous.get('/metrics');
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const at = line.lastIndexOf(' ');
        return [line.slice(0, at), Number(line.slice(at + 1))];
      }),
  );
};

it('measures calls and their statements', async () => {
  expect((await server.as('Viewer').get('/v1/locations')).status).toBe(200);
  const values = await measured();
  expect(values.get('http_request_duration_seconds_count{route="/v1/locations",method="GET",status="200"}')).toBe(1);
  expect(values.get('database_statement_duration_seconds_count{access="read"}')).toBeGreaterThan(0);
  expect(values.get('database_statement_duration_seconds_count{access="access"}')).toBeGreaterThan(0);
});

it('measures database connections in use and waiting calls', async () => {
  const { gate, clock } = server.services;
  const [held, started] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // Two tenants, since one alone cannot use all connections.
  const contexts = [server.tenants.own, server.tenants.foreign].map((tenantId) =>
    systemContext({ name: 'test', clock, tenantId }),
  );
  const before = await measured();
  const size = before.get('database_connections{access="write"}') ?? 0;
  let begun = 0;
  const hold = async (): Promise<void> => {
    begun += 1;
    if (begun === size) started.resolve();
    await held.promise;
  };
  const writes = Array.from({ length: size / 2 + 1 }, () =>
    contexts.map((context) => gate.write(context, 'Locations:edit', hold)),
  ).flat();
  await started.promise;
  const values = await measured();
  expect(values.get('database_connections_in_use{access="write"}')).toBe(size);
  expect(values.get('database_connections_waiting{access="write"}')).toBe(2);
  held.resolve();
  await Promise.all(writes);
  expect((await measured()).get('database_connections_waiting{access="write"}')).toBe(0);
});

it('measures packets by their outcome and their lateness', async () => {
  const agent = server.withCredential(await server.tenantToken(['packets']));
  const timestamp = new Date(server.clock.now().getTime() - 100_000).toISOString();
  const packet = { entityId: randomUUID(), timestamp, message: { Value: 1 } };
  expect((await agent.post('/v1/packets', [packet, packet, { entityId: 'none' }])).status).toBe(202);
  const values = await measured();
  expect(values.get('packets_total{outcome="accepted"}')).toBe(1);
  expect(values.get('packets_total{outcome="duplicate"}')).toBe(1);
  expect(values.get('packets_total{outcome="rejected"}')).toBe(1);
  expect(values.get('packet_lateness_seconds_bucket{le="60"}')).toBe(0);
  expect(values.get('packet_lateness_seconds_bucket{le="300"}')).toBe(1);
});

it('measures durable work, calls of actions and mails', async () => {
  const definition = await server.as('Administrator').put('/v1/actionDefinitions', {
    name: 'Call',
    actionDefinitionTypeId: 4,
    endpointUrl: `http://127.0.0.1:${web.port}/`,
  });
  expect(definition.status).toBe(201);
  const { actionDefinitionId } = definition.body as { readonly actionDefinitionId: string };
  await matchOnce(server, randomUUID(), [
    action(builtInActions.setColor, { Color: 'Red' }),
    action(actionDefinitionId),
    action(builtInActions.sendEmail, { To: 'ops@example.com', Subject: 'Hot', Body: 'Hot' }),
  ]);
  const values = await measured();
  for (const lane of ['local', 'http', 'mail']) {
    expect(values.get(`work_step_duration_seconds_count{lane="${lane}",outcome="done"}`)).toBe(1);
    expect(values.get(`work_step_delay_seconds_count{lane="${lane}"}`)).toBe(1);
  }
  expect(values.get('action_call_duration_seconds_count{result="done"}')).toBe(1);
  expect(values.get('mails_total{result="sent"}')).toBe(1);
});

it('counts the calls that a limit refuses', async () => {
  const nobody = server.withCredential('cfs_nobody');
  expect((await nobody.get('/v1/locations')).status).toBe(401);
  expect((await nobody.get('/v1/locations')).status).toBe(429);
  expect((await measured()).get('rate_limit_refusals_total{limit="refused-credentials"}')).toBe(1);
});

it('names the loudest tenants', async () => {
  server.clock.advance(60_000);
  const values = await measured();
  expect(values.get(`tenant_load{load="calls",tenant="${server.tenants.own}"}`)).toBeGreaterThan(0);
  expect(values.get(`tenant_load{load="packets",tenant="${server.tenants.own}"}`)).toBe(1);
  expect(values.get(`tenant_load{load="steps",tenant="${server.tenants.own}"}`)).toBe(3);
  expect([...values.keys()].filter((name) => name.includes(server.tenants.foreign))).toEqual([]);
});
