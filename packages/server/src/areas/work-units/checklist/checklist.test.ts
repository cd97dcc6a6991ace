import { randomUUID } from 'node:crypto';
import type { ChecklistItem } from '@cfs/contracts/work-unit-checklists';
import { checklistLimit } from '@cfs/contracts/work-unit-checklist-limits';
import type { WorkUnit } from '@cfs/contracts/work-units';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let unit: WorkUnit;
let address: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  const body = { title: 'New laptop', severityId: 'Sev3', workUnitTypeId: 1 };
  unit = (await server.as('Operator').put('/v1/workunits', body)).body as WorkUnit;
  address = `/v1/workunits/${unit.workUnitId}/checklist`;
});

const add = async (text: string): Promise<ChecklistItem> => {
  const answer = await server.as('Operator').put(address, { text });
  expect(answer.status, answer.text).toBe(201);
  return answer.body as ChecklistItem;
};
const update = ({ checklistItemId }: ChecklistItem, body: object) =>
  server.as('Operator').post(`${address}/${checklistItemId}`, body);
const items = async (): Promise<readonly ChecklistItem[]> =>
  ((await server.as('Viewer').get(address)).body as { readonly value: readonly ChecklistItem[] }).value;
const texts = async () => (await items()).map(({ text, isDone }) => (isDone ? `${text} (done)` : text));
const history = async () => {
  const path = `/v1/workunits/GetWorkUnitHistoryRecords(workUnitId=${unit.workUnitId})`;
  const { value } = (await server.as('Viewer').get(path)).body as { value: { detail: string }[] };
  return value.map(({ detail }) => detail).filter((detail) => detail.startsWith('Checklist'));
};

test('the history records added, ticked, renamed and removed items', async () => {
  const order = await add('Order the laptop');
  const hand = await add('Hand it over');
  expect((await update(order, { isDone: true, modified: order.modified })).body).toMatchObject({ isDone: true });
  expect((await update(hand, { text: 'Hand it over in person' })).status).toBe(200);
  expect(await texts()).toEqual(['Order the laptop (done)', 'Hand it over in person']);
  expect((await server.as('Operator').delete(`${address}/${hand.checklistItemId}`)).status).toBe(204);
  expect((await server.as('Operator').delete(`${address}/${hand.checklistItemId}`)).status).toBe(404);
  expect((await update(order, { isDone: false })).status).toBe(200);
  expect(await history()).toEqual([
    'Checklist: reopened "Order the laptop"',
    'Checklist: removed "Hand it over in person"',
    'Checklist: "Hand it over" is now "Hand it over in person"',
    'Checklist: done "Order the laptop"',
    'Checklist: added "Hand it over"',
    'Checklist: added "Order the laptop"',
  ]);
});

test('positions have no gaps after items are moved or removed', async () => {
  const [a, b, c] = [await add('a'), await add('b'), await add('c')];
  expect((await update(c, { position: 0, modified: c.modified })).body).toMatchObject({ position: 0 });
  expect(await texts()).toEqual(['c', 'a', 'b']);
  await update(c, { position: 99, modified: c.modified });
  expect(await texts()).toEqual(['a', 'b', 'c']);
  await update(a, { position: 1 });
  expect(await texts()).toEqual(['b', 'a', 'c']);
  await server.as('Operator').delete(`${address}/${b.checklistItemId}`);
  await add('d');
  expect((await items()).map(({ position, text }) => `${position}${text}`)).toEqual(['0a', '1c', '2d']);
});

test('a change with a stale modified returns 409', async () => {
  const item = await add('Order the laptop');
  expect((await update(item, { text: 'Order two laptops', modified: item.modified })).status).toBe(200);
  expect((await update(item, { isDone: true, modified: item.modified })).status).toBe(409);
  expect(await texts()).toEqual(['Order two laptops']);
});

test('concurrent ticks of an item both succeed, with one history record', async () => {
  const item = await add('Order the laptop');
  const tick = () => update(item, { isDone: true, modified: item.modified });
  expect((await Promise.all([tick(), tick()])).map(({ status }) => status)).toEqual([200, 200]);
  expect((await history()).filter((detail) => detail.includes('done'))).toHaveLength(1);
});

test('items added concurrently get different positions', async () => {
  await Promise.all(['a', 'b', 'c', 'd'].map(add));
  expect((await items()).map(({ position }) => position)).toEqual([0, 1, 2, 3]);
});

test('the checklist of a unit can be expanded', async () => {
  await add('Order the laptop');
  const filter = `$filter=workUnitId eq ${unit.workUnitId}&$select=title&$expand=checklist($select=text,isDone,position)`;
  expect((await server.as('Viewer').get(`/v1/workunits?${filter}`)).body).toMatchObject({
    value: [{ title: 'New laptop', checklist: [{ text: 'Order the laptop', isDone: false, position: 0 }] }],
  });
});

test('a checklist has at most 100 items', async () => {
  await server.database.asOwner(
    `insert into cfs.work_unit_checklist_items (tenant_id, work_unit_id, checklist_item_id, position, text, is_done, created,
       created_by, modified, modified_by)
     select $1, $2, gen_random_uuid(), n - 1, 'Item ' || n, false, now(), 'test', now(), 'test' from generate_series(1, $3) n`,
    [server.tenants.own, unit.workUnitId, checklistLimit],
  );
  expect((await server.as('Operator').put(address, { text: 'One more' })).status).toBe(409);
});

test.each([{ text: '' }, { text: ' ' }, { text: 'x'.repeat(301) }, {}, { text: 'x', isDone: true }])(
  'returns 400 for the new item %j',
  async (body) => {
    expect((await server.as('Operator').put(address, body)).status).toBe(400);
  },
);

test('a caller who may not edit the unit gets 403, one who may not see it 404', async () => {
  const item = await add('Order the laptop');
  const path = `${address}/${item.checklistItemId}`;
  expect((await server.as('Viewer').put(address, { text: 'x' })).status).toBe(403);
  expect((await server.as('Viewer').post(path, { isDone: true })).status).toBe(403);
  const foreign = server.as('Operator', server.tenants.foreign);
  expect((await foreign.get(address)).status).toBe(404);
  expect((await foreign.put(address, { text: 'x' })).status).toBe(404);
  expect((await foreign.post(path, { isDone: true })).status).toBe(404);
  expect((await foreign.delete(path)).status).toBe(404);
  expect((await update({ ...item, checklistItemId: randomUUID() }, { isDone: true })).status).toBe(404);
  expect((await update(item, { position: -1 })).status).toBe(400);
});
