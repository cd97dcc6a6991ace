import { historyPageRows } from '@cfs/contracts/work-unit-history-limits';
import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import type { WorkUnit } from '@cfs/contracts/work-units';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const create = async (title: string): Promise<WorkUnit> => {
  const body = { title, severityId: 'Sev2', workUnitTypeId: 1 };
  const answer = await server.as('Operator').put('/v1/workunits', body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body as WorkUnit;
};

/** Adds `count` records to each unit in turn: a third each are external notes, internal notes and system records. */
const addRecords = (count: number, ...units: readonly WorkUnit[]) =>
  server.database.asOwner(
    `insert into cfs.work_unit_history (tenant_id, work_unit_id, history_type, detail, is_external_note, created, created_by)
     select $1, unit.id, case when n % 3 < 2 then null else 2 end, n || ' of ' || unit.id, n % 3 = 0, now(), 'test'
     from generate_series(1, ${count}) n, unnest($2::bigint[]) with ordinality unit (id, place) order by n, place`,
    [server.tenants.own, units.map(({ workUnitId }) => workUnitId)],
  );

const streamOf = ({ workUnitId }: WorkUnit) => `/v1/workunits/GetWorkUnitHistoryRecords(workUnitId=${workUnitId})`;
const externalOf = ({ workUnitId }: WorkUnit) => `/v1/workunits/${workUnitId}/externalNotes`;

const pageOf = async (address: string): Promise<readonly WorkUnitHistoryRecord[]> => {
  const { status, body, text } = await server.as('Viewer').get(address);
  expect(status, text).toBe(200);
  const { value } = body as { readonly value: readonly WorkUnitHistoryRecord[] };
  expect(value.length).toBeLessThanOrEqual(historyPageRows);
  return value;
};

/** The records of all pages; every page but the last is full. `between` runs before each further page. */
const pagesOf = async (
  address: string,
  between?: () => Promise<unknown>,
): Promise<readonly WorkUnitHistoryRecord[]> => {
  const records = [...(await pageOf(address))];
  for (let page = records; page.length === historyPageRows;) {
    await between?.();
    page = [...(await pageOf(`${address}?before=${page.at(-1)?.id}`))];
    records.push(...page);
  }
  return records;
};

/** The ids of the records that the condition selects, newest first. */
const storedIds = async (condition: string, ...values: readonly unknown[]): Promise<readonly number[]> =>
  (
    await server.database.asOwner<{ id: number }>(
      `select work_unit_history_id as id from cfs.work_unit_history where ${condition} order by work_unit_history_id desc`,
      values,
    )
  ).map(({ id }) => Number(id));

const idsOf = (records: readonly WorkUnitHistoryRecord[]) => records.map(({ id }) => id);

test('the pages of a long history contain each record once, even if records are added in between', async () => {
  const unit = await create('Disk is full');
  await addRecords(2 * historyPageRows + 50, unit);
  const stored = await storedIds('work_unit_id = $1', unit.workUnitId);
  expect(idsOf(await pageOf(streamOf(unit)))).toEqual(stored.slice(0, historyPageRows));
  const paged = await pagesOf(streamOf(unit), () => addRecords(20, unit));
  expect(idsOf(paged)).toEqual(stored);
});

test('new records of a long history are limited to one page, too', async () => {
  const unit = await create('Disk is full');
  const [known] = await pageOf(streamOf(unit));
  await addRecords(historyPageRows + 50, unit);
  const stored = await storedIds('work_unit_id = $1', unit.workUnitId);
  expect(idsOf(await pageOf(`${streamOf(unit)}?after=${known?.id}`))).toEqual(stored.slice(0, historyPageRows));
});

test('pages with the notes of merged units keep the order in which all were written', async () => {
  const [first, second, target] = [await create('Mail is slow'), await create('Mail is gone'), await create('Mail')];
  for (const { workUnitId } of [first, second]) {
    const path = `/v1/workunits/${workUnitId}/merge`;
    expect((await server.as('Operator').post(path, { targetId: target.workUnitId })).status).toBe(200);
  }
  await addRecords(historyPageRows, first, target, second);
  const paged = await pagesOf(streamOf(target));
  const ids = [first.workUnitId, second.workUnitId];
  expect(idsOf(paged)).toEqual(
    await storedIds('work_unit_id = $1 or (work_unit_id = any ($2) and history_type is null)', target.workUnitId, ids),
  );
  expect(paged.find(({ workUnitId }) => workUnitId === first.workUnitId)).toMatchObject({
    mergedFrom: first.publicWorkUnitId,
  });
});

test('external notes are paged', async () => {
  const unit = await create('Disk is full');
  await addRecords(3 * historyPageRows + 30, unit);
  const stored = await storedIds('work_unit_id = $1 and is_external_note', unit.workUnitId);
  expect(stored.length).toBeGreaterThan(historyPageRows);
  expect(idsOf(await pagesOf(externalOf(unit), () => addRecords(3, unit)))).toEqual(stored);
});

test('an older page contains the files and mentions of its notes', async () => {
  const unit = await create('Disk is full');
  const { mail, name } = await server.person('Operator');
  const body = { workUnitId: unit.workUnitId, detail: 'Please look', mentions: [mail] };
  const note = (await server.as('Operator').put('/v1/workunitnotes', body)).body as WorkUnitHistoryRecord;
  const file = `/v1/workunits/${unit.workUnitId}/attachments?fileName=log.txt&noteId=${note.id}`;
  const upload = await server
    .as('Operator')
    .send('PUT', file, { headers: { 'content-type': 'application/octet-stream' }, body: 'full' });
  expect(upload.status, upload.text).toBe(201);
  await addRecords(historyPageRows, unit);
  const page = await pageOf(streamOf(unit));
  expect(idsOf(page)).not.toContain(note.id);
  const older = await pageOf(`${streamOf(unit)}?before=${page.at(-1)?.id}`);
  expect(older.find(({ id }) => id === note.id)).toMatchObject({
    mentions: [{ displayName: name, mail }],
    attachments: [{ fileName: 'log.txt' }],
  });
});

test('a malformed before returns 400', async () => {
  const unit = await create('Disk is full');
  for (const address of [streamOf(unit), externalOf(unit)])
    for (const before of ['x', '-1', '1.5'])
      expect((await server.as('Viewer').get(`${address}?before=${before}`)).status).toBe(400);
  expect(await pageOf(`${streamOf(unit)}?before=0`)).toEqual([]);
});
