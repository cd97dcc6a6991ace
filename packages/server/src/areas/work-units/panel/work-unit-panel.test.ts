import { workUnitPanelExpand, workUnitPanelSchema } from '@cfs/contracts/work-unit-panel';
import type { WorkUnit } from '@cfs/contracts/work-units';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let unit: WorkUnit;
let assignee: string;
beforeAll(async () => {
  server = await startTestServer();
  assignee = (await server.person('Operator')).mail;
  unit = await create('Disk is full', { assignedTo: assignee });
  const other = await create('The other disk');
  const operator = server.as('Operator');
  const address = `/v1/workunits/${unit.workUnitId}`;
  await operator.put('/v1/workunitnotes', { workUnitId: unit.workUnitId, detail: 'Looked at it' });
  await operator.put(`${address}/relations`, { referenceType: 'WorkUnit', referenceId: String(other.workUnitId) });
  await operator.put(`${address}/checklist`, { text: 'Order a disk' });
  await operator.put(`${address}/watch`, {});
});
afterAll(() => server.close());

const create = async (title: string, fields: object = {}): Promise<WorkUnit> => {
  const body = { title, severityId: 'Sev2', workUnitTypeId: 1, ...fields };
  return (await server.as('Operator').put('/v1/workunits', body)).body as WorkUnit;
};
const get = async (path: string): Promise<unknown> => {
  const { status, body, text } = await server.as('Administrator').get(path);
  expect(status, text).toBe(200);
  return body;
};
const valueOf = async (path: string): Promise<unknown> => ((await get(path)) as { readonly value: unknown }).value;

test('the panel contains each part as its separate route returns it', async () => {
  const { workUnitId, publicWorkUnitId, tenantId } = unit;
  const panel = await get(`/v1/workunits/panel?workUnitId=${workUnitId}`);
  expect(workUnitPanelSchema.safeParse(panel).error).toBeUndefined();
  const address = `/v1/workunits/${workUnitId}`;
  const [row] = (await valueOf(
    `/v1/workunits?$filter=workUnitId eq ${workUnitId}&$expand=${workUnitPanelExpand}`,
  )) as readonly unknown[];
  expect(panel).toEqual({
    workUnit: row,
    history: await valueOf(`/v1/workunits/GetWorkUnitHistoryRecords(workUnitId=${workUnitId})`),
    relations: await valueOf(`${address}/relations`),
    manualActions: await get(`${address}/manualActions`),
    serviceLevels: await valueOf(`${address}/serviceLevels`),
    tenant: expect.objectContaining({ tenantId }) as unknown,
    assignmentGroups: await get(`/v1/tenants/${tenantId}/assignmentGroups`),
    people: [
      {
        among: 'peopleandgroups',
        searchTerm: assignee,
        found: await get(`/api/peopleandgroups?searchTerm=${encodeURIComponent(assignee)}`),
      },
    ],
    protocols: await valueOf(
      `/v1/protocols?$filter=tenantId eq ${tenantId} or tenantId eq null&$select=protocolId,name&$orderby=name`,
    ),
  });
  expect(panel).toMatchObject({
    workUnit: { checklist: [{ text: 'Order a disk' }], watchers: [{}] },
    relations: [{ label: 'The other disk' }],
  });
  expect(await get(`/v1/workunits/panel?publicWorkUnitId=${publicWorkUnitId}`)).toEqual(panel);
});

test('returns 400 unless exactly one valid number is given, and 404 for a unit out of reach', async () => {
  const admin = server.as('Administrator');
  for (const query of ['', '?workUnitId=1&publicWorkUnitId=1', '?workUnitId=x', '?workUnitId=1%20or%201'])
    expect((await admin.get(`/v1/workunits/panel${query}`)).status, query).toBe(400);
  expect((await admin.get('/v1/workunits/panel?workUnitId=999999999999999')).status).toBe(404);
  const address = `/v1/workunits/panel?workUnitId=${unit.workUnitId}`;
  expect((await server.as('Operator', server.tenants.foreign).get(address)).status).toBe(404);
});

test('returns 403 to a requester', async () => {
  const { status } = await server.as('Requester').get(`/v1/workunits/panel?workUnitId=${unit.workUnitId}`);
  expect(status).toBe(403);
});
