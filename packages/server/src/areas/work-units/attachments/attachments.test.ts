import { attachmentCountLimit, attachmentLimitBytes, type Attachment } from '@cfs/contracts/work-unit-attachments';
import type { RoleName } from '@cfs/contracts/roles';
import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import type { WorkUnit } from '@cfs/contracts/work-units';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let unit: WorkUnit;
beforeAll(async () => {
  server = await startTestServer();
  unit = await create();
});
afterAll(() => server.close());

const create = async (fields: object = {}, tenantId = server.tenants.own): Promise<WorkUnit> =>
  (
    await server
      .as('Operator', tenantId)
      .put('/v1/workunits', { title: 'Disk is full', severityId: 'Sev2', workUnitTypeId: 1, ...fields })
  ).body as WorkUnit;

const attach = (fileName: string, body: Buffer | string, query = '', { workUnitId } = unit) =>
  server
    .as('Operator')
    .send('PUT', `/v1/workunits/${workUnitId}/attachments?fileName=${encodeURIComponent(fileName)}${query}`, {
      headers: { 'content-type': 'application/octet-stream' },
      body: Buffer.from(body),
    });

const attached = async (...parameters: Parameters<typeof attach>) => {
  const answer = await attach(...parameters);
  expect(answer.status, answer.text).toBe(201);
  return answer.body as Attachment & { noteId: number };
};

const records = async ({ workUnitId } = unit): Promise<WorkUnitHistoryRecord[]> =>
  (
    (await server.as('Viewer').get(`/v1/workunits/GetWorkUnitHistoryRecords(workUnitId=${workUnitId})`)).body as {
      value: WorkUnitHistoryRecord[];
    }
  ).value;

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const zip = Buffer.from('504b0304140000000800', 'hex');

test('concurrent uploads of one person are queued, not refused', async () => {
  const busy = await create();
  const sent = Array.from({ length: 12 }, (_, index) => attach(`${index}.txt`, 'Text', '', busy));
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(sent.map(() => 201));
});

test('a file is shown in the history and stored unchanged', async () => {
  const content = Buffer.concat([png, Buffer.alloc(700_000, 'picture')]);
  const file = await attached('Front door.png', content);
  expect(file).toMatchObject({ fileName: 'Front door.png', mediaType: 'image/png', size: content.length });
  const [newest] = await records();
  const { noteId, ...attachment } = file;
  expect(newest).toMatchObject({ id: noteId, detail: 'Attached Front door.png', attachments: [attachment] });
  const address = `/v1/workunits/${unit.workUnitId}/attachments/${file.attachmentId}`;
  const { body: _, ...read } = await server.as('Viewer').get(address);
  expect(read.status).toBe(200);
  expect(Number(read.headers['content-length'])).toBe(content.length);
  const stored = await server.database.asOwner<{ content: Buffer }>(
    'select content from cfs.work_unit_attachment_parts where attachment_id = $1 order by part',
    [file.attachmentId],
  );
  expect(stored.length).toBeGreaterThan(1);
  expect(Buffer.concat(stored.map((part) => part.content)).equals(content)).toBe(true);
});

test('a file of many parts is downloaded in order', async () => {
  const content = Array.from({ length: 100_000 }, (_, line) => line).join('\n');
  const { attachmentId } = await attached('numbers.txt', content);
  const [stored] = await server.database.asOwner<{ parts: number }>(
    'select count(*)::integer as parts from cfs.work_unit_attachment_parts where attachment_id = $1',
    [attachmentId],
  );
  expect(stored?.parts).toBeGreaterThan(2);
  const { text } = await server.as('Viewer').get(`/v1/workunits/${unit.workUnitId}/attachments/${attachmentId}`);
  expect(text === content).toBe(true);
});

test('a download is sent as an attachment and never rendered as a page of the portal', async () => {
  const { attachmentId } = await attached(`it's "quoted" æ.txt`, '<script>alert(1)</script>');
  const answer = await server.as('Viewer').get(`/v1/workunits/${unit.workUnitId}/attachments/${attachmentId}`);
  expect(answer.text).toBe('<script>alert(1)</script>');
  expect(answer.headers).toMatchObject({
    'content-disposition': `attachment; filename*=UTF-8''it%27s%20%22quoted%22%20%C3%A6.txt`,
    'content-type': 'text/plain',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
  });
});

test.each<[string, Buffer | string]>([
  ['page.html', '<html></html>'],
  ['picture.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['script.js', 'alert(1)'],
  ['program.exe', Buffer.from('4d5a9000', 'hex')],
  ['picture.png', '<script>alert(1)</script>'],
  ['picture.png', zip],
  ['notes.txt', png],
  ['notes.txt', Buffer.from([0x61, 0, 0x62])],
  ['notes.txt', Buffer.from([0xc3, 0x28])],
  ['archive.jar', zip],
  ['no extension', 'text'],
  ['empty.txt', ''],
  ['../../etc/passwd.txt', 'text'],
  ['a\nb.txt', 'text'],
  ['a\u0085b.txt', 'text'],
  ['invoice\u202efdp.txt', 'text'],
  ['\u2067invoice\u2069.txt', 'text'],
  ['a\u200fb.txt', 'text'],
  ['a\u061cb.txt', 'text'],
  ['a\u2028b.txt', 'text'],
  ['', 'text'],
])('a file %j of an invalid type or name is refused with 400', async (fileName, content) => {
  const before = await records();
  const answer = await attach(fileName, content);
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({
    errors: { [answer.text.includes('FileName') ? 'FileName' : 'fileName']: [expect.any(String)] },
  });
  expect(await records()).toEqual(before);
});

test.each<[string, Buffer | string, string]>([
  ['report.PDF', '%PDF-1.7', 'application/pdf'],
  ['photo.jpeg', Buffer.from('ffd8ffe0', 'hex'), 'image/jpeg'],
  ['moving.gif', 'GIF89a', 'image/gif'],
  ['picture.webp', 'RIFF\0\0\0\0WEBP', 'image/webp'],
  ['sheet.xlsx', zip, 'application/zip'],
  ['log.gz', Buffer.from('1f8b08', 'hex'), 'application/gzip'],
  ['rows.csv', 'a,b\n1,2', 'text/plain'],
])('a file %s is accepted with its media type', async (fileName, content, mediaType) => {
  expect(await attached(fileName, content)).toMatchObject({ mediaType });
});

test('a stored file name with directional characters is shown without them', async () => {
  const file = await attached('invoice.txt', 'text');
  await server.database.asOwner('update cfs.work_unit_attachments set file_name = $2 where attachment_id = $1', [
    file.attachmentId,
    'inv\u202eoice\u2066.txt',
  ]);
  const download = await server.as('Viewer').get(`/v1/workunits/${unit.workUnitId}/attachments/${file.attachmentId}`);
  expect(download.headers['content-disposition']).toBe("attachment; filename*=UTF-8''invoice.txt");
  const names = (await records()).flatMap(({ attachments }) => attachments?.map(({ fileName }) => fileName) ?? []);
  expect(names).toContain('invoice.txt');
  expect(names.join()).not.toContain('\u202e');
});

test('a file larger than 25 MiB is refused with 413', async () => {
  const body = Buffer.alloc(attachmentLimitBytes + 1, 'a');
  expect((await attach('big.txt', body)).status).toBe(413);
  expect((await attached('big.txt', body.subarray(1))).size).toBe(attachmentLimitBytes);
});

test('a file beyond the maximum number of a unit is refused with 409', async () => {
  const full = await create();
  const { noteId } = await attached('first.txt', 'text', '', full);
  await server.database.asOwner(
    `insert into cfs.work_unit_attachments select tenant_id, gen_random_uuid(), work_unit_id, work_unit_history_id, file_name,
       media_type, size, sha256, created, created_by from cfs.work_unit_attachments cross join generate_series(2, $2::int)
     where work_unit_history_id = $1`,
    [noteId, attachmentCountLimit],
  );
  expect((await attach('more.txt', 'text', '', full)).status).toBe(409);
});

test('files can be added to a note of the caller on the same unit, and to no other', async () => {
  const operator = server.as('Operator');
  const note = (await operator.put('/v1/workunitnotes', { workUnitId: unit.workUnitId, detail: 'See these' }))
    .body as WorkUnitHistoryRecord;
  for (const name of ['one.txt', 'two.txt'])
    expect((await attached(name, 'text', `&noteId=${note.id}`)).noteId).toBe(note.id);
  const [newest] = await records();
  expect(newest).toMatchObject({ id: note.id, detail: 'See these' });
  expect(newest?.attachments?.map(({ fileName }) => fileName).toSorted()).toEqual(['one.txt', 'two.txt']);
  const theirs = (
    await server.as('Administrator').put('/v1/workunitnotes', { workUnitId: unit.workUnitId, detail: 'Mine' })
  ).body as WorkUnitHistoryRecord;
  expect((await attach('three.txt', 'text', `&noteId=${theirs.id}`)).status).toBe(404);
  expect((await attach('three.txt', 'text', `&noteId=${note.id}`, await create())).status).toBe(404);
});

test('a stakeholder can read only files of external notes', async () => {
  const { mail } = await server.person('Requester');
  const own = await create({ stakeHolderEmailAddress: mail });
  const inside = await attached('inside.txt', 'secret', '', own);
  const outside = await attached('outside.txt', 'for you', '&isExternalNote=true', own);
  const requester = server.as('Requester');
  const address = (file: Attachment) => `/v1/workunits/${own.workUnitId}/attachments/${file.attachmentId}`;
  expect((await requester.get(address(inside))).status).toBe(404);
  expect((await requester.get(address(outside))).text).toBe('for you');
  const { text } = await requester.get(`/v1/workunits/${own.workUnitId}/externalNotes`);
  expect(text).toContain('outside.txt');
  expect(text).not.toContain('inside.txt');
});

test('files of another unit or tenant return 404', async () => {
  const { attachmentId } = await attached('here.txt', 'text');
  const [other, foreign] = [await create(), await create({}, server.tenants.foreign)];
  const viewer = server.as('Viewer');
  expect((await viewer.get(`/v1/workunits/${other.workUnitId}/attachments/${attachmentId}`)).status).toBe(404);
  expect((await viewer.get(`/v1/workunits/${foreign.workUnitId}/attachments/${attachmentId}`)).status).toBe(404);
  expect((await attach('there.txt', 'text', '', foreign)).status).toBe(404);
  const put = await server.as('Viewer').send('PUT', `/v1/workunits/${unit.workUnitId}/attachments?fileName=a.txt`, {
    headers: { 'content-type': 'application/octet-stream' },
    body: 'text',
  });
  expect(put.status).toBe(403);
});

const remove = (file: Attachment, { workUnitId } = unit, role: RoleName = 'Operator') =>
  server.as(role).send('DELETE', `/v1/workunits/${workUnitId}/attachments/${file.attachmentId}`);

test('a removed file is deleted with its bytes, and the history names who removed it', async () => {
  const own = await create();
  const [file, other] = [await attached('wrong.txt', 'secret', '', own), await attached('right.txt', 'fine', '', own)];
  const [admin, operator] = [await server.person('Administrator'), await server.person('Operator')];
  expect((await remove(file, own, 'Administrator')).status).toBe(204);
  expect(
    (await server.as('Viewer').get(`/v1/workunits/${own.workUnitId}/attachments/${file.attachmentId}`)).status,
  ).toBe(404);
  const [removal, ...notes] = await records(own);
  expect(removal).toMatchObject({
    historyType: 'General',
    createdBy: admin.mail,
    detail: `Removed the file wrong.txt, which ${operator.name} had attached.`,
  });
  expect(notes.map(({ id, attachments }) => [id, attachments?.map(({ fileName }) => fileName)])).toEqual(
    expect.arrayContaining([
      [file.noteId, undefined],
      [other.noteId, ['right.txt']],
    ]),
  );
  const parts = await server.database.asOwner('select from cfs.work_unit_attachment_parts where attachment_id = $1', [
    file.attachmentId,
  ]);
  expect(parts).toEqual([]);
  const audited = await server.database.asOwner<{ before: unknown }>(
    `select before from cfs.audit_records where entity = 'WorkUnitAttachment' and entity_id = $1 and before is not null`,
    [file.attachmentId],
  );
  expect(audited).toEqual([{ before: expect.objectContaining({ fileName: 'wrong.txt', noteId: file.noteId }) }]);
  expect((await remove(file, own)).status).toBe(404);
});

test('a file can be removed only with edit permission for its unit', async () => {
  const file = await attached('stays.txt', 'text');
  expect((await remove(file, unit, 'Viewer')).status).toBe(403);
  expect((await remove(file, await create())).status).toBe(404);
  expect((await remove(file, await create({}, server.tenants.foreign))).status).toBe(404);
  expect(
    (await server.as('Viewer').get(`/v1/workunits/${unit.workUnitId}/attachments/${file.attachmentId}`)).text,
  ).toBe('text');
});

test('the history returns only the records after a given one', async () => {
  const [newest] = await records();
  const address = `/v1/workunits/GetWorkUnitHistoryRecords(workUnitId=${unit.workUnitId})?after=${newest?.id ?? 0}`;
  const viewer = server.as('Viewer');
  expect((await viewer.get(address)).body).toEqual({ value: [] });
  const { noteId } = await attached('new.txt', 'text');
  expect((await viewer.get(address)).body).toMatchObject({ value: [{ id: noteId, attachments: [{}] }] });
  expect((await viewer.get(address.replace(/after=.*/, 'after=x'))).status).toBe(400);
});

test('the total size of the files of one person is limited per hour', async () => {
  const limited = await startTestServer({ environment: { ATTACHMENT_RATE_LIMIT: '100' } });
  onTestFinished(() => limited.close());
  const { body } = await limited
    .as('Operator')
    .put('/v1/workunits', { title: 'Disk is full', severityId: 'Sev2', workUnitTypeId: 1 });
  const address = `/v1/workunits/${(body as WorkUnit).workUnitId}/attachments?fileName=log.txt`;
  const put = (size: number, role: RoleName = 'Operator') =>
    limited.as(role).send('PUT', address, {
      headers: { 'content-type': 'application/octet-stream' },
      body: Buffer.alloc(size, 'text'),
    });
  for (let file = 1; file <= 4; file += 1) expect((await put(attachmentLimitBytes)).status).toBe(201);
  expect(await put(1)).toMatchObject({
    status: 429,
    headers: { 'retry-after': '3600' },
    body: {
      detail:
        'You can attach 100 MiB of files within an hour; each file counts as at least 1 MiB. Try again in 60 minutes.',
    },
  });
  expect((await put(1, 'Administrator')).status).toBe(201);
  limited.clock.advance(3_600_000);
  expect((await put(1)).status).toBe(201);
});
