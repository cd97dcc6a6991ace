import { randomUUID } from 'node:crypto';
import { builtInActions } from '@cfs/contracts/action-enumerations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startHttpPeer, type HttpPeer } from './areas/actions/testing/http-peer.ts';
import { action, matchOnce } from './areas/rules/testing/match-once.ts';
import { createLog } from './platform/log.ts';
import { anyPort } from './testing/server-process.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

/** Part of every secret and credential. */
const hidden = 'NeverLogged0123456789';

interface Line {
  readonly msg: string;
  readonly traceId?: string;
  readonly tenantId?: string;
  readonly actor?: string;
  readonly route?: string;
}

let web: HttpPeer;
let server: TestServer;
let text = '';

const linesOf = (message: string): Line[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
    .filter(({ msg }) => msg === message);

beforeAll(async () => {
  web = await startHttpPeer();
  web.answer = ({ headers }) => ({ status: 500, body: `refused ${String(headers.authorization)}` });
  server = await startTestServer({
    log: createLog({ production: true, logLevel: 'trace' }, { write: (line) => (text += line) }),
    environment: {
      SMTP_URL: `smtp://portal:${hidden}@127.0.0.1:${await anyPort()}`,
      FEATURES: 'private-action-addresses',
    },
  });
});
afterAll(async () => {
  await server.close();
  await web.close();
});

it('logs a refused call with its trace and route, and with a person and their tenant if they are known', async () => {
  const person = await server.person('Viewer');
  const refused = await server.as('Viewer').put('/v1/locations', { name: hidden });
  expect(refused.status).toBe(403);
  const { traceId } = refused.body as { readonly traceId: string };
  expect(linesOf('request refused').find((line) => line.traceId === traceId)).toMatchObject({
    route: 'PUT /v1/locations',
  });

  const missing = await server.as('Viewer').get(`/v1/workunits/${randomUUID()}`);
  expect(missing.status).toBeGreaterThanOrEqual(400);
  expect(linesOf('request refused').at(-1)).toMatchObject({
    traceId: (missing.body as { readonly traceId: string }).traceId,
    tenantId: server.tenants.own,
    actor: `person:${person.userId}`,
  });
});

it('logs a failed call with trace, tenant, actor and route, but without the values of the call', async () => {
  await server.database.asOwner('alter table cfs.locations add constraint never check (name is null) not valid');
  const failed = await server.as('Administrator').put('/v1/locations', { name: hidden });
  await server.database.asOwner('alter table cfs.locations drop constraint never');
  await server.database.asOwner('alter table cfs.locations rename to hidden_locations');
  const broken = await server.as('Administrator').put('/v1/locations', { name: hidden });
  await server.database.asOwner('alter table cfs.hidden_locations rename to locations');
  expect([failed.status, broken.status]).toEqual([400, 500]);
  const person = await server.person('Administrator');
  expect(linesOf('request failed').at(-1)).toEqual(
    expect.objectContaining({
      traceId: (broken.body as { readonly traceId: string }).traceId,
      tenantId: server.tenants.own,
      actor: `person:${person.userId}`,
      route: 'PUT /v1/locations',
    }),
  );
});

it('logs a step that is not done with trace, tenant, actor and action', async () => {
  const administrator = server.as('Administrator');
  const secret = await administrator.put(`/v1/tenants/${server.tenants.own}/secrets`, { name: 'key', value: hidden });
  expect(secret.status).toBe(201);
  const define = async (endpointUrl: string): Promise<string> => {
    const answer = await administrator.put('/v1/actionDefinitions', {
      name: `Call ${endpointUrl.length}`,
      actionDefinitionTypeId: 4,
      endpointUrl,
      headers: 'Authorization: Bearer {{secret:key}}',
    });
    expect(answer.status).toBe(201);
    return (answer.body as { readonly actionDefinitionId: string }).actionDefinitionId;
  };
  await matchOnce(server, randomUUID(), [
    action(await define(`http://127.0.0.1:${web.port}/x?key={{secret:key}}`)),
    action(await define(`http://127.0.0.1:${await anyPort()}/longer?key={{secret:key}}`)),
    action(builtInActions.sendEmail, { To: 'ops@example.com', Subject: 'Hot', Body: 'Hot' }),
  ]);
  const lines = linesOf('step not done');
  expect(lines).toHaveLength(3);
  for (const line of lines)
    expect(line).toMatchObject({
      traceId: expect.any(String),
      tenantId: server.tenants.own,
      actor: 'system:worker',
      action: expect.any(String),
    });
});

it('logs no credential or secret, regardless of its sender', async () => {
  const tokens = [await server.tenantToken(['packets']), `cfs_${hidden}`, `eyJhbGciOiJub25lIn0.${hidden}.${hidden}`];
  for (const token of tokens) {
    const caller = server.withCredential(token);
    await caller.get('/v1/locations');
    await caller.post('/v1/packets', [{ entityId: hidden, timestamp: hidden, message: { Value: hidden } }]);
    await caller.send('GET', `/v1/unknown?token=${hidden}`, { headers: { cookie: `cfs=${hidden}` } });
  }
  await server.anonymous.post(`/v1/agents/${randomUUID()}/sign-in`, { nonce: hidden, signature: 'A'.repeat(86) });
  await server.anonymous.get(`/v1/communicationsubscriptions/${hidden}?token=${hidden}`);
  expect(text.split('\n').length).toBeGreaterThan(10);
  for (const secret of [hidden, ...tokens]) expect(text).not.toContain(secret);
});
