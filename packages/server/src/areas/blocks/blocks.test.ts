import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemContext } from '../../platform/context.ts';
import { areasNamed } from '../../testing/areas-named.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { promoteTestMachine } from '../pending-devices/testing/test-machine.ts';
import { testSubscription } from '../pending-devices/testing/test-subscription.ts';
import { setBlockColor, type WantedColor } from './set-block-color.ts';

let server: TestServer;
let subscriptionId: string;

beforeAll(async () => {
  server = await startTestServer({
    areas: areasNamed('blocks', 'packets', 'devices', 'pending-devices', 'locations', 'tenants'),
  });
  subscriptionId = await testSubscription(server);
});
afterAll(() => server.close());

const create = (changes: object = {}, tenantId?: string) =>
  server
    .as('Operator', tenantId)
    .put('/v1/blocks', { blockId: randomUUID(), subscriptionId, name: 'Tile', blockTypeId: 1, ...changes });
const idOf = (answer: { body: unknown }): string => (answer.body as { blockId: string }).blockId;

describe('blocks', () => {
  it('are created, listed, edited and deleted', async () => {
    const created = await create({ name: 'Queue', description: 'Waiting jobs' });
    expect(created).toMatchObject({ status: 201, body: { name: 'Queue', tenantId: server.tenants.own } });
    const id = idOf(created);
    const edited = await server.as('Operator').post(`/v1/blocks/${id}`, { name: 'Jobs', description: null });
    expect(edited).toMatchObject({ status: 200, body: { name: 'Jobs', description: null } });
    const list = await server.as('Viewer').get(`/v1/blocks?$filter=subscriptionId eq ${subscriptionId}&$orderby=name`);
    expect(list.body).toMatchObject({ value: expect.arrayContaining([expect.objectContaining({ name: 'Jobs' })]) });
    expect((await server.as('Administrator').delete(`/v1/blocks/${id}`)).status).toBe(204);
    expect((await server.as('Administrator').delete(`/v1/blocks/${id}`)).status).toBe(404);
  });

  it('return 400 with the message of the form for each invalid field', async () => {
    const faults: [object, string][] = [
      [{ name: '' }, 'Name is required'],
      [{ blockId: 'x' }, 'Please enter a valid v4 or v5 GUID'],
      [{ blockId: '10000000-0000-1000-8000-000000000001' }, 'Please enter a valid v4 or v5 GUID'],
      [{ blockTypeId: 8 }, 'Type is required'],
      [{ subscriptionId: 'x' }, 'Subscription is required'],
      [{ subscriptionId: randomUUID() }, 'The subscription was not found.'],
    ];
    for (const [changes, words] of faults) {
      const answer = await create(changes);
      expect(answer.status).toBe(400);
      expect((answer.body as { detail: string }).detail).toContain(words);
    }
  });

  it('are those of the tenant that each request names, also if the same person switches tenants', async () => {
    const foreign = await testSubscription(server, server.tenants.foreign);
    const inTenants = [
      [server.tenants.own, idOf(await create({ name: 'Here' }))],
      [server.tenants.foreign, idOf(await create({ name: 'There', subscriptionId: foreign }, server.tenants.foreign))],
    ] as const;
    const { subject } = await server.person('Viewer', 'all');
    const viewer = server.withCredential(await server.identity.sign({ sub: subject }));
    for (const [tenantId, blockId] of [...inTenants, ...inTenants]) {
      const list = await viewer.get("/v1/blocks?$top=10&$filter=name in ('Here','There')", { 'x-tenant-id': tenantId });
      expect((list.body as { value: { blockId: string }[] }).value.map((block) => block.blockId)).toEqual([blockId]);
    }
  });

  it('have ids that are unique only within a tenant', async () => {
    const blockId = randomUUID();
    expect((await create({ blockId })).status).toBe(201);
    expect((await create({ blockId })).status).toBe(409);
    const foreign = await testSubscription(server, server.tenants.foreign);
    const elsewhere = { blockId, subscriptionId: foreign, name: 'Theirs' };
    expect((await create(elsewhere, server.tenants.foreign)).status).toBe(201);
    const renamed = await server.as('Operator').post(`/v1/blocks/${blockId}`, { name: 'Ours' });
    expect(renamed).toMatchObject({ body: { tenantId: server.tenants.own } });
    const theirs = await server
      .as('Viewer', server.tenants.foreign)
      .get(`/v1/blocks?$filter=blockId eq ${blockId}&$select=name`);
    expect(theirs.body).toMatchObject({ value: [{ name: 'Theirs' }] });
  });

  it('return 409 when the heartbeat block of a device is deleted', async () => {
    const id = (await promoteTestMachine(server)).agentId();
    expect((await server.as('Administrator').delete(`/v1/blocks/${id}`)).status).toBe(409);
  });

  it('show the colour of the latest packet', async () => {
    const id = idOf(await create());
    const { own, foreign } = server.tenants;
    const context = systemContext({ name: 'test', clock: server.clock, tenantId: 'all' });
    const at = (color: string, second: number, position: number, tenantId = own): WantedColor => ({
      tenantId,
      blockId: id,
      color,
      moment: new Date(Date.UTC(2026, 0, 1, 0, 0, second)),
      position,
    });
    const paint = (...colors: WantedColor[]) =>
      server.services.gate.write(context, 'Blocks:edit', (db, change) =>
        Promise.all(colors.map((color) => setBlockColor(db, change, color))),
      );
    expect(await paint(at('FF3333', 1, 1, foreign))).toEqual(['unknown']);
    expect(await paint(at('ff3333', 2, 2))).toEqual(['colored']);
    expect(await paint(at('009900', 2, 1), at('111111', 1, 9))).toEqual(['superseded', 'superseded']);
    expect(await paint(at('333333', 5, 9), at('222222', 4, 3), at('009900', 5, 10))).toEqual([
      'colored',
      'colored',
      'colored',
    ]);
    const audit = await server.database.asOwner(
      `select before ->> 'color' as before, after ->> 'color' as after from cfs.audit_records
       where entity = 'BlockColor' and entity_id = $1 order by (after ->> 'color') desc`,
      [id],
    );
    expect(audit).toEqual([
      { before: null, after: 'FF3333' },
      { before: '222222', after: '333333' },
      { before: 'FF3333', after: '222222' },
      { before: '333333', after: '009900' },
    ]);
    const racing = Array.from({ length: 20 }, (_, second) => at(`0000${String(second + 10)}`, second + 10, second));
    await Promise.all(racing.toReversed().map((color) => paint(color)));
    expect(await paint(at('009900', 59, 1))).toEqual(['colored']);
    expect(
      await server.database.asOwner(
        `select before ->> 'color' as before from cfs.audit_records
         where entity = 'BlockColor' and entity_id = $1 and after ->> 'color' = '009900' and before ->> 'color' like '0000%'`,
        [id],
      ),
    ).toEqual([{ before: '000029' }]);
    const list = await server.as('Viewer').get(`/v1/blocks?$filter=blockId eq ${id}&$expand=entityColor,tenant`);
    expect(list.body).toMatchObject({ value: [{ entityColor: { color: '009900' }, tenant: { name: 'Own' } }] });
    const colored = await server.as('Viewer').get(`/v1/blocks?$filter=entityColor/color eq '009900'&$select=blockId`);
    expect(colored.body).toMatchObject({ value: [{ blockId: id }] });
  });
});

describe('history of a block', () => {
  it('is empty before the first packet and returns 404 in another tenant', async () => {
    const id = idOf(await create());
    const empty = await server.as('Viewer').get(`/v1/blocks/${id}/history?pageNumber=0&rowCount=100`);
    expect(empty).toMatchObject({ status: 200, body: { historyItems: [], totalCount: 0 } });
    expect((await server.as('Viewer', server.tenants.foreign).get(`/v1/blocks/${id}/history`)).status).toBe(404);
    expect((await server.as('Viewer').get(`/v1/blocks/${randomUUID()}/logs`)).status).toBe(404);
    expect((await server.as('Viewer').get(`/v1/blocks/${id}/history?rowCount=0`)).status).toBe(400);
  });
});
