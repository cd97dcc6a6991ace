import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { tenantsArea } from '../tenants/tenants-area.ts';
import { complianceArea } from './compliance-area.ts';

let server: TestServer;
let setId: string;
let controlIds: readonly string[];

const week = '2026-11-22T00:00:00.000Z';
const weekBefore = '2026-11-15T00:00:00.000Z';

beforeAll(async () => {
  server = await startTestServer({ areas: [complianceArea, tenantsArea] });
  const { body } = await server.as('Operator').put('/v1/controlsets/import', {
    name: 'Checklist',
    controls: Array.from({ length: 12 }, (_, n) => ({ name: `C-${n + 1}`, title: `Control ${n + 1}` })),
  });
  setId = (body as { id: string }).id;
  const list = await server.as('Viewer').get(`/v1/controlsets?$filter=id eq ${setId}&$expand=controls`);
  controlIds = (list.body as { value: { controls: { id: string }[] }[] }).value[0]?.controls.map(({ id }) => id) ?? [];
});
afterAll(() => server.close());

interface Stored {
  readonly id: string;
  readonly modified: string;
  readonly [field: string]: unknown;
}

const create = async (control: number, body: object = {}, role: 'Operator' | 'Viewer' = 'Operator') => {
  server.clock.advance(1);
  const answer = await server.as(role).post('/v1/controlstatuses', {
    checkDate: week,
    status: 'Compliant',
    notes: '',
    controlId: controlIds[control],
    ...body,
  });
  return { ...answer, body: answer.body as Stored };
};

const patch = (id: string, ...operations: object[]) =>
  server.as('Operator').patch(`/v1/controlstatuses/${id}`, operations);
const seen = (field: string, value: unknown) => ({ op: 'test', path: `/${field}`, value });
const replace = (field: string, value: unknown) => ({ op: 'replace', path: `/${field}`, value });

test('a status is created, changed and deleted', async () => {
  const { status, body } = await create(0);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    checkDate: week,
    status: 'Compliant',
    notes: '',
    tenantId: server.tenants.own,
    controlId: controlIds[0],
  });
  server.clock.advance(1);
  const changed = await patch(body.id, seen('status', 'Compliant'), replace('status', 'Poam'));
  expect(changed.body).toMatchObject({ id: body.id, status: 'Poam', notes: '' });
  const listed = await server
    .as('Viewer')
    .get(
      `/v1/controlsets?$filter=id eq ${setId}&$expand=controls($expand=controlStatuses($filter=checkDate eq ${week} and tenantId eq ${server.tenants.own}))`,
    );
  expect(listed.body).toMatchObject({
    value: [
      {
        controls: expect.arrayContaining([
          expect.objectContaining({ controlStatuses: [expect.objectContaining({ status: 'Poam' })] }),
        ]),
      },
    ],
  });
  server.clock.advance(1);
  expect((await server.as('Operator').delete(`/v1/controlstatuses/${body.id}`)).status).toBe(204);
  expect((await server.as('Operator').delete(`/v1/controlstatuses/${body.id}`)).status).toBe(404);
  const records = await server.database.asOwner(
    `select before ->> 'status' as before, after ->> 'status' as after from cfs.audit_records
     where entity = 'ControlStatus' and entity_id = $1 order by recorded`,
    [body.id],
  );
  expect(records).toEqual([
    { before: null, after: 'Compliant' },
    { before: 'Compliant', after: 'Poam' },
    { before: 'Poam', after: null },
  ]);
});

test('a note creates a record with the status Notset', async () => {
  const { body } = await create(1, { status: 'Notset', notes: 'Not looked at yet' });
  expect(body).toMatchObject({ status: 'Notset', notes: 'Not looked at yet' });
  const changed = await patch(body.id, seen('notes', 'Not looked at yet'), replace('notes', 'Looked at'));
  expect(changed.body).toMatchObject({ status: 'Notset', notes: 'Looked at' });
  const cleared = await patch(body.id, seen('notes', 'Looked at'), { op: 'remove', path: '/notes' });
  expect(cleared.body).toMatchObject({ notes: '' });
});

test('a control has at most one status in a week', async () => {
  const both = await Promise.all([create(2), create(2, { status: 'Exempt' })]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const refused = both.find(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({ detail: expect.stringContaining('already been recorded for this week') });
  expect((await create(2, { checkDate: weekBefore })).status).toBe(200);
});

test('patches of different fields both succeed, and a stale patch of the same field returns 409', async () => {
  const { body } = await create(3);
  const first = await patch(body.id, seen('status', 'Compliant'), replace('status', 'NonCompliant'));
  const second = await patch(body.id, seen('notes', ''), replace('notes', 'Door was open'));
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.body).toMatchObject({ status: 'NonCompliant', notes: 'Door was open' });
  const stale = await patch(body.id, seen('notes', ''), replace('notes', 'Unseen'));
  expect(stale.status).toBe(409);
  expect(stale.body).toMatchObject({ detail: expect.stringContaining('is not equal to the test value') });
});

test('a delete with a stale modified returns 409', async () => {
  const { body } = await create(4);
  await patch(body.id, seen('notes', ''), replace('notes', 'Written meanwhile'));
  const operator = server.as('Operator');
  const address = `/v1/controlstatuses/${body.id}`;
  expect((await operator.delete(`${address}?modified=${body.modified}`)).status).toBe(409);
  const { body: list } = await operator.get(`/v1/controlstatuses?$filter=id eq ${body.id}`);
  const [row] = (list as { value: Stored[] }).value;
  expect((await operator.delete(`${address}?modified=${row?.modified}`)).status).toBe(204);
});

test('a check date is a Sunday, with or without the time of midnight', async () => {
  for (const checkDate of ['2026-11-22', '2026-11-22T00:00:00Z', '2026-11-22T00:00:00+00:00']) {
    const { status, body } = await create(5, { checkDate });
    expect(body).toMatchObject(status === 200 ? { checkDate: week } : { status: 409 });
  }
  for (const checkDate of [
    '2026-11-23',
    '2026-11-22T05:00:00Z',
    '2026-02-30',
    '22/11/2026',
    '',
    null,
    7,
    '0000-01-02',
  ]) {
    const { status, body } = await create(6, { checkDate });
    expect({ checkDate, status }).toEqual({ checkDate, status: 400 });
    expect(body).toMatchObject({ errors: { CheckDate: [expect.stringContaining('Must be a Sunday')] } });
  }
});

test.each([
  ['status', { status: 'Fine' }],
  ['status', { status: null }],
  ['notes', { notes: 'x'.repeat(4_001) }],
  ['controlId', { controlId: 'C-1' }],
])('an invalid %s is reported under its field', async (field, body) => {
  const answer = await create(6, body);
  expect(answer.status).toBe(400);
  expect(Object.keys((answer.body as unknown as { errors: object }).errors).map((key) => key.toLowerCase())).toEqual([
    field.toLowerCase(),
  ]);
});

test.each([
  ['another field', [seen('tenantId', null), replace('tenantId', 'x')], 409],
  ['the control', [replace('controlId', 'x')], 400],
  ['a status without its test', [replace('status', 'Poam')], 400],
  ['an unknown status', [seen('status', 'Compliant'), replace('status', 'Fine')], 400],
  ['a removed status', [seen('status', 'Compliant'), { op: 'remove', path: '/status' }], 400],
  ['an unknown member', [seen('colour', 1)], 400],
])('a patch of %s is refused', async (_case, operations, expected) => {
  const { body } = await create(7, { checkDate: weekBefore });
  const id = body.id ?? (await existing(7));
  expect((await patch(id, ...operations)).status).toBe(expected);
});

const existing = async (control: number): Promise<string> => {
  const { body } = await server
    .as('Viewer')
    .get(`/v1/controlstatuses?$filter=controlId eq ${controlIds[control]} and checkDate eq ${weekBefore}`);
  return (body as { value: Stored[] }).value[0]?.id ?? '';
};

test('carry-over copies the week before and keeps existing statuses', async () => {
  const [from, to] = ['2026-10-04', '2026-10-11'];
  await create(8, { checkDate: from, status: 'NonCompliant', notes: 'Ordered' });
  await create(9, { checkDate: from, status: 'Exempt' });
  await create(9, { checkDate: to, status: 'Compliant', notes: 'Newer' });
  const address = `/v1/controlsets/${setId}/carryover`;
  const operator = server.as('Operator');
  expect((await operator.post(address, { checkDate: to })).body).toEqual({ created: 1 });
  expect((await operator.post(address, { checkDate: to })).body).toEqual({ created: 0 });
  const { body } = await operator.get(
    `/v1/controlstatuses?$filter=checkDate eq 2026-10-11&$orderby=id&$select=status,notes`,
  );
  expect((body as { value: object[] }).value).toEqual(
    expect.arrayContaining([
      { status: 'NonCompliant', notes: 'Ordered' },
      { status: 'Compliant', notes: 'Newer' },
    ]),
  );
  const other = await server.as('Operator', server.tenants.foreign).post(address, { checkDate: to });
  expect(other.status).toBe(404);
  expect((await server.as('Viewer').post(address, { checkDate: to })).status).toBe(403);
});

test('the export contains every control, and its file name has the week', async () => {
  await create(10, { checkDate: '2026-09-06', status: 'Poam', notes: '=1+1, "quoted"' });
  const { status, text, headers } = await server
    .as('Viewer')
    .post('/v1/controlsets/Export()', { startDate: '2026-09-06', tenantId: server.tenants.own, controlSetId: setId });
  expect(status).toBe(200);
  expect(headers['content-disposition']).toBe('attachment; filename="compliance-2026-09-06.csv"');
  const lines = text.trimEnd().split('\r\n');
  expect(lines).toHaveLength(13);
  expect(lines[0]).toBe('Control Set,Control,Title,Week,Status,Notes,Evidence');
  expect(lines[1]).toBe('Checklist,C-1,Control 1,2026-09-06,,,');
  expect(lines[11]).toBe(`Checklist,C-11,Control 11,2026-09-06,POA&M,"'=1+1, ""quoted""",`);
});

test('the export is limited to 1,000 rows', async () => {
  const { body } = await server.as('Operator').put('/v1/controlsets/import', {
    name: 'Large',
    controls: Array.from({ length: 1_200 }, (_, n) => ({ name: `L-${n}`, title: 'Large' })),
  });
  const answer = await server
    .as('Viewer')
    .post('/v1/controlsets/Export', { startDate: '2026-11-22', controlSetId: (body as Stored).id });
  expect(answer.text.trimEnd().split('\r\n')).toHaveLength(1_001);
});

test('viewers may not change statuses, and requesters may not view control sets', async () => {
  expect((await create(11, {}, 'Viewer')).status).toBe(403);
  const { body } = await create(11);
  const viewer = server.as('Viewer');
  expect((await viewer.patch(`/v1/controlstatuses/${body.id}`, [seen('status', 'Compliant')])).status).toBe(403);
  expect((await viewer.delete(`/v1/controlstatuses/${body.id}`)).status).toBe(403);
  expect((await server.as('Requester').get('/v1/controlsets')).status).toBe(403);
});

test('a control of another tenant is not found', async () => {
  const answer = await server
    .as('Operator', server.tenants.foreign)
    .post('/v1/controlstatuses', { checkDate: week, status: 'Compliant', controlId: controlIds[0] });
  expect(answer.status).toBe(404);
  const moved = await create(0, { tenantId: server.tenants.foreign });
  expect(moved.status).toBe(404);
});

test('the checklist of a week lists every control in order, with or without a record', async () => {
  const read = async (query: string, client = server.as('Viewer')) =>
    client.get(`/v1/controlsets/checklist?checkDate=2025-01-05${query}`);
  const { body: made } = await create(7, { checkDate: '2025-01-05T00:00:00.000Z', status: 'Poam', notes: 'Planned' });
  const { id, modified } = made;
  const { status, body } = await read(`&controlSetId=${setId}`);
  expect(status).toBe(200);
  const { controls } = body as { controls: { id: string; record: unknown }[] };
  expect(controls.map((control) => control.id)).toEqual(controlIds);
  expect(controls[7]).toEqual({
    id: controlIds[7],
    name: 'C-8',
    title: 'Control 8',
    record: { id, status: 'Poam', notes: 'Planned', evidenceCount: 0, modified },
  });
  expect(controls.filter(({ record }) => record !== null)).toHaveLength(1);
  const sets = await server.as('Viewer').get('/v1/controlsets?$orderby=name&$top=1');
  const [first] = (sets.body as { value: { id: string }[] }).value;
  expect((await read('')).body).toMatchObject({ controlSetId: first?.id });
  const foreign = server.as('Viewer', server.tenants.foreign);
  expect((await read('', foreign)).body).toEqual({ controlSetId: null, controls: [] });
  expect((await read(`&controlSetId=${setId}`, foreign)).status).toBe(404);
  expect((await read(`&tenantId=${server.tenants.own}`, foreign)).status).toBe(404);
  expect((await server.as('Viewer').get('/v1/controlsets/checklist?checkDate=2025-01-06')).status).toBe(400);
});
