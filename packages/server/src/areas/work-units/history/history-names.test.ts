import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import type { WorkUnit } from '@cfs/contracts/work-units';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const create = async (): Promise<WorkUnit> =>
  (await server.as('Operator').put('/v1/workunits', { title: 'Disk is full', severityId: 'Sev2', workUnitTypeId: 1 }))
    .body as WorkUnit;

const change = (unit: WorkUnit, changes: Readonly<Record<string, unknown>>) =>
  server.as('Operator').patch(
    `/v1/workunits/${unit.workUnitId}`,
    Object.entries(changes).flatMap(([field, value]) => [
      { op: 'test', path: `/${field}`, value: unit[field as keyof WorkUnit] },
      { op: 'replace', path: `/${field}`, value },
    ]),
  );

const recordsOf = async ({ workUnitId }: WorkUnit): Promise<readonly WorkUnitHistoryRecord[]> =>
  (
    (await server.as('Viewer').get(`/v1/workunits/GetWorkUnitHistoryRecords(workUnitId=${workUnitId})`)).body as {
      value: WorkUnitHistoryRecord[];
    }
  ).value;

const addCategory = async (name: string): Promise<number> => {
  const body = { name, workUnitTypeId: 1, isEnabled: true, isVisibleInResolutionCenter: false };
  const answer = await server.as('Administrator').put('/v1/workunitcategories', body);
  expect(answer.status, answer.text).toBe(201);
  return (answer.body as { workUnitCategoryId: number }).workUnitCategoryId;
};

test('a history shows the names of people, catalogue rows and fields', async () => {
  const colleague = await server.colleague('someone@example.com');
  const protocol = (await server.as('Administrator').put('/v1/protocols', { name: 'Night shift' })).body as {
    protocolId: string;
  };
  await server.database.asOwner(
    `update cfs.tenants set work_unit_fields = '[{"Name":"Rack","Type":1}]' where tenant_id = $1`,
    [server.tenants.own],
  );
  const unit = await create();
  const answer = await change(unit, {
    assignedTo: 'someone@example.com',
    protocolId: protocol.protocolId,
    workUnitCategoryId: await addCategory('Hardware'),
    customValue1: 'A-7',
    plannedOutage: true,
    plannedStartTime: '2026-03-03T18:00:00.000Z',
    stakeHolderEmailAddress: 'rita@elsewhere.example',
  });
  expect(answer.status, answer.text).toBe(200);
  const details = (await recordsOf(unit)).map(({ detail }) => detail);
  expect(details).toEqual(
    expect.arrayContaining([
      `Assigned To: (empty) → ${colleague.name}`,
      'Protocol: (empty) → Night shift',
      'Category: (empty) → Hardware',
      'Rack: (empty) → A-7',
      'Planned Outage: (empty) → Yes',
      'Planned Start Time: (empty) → 2026-03-03T18:00:00.000Z',
      'Stakeholder Email: (empty) → rita@elsewhere.example',
    ]),
  );
});

test('each record names its author', async () => {
  const unit = await create();
  const { name, mail } = await server.person('Operator');
  expect(await recordsOf(unit)).toMatchObject([{ createdBy: mail, createdByName: name }]);
});

test('mail addresses in a note are not replaced', async () => {
  await server.colleague('mentioned@example.com');
  const unit = await create();
  const detail = 'Ask mentioned@example.com → today';
  await server.as('Operator').put('/v1/workunitnotes', { workUnitId: unit.workUnitId, detail });
  expect((await recordsOf(unit))[0]).toMatchObject({ detail, historyType: null });
});

test('a person without access to the tenant is shown by mail address', async () => {
  const stranger = await server.person('Operator', server.tenants.foreign);
  const unit = await create();
  await change(unit, { implementer: stranger.mail });
  expect((await recordsOf(unit)).map(({ detail }) => detail)).toContain(`Implementer: (empty) → ${stranger.mail}`);
});
