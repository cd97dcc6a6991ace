import type { StatusEvidence } from '@cfs/contracts/control-evidence';
import { controlEvidenceLimits } from '@cfs/contracts/control-evidence-limits';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemContext, systemTenantId, type Context } from '../../../platform/context.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { readStatusEvidence } from './read-status-evidence.ts';

const weeks = { before: '2026-11-15T00:00:00.000Z', week: '2026-11-22T00:00:00.000Z' };
const rule = {
  name: 'Root logs in',
  ruleTypeId: 1,
  matchLifetime: '00:05:00',
  conditions: [{ Type: 0, LeftOperand: 1, Operator: 14 }],
};

let server: TestServer;
let setId: string;
let controlIds: readonly string[];
let statusId: string;

beforeAll(async () => {
  server = await startTestServer();
  const names = Array.from({ length: 60 }, (_, index) => ({ name: `E-${index}`, title: `Control ${index}` }));
  const { body } = await server.as('Operator').put('/v1/controlsets/import', { name: 'Evidence', controls: names });
  setId = (body as { id: string }).id;
  const list = await server.as('Viewer').get(`/v1/controlsets?$filter=id eq ${setId}&$expand=controls`);
  controlIds = (list.body as { value: { controls: { id: string }[] }[] }).value[0]?.controls.map(({ id }) => id) ?? [];
});
afterAll(() => server.close());

let next = 0;
const newStatus = async (checkDate = weeks.week): Promise<string> => {
  const answer = await server
    .as('Operator')
    .post('/v1/controlstatuses', { checkDate, status: 'Compliant', notes: '', controlId: controlIds[next++] });
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as { id: string }).id;
};
beforeEach(async () => {
  statusId = await newStatus();
  server.clock.advance(1);
});

const addressOf = (id = statusId) => `/v1/controlstatuses/${id}/evidence`;
const attach = (body: object, client = server.as('Operator')) => client.post(addressOf(), body);
const attachFile = (fileName: string, body: Buffer | string) =>
  server.as('Operator').send('PUT', `${addressOf()}?fileName=${encodeURIComponent(fileName)}`, {
    headers: { 'content-type': 'application/octet-stream' },
    body: Buffer.from(body),
  });
const evidenceOf = async (id = statusId): Promise<StatusEvidence> => {
  const answer = await server.as('Viewer').get(addressOf(id));
  expect(answer.status, answer.text).toBe(200);
  return answer.body as StatusEvidence;
};
const newUnit = async (tenantId = server.tenants.own) => {
  const unit = { title: 'Access review', severityId: 'Sev2', workUnitTypeId: 1 };
  const { body } = await server.as('Operator', tenantId).put('/v1/workunits', unit);
  const { workUnitId, publicWorkUnitId } = body as { workUnitId: number; publicWorkUnitId: number };
  return { workUnitId, publicWorkUnitId };
};
const newRule = async (fields: object = {}, client = server.as('Operator')) => {
  const answer = await client.put('/v1/rules', { ...rule, ...fields });
  expect(answer.status, answer.text).toBeLessThan(300);
  return (answer.body as { ruleId: string }).ruleId;
};
const recordsOf = (entity: string, id: string) =>
  server.database.asOwner(
    `select before, after from cfs.audit_records where entity = $1 and entity_id = $2 order by recorded`,
    [entity, id],
  );

test('a link, a unit, a rule and a file are attached, listed oldest first, and audited', async () => {
  const unit = await newUnit();
  const ruleId = await newRule();
  const first = await attach({ kind: 'Link', url: ' https://Example.com/policy ', title: ' Policy ' });
  expect(first.status, first.text).toBe(201);
  expect(first.body).toMatchObject({ status: { id: statusId, evidenceCount: 1 } });
  server.clock.advance(1);
  await attach({ kind: 'WorkUnit', workUnitId: unit.workUnitId });
  server.clock.advance(1);
  await attach({ kind: 'Rule', ruleId });
  server.clock.advance(1);
  expect((await attachFile('review.txt', 'All accounts reviewed')).status).toBe(201);
  const { status, value } = await evidenceOf();
  expect(status).toMatchObject({ id: statusId, status: 'Compliant', evidenceCount: 4 });
  expect(value).toMatchObject([
    { kind: 'Link', title: 'Policy', url: 'https://example.com/policy', workUnitId: null, ruleId: null },
    { kind: 'WorkUnit', title: 'Access review', ...unit, url: null },
    { kind: 'Rule', title: 'Root logs in', ruleId },
    { kind: 'File', title: 'review.txt', mediaType: 'text/plain', size: 21 },
  ]);
  expect(await recordsOf('ControlEvidence', value[3]?.id ?? '')).toMatchObject([
    { before: null, after: { kind: 'File', title: 'review.txt', size: 21, controlStatusId: statusId } },
  ]);
  expect(await recordsOf('ControlStatus', statusId)).toHaveLength(5);
});

test('the checklist counts the evidence', async () => {
  await attach({ kind: 'Link', url: 'https://example.com/' });
  const expand = `controls($expand=controlStatuses($filter=checkDate eq ${weeks.week} and tenantId eq ${server.tenants.own};$select=id,evidenceCount))`;
  const { text } = await server.as('Viewer').get(`/v1/controlsets?$filter=id eq ${setId}&$expand=${expand}`);
  expect(text).toContain(`{"id":"${statusId}","evidenceCount":1}`);
});

test('concurrent uploads of one person wait for each other', async () => {
  const sent = Array.from({ length: 12 }, (_, index) => attachFile(`${index}.txt`, 'Text'));
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(sent.map(() => 201));
});

describe('a link', () => {
  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.com/',
    'file:///etc/passwd',
    '//example.com',
    'example.com',
    'https://',
    '',
    'https://user:password@example.com/',
    `https://example.com/${'a'.repeat(2_000)}`,
    `https://example.com/${'ø'.repeat(500)}`,
  ])('to %j is refused', async (url) => {
    const answer = await attach({ kind: 'Link', url });
    expect(answer.status).toBe(400);
    expect((await evidenceOf()).value).toEqual([]);
  });

  test('with control or bidirectional characters in its title or a too long title is refused', async () => {
    for (const title of ['a\u202eb', 'a\nb', 'a\0b', 'a'.repeat(201)])
      expect((await attach({ kind: 'Link', url: 'https://example.com/', title })).status).toBe(400);
  });

  test('is attached only once', async () => {
    const both = await Promise.all([
      attach({ kind: 'Link', url: 'https://example.com/x' }),
      attach({ kind: 'Link', url: 'https://EXAMPLE.com/x', title: 'Again' }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect((await evidenceOf()).status.evidenceCount).toBe(1);
  });
});

describe('units and rules', () => {
  test('that the caller may not see cannot be attached', async () => {
    const foreignUnit = await newUnit(server.tenants.foreign);
    const foreignRule = await newRule({}, server.as('Operator', server.tenants.foreign));
    expect((await attach({ kind: 'WorkUnit', workUnitId: foreignUnit.workUnitId })).status).toBe(404);
    expect((await attach({ kind: 'Rule', ruleId: foreignRule })).status).toBe(404);
    expect((await attach({ kind: 'WorkUnit', workUnitId: 999_999_999 })).status).toBe(404);
  });

  test('of another tenant are refused, even if the caller sees both tenants', async () => {
    const foreignUnit = await newUnit(server.tenants.foreign);
    const foreignRule = await newRule({}, server.as('Operator', server.tenants.foreign));
    const everywhere = server.as('Administrator', 'all');
    for (const body of [
      { kind: 'WorkUnit', workUnitId: foreignUnit.workUnitId },
      { kind: 'Rule', ruleId: foreignRule },
    ]) {
      const answer = await attach(body, everywhere);
      expect(answer.status, answer.text).toBe(400);
      expect(answer.text).toContain('of the same tenant.');
    }
    expect((await evidenceOf()).value).toEqual([]);
  });

  test('include rules of all tenants but not deleted ones', async () => {
    const ruleId = await newRule({ name: 'Everywhere' });
    await server.database.asOwner('update cfs.rules set tenant_id = $2 where rule_id = $1', [ruleId, systemTenantId]);
    expect((await attach({ kind: 'Rule', ruleId })).body).toMatchObject({ value: [{ title: 'Everywhere', ruleId }] });
    const deleted = await newRule();
    await server.database.asOwner('update cfs.rules set is_deleted = true where rule_id = $1', [deleted]);
    expect((await attach({ kind: 'Rule', ruleId: deleted })).status).toBe(404);
  });

  test('are shown without name and id to a reader who may not see them', async () => {
    const unit = await newUnit();
    await attach({ kind: 'WorkUnit', workUnitId: unit.workUnitId });
    server.clock.advance(1);
    await attach({ kind: 'Rule', ruleId: await newRule() });
    const whole = systemContext({ name: 'test', clock: server.clock, tenantId: server.tenants.own });
    const reader: Context = {
      ...whole,
      scopeOf: (permission) =>
        [permission].flat().includes('Compliance:view')
          ? whole.scopeOf(permission)
          : { kind: 'tenants', tenantIds: [] },
    };
    const { value } = await readStatusEvidence(server.services, reader, statusId);
    expect(value).toMatchObject([
      { kind: 'WorkUnit', title: null, workUnitId: null, publicWorkUnitId: null },
      { kind: 'Rule', title: null, ruleId: null },
    ]);
    expect(JSON.stringify(value)).not.toMatch(/Access review|Root logs in/);
  });
});

describe('a file', () => {
  test('is downloaded unchanged, never as a page of the portal', async () => {
    const content = `<script>alert(1)</script>${'0123456789'.repeat(60_000)}`;
    const { body } = await attachFile(`it's "quoted" æ.txt`, content);
    const id = (body as StatusEvidence).value[0]?.id ?? '';
    const answer = await server.as('Viewer').get(`${addressOf()}/${id}`);
    expect(answer.text === content).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-disposition': `attachment; filename*=UTF-8''it%27s%20%22quoted%22%20%C3%A6.txt`,
      'content-type': 'text/plain',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
  });

  test.each<[string, Buffer | string]>([
    ['page.html', '<html></html>'],
    ['picture.png', '<script>alert(1)</script>'],
    ['program.exe', Buffer.from('4d5a9000', 'hex')],
    ['notes.txt', Buffer.from([0x61, 0, 0x62])],
    ['empty.txt', ''],
    ['../../etc/passwd.txt', 'text'],
    ['invoice\u202efdp.txt', 'text'],
    ['', 'text'],
  ])('named %j is refused for its name, type or content', async (fileName, content) => {
    expect((await attachFile(fileName, content)).status).toBe(400);
    expect((await evidenceOf()).value).toEqual([]);
  });

  test('of more than 10 MiB is refused', async () => {
    expect((await attachFile('large.txt', Buffer.alloc(controlEvidenceLimits.fileBytes + 1, 'a'))).status).toBe(413);
    expect((await attachFile('just.txt', Buffer.alloc(controlEvidenceLimits.fileBytes, 'a'))).status).toBe(201);
  });

  test('of another status or tenant returns 404', async () => {
    const { body } = await attachFile('mine.txt', 'mine');
    const id = (body as StatusEvidence).value[0]?.id ?? '';
    const other = await newStatus();
    expect((await server.as('Viewer').get(`${addressOf(other)}/${id}`)).status).toBe(404);
    expect((await server.as('Viewer', server.tenants.foreign).get(`${addressOf()}/${id}`)).status).toBe(404);
    expect((await server.as('Operator').delete(`${addressOf(other)}/${id}`)).status).toBe(404);
  });
});

test('a link has no file', async () => {
  const { body } = await attach({ kind: 'Link', url: 'https://example.com/' });
  const id = (body as StatusEvidence).value[0]?.id ?? '';
  expect((await server.as('Viewer').get(`${addressOf()}/${id}`)).status).toBe(404);
});

test('evidence is removed with its bytes, and the removal is audited', async () => {
  const { body } = await attachFile('gone.txt', 'secret by mistake');
  const id = (body as StatusEvidence).value[0]?.id ?? '';
  server.clock.advance(1);
  const answer = await server.as('Operator').delete(`${addressOf()}/${id}`);
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ status: { evidenceCount: 0 }, value: [] });
  expect((await server.as('Operator').delete(`${addressOf()}/${id}`)).status).toBe(404);
  expect(
    await server.database.asOwner('select from cfs.control_evidence_parts where control_evidence_id = $1', [id]),
  ).toEqual([]);
  expect(await recordsOf('ControlEvidence', id)).toMatchObject([
    { before: null, after: { title: 'gone.txt' } },
    { before: { title: 'gone.txt' }, after: null },
  ]);
});

test('viewers read evidence but may not change it', async () => {
  await attach({ kind: 'Link', url: 'https://example.com/' });
  const [evidence] = (await evidenceOf()).value;
  const viewer = server.as('Viewer');
  expect((await attach({ kind: 'Link', url: 'https://example.com/2' }, viewer)).status).toBe(403);
  expect((await viewer.delete(`${addressOf()}/${evidence?.id ?? ''}`)).status).toBe(403);
});

test('a status holds at most 20 pieces, also when two are attached concurrently as the last one', async () => {
  for (let count = 1; count < controlEvidenceLimits.perStatus; count += 1)
    expect((await attach({ kind: 'Link', url: `https://example.com/${count}` })).status).toBe(201);
  const both = await Promise.all([attach({ kind: 'Link', url: 'https://example.com/a' }), attachFile('b.txt', 'b')]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect((await evidenceOf()).value).toHaveLength(controlEvidenceLimits.perStatus);
});

test('a deletion with a stale modified returns 409; otherwise it deletes and audits the evidence', async () => {
  const seen = (await evidenceOf()).status.modified;
  const { body } = await attachFile('proof.txt', 'proof');
  const { status, value } = body as StatusEvidence;
  const remove = (modified: string) =>
    server.as('Operator').delete(`/v1/controlstatuses/${statusId}?modified=${encodeURIComponent(modified)}`);
  expect((await remove(seen)).status).toBe(409);
  expect((await remove(status.modified)).status).toBe(204);
  expect((await server.as('Viewer').get(addressOf())).status).toBe(404);
  expect(await recordsOf('ControlEvidence', value[0]?.id ?? '')).toMatchObject([
    { after: { title: 'proof.txt' } },
    { before: { title: 'proof.txt' }, after: null },
  ]);
});

test('carry-over copies no evidence', async () => {
  const control = next;
  const before = await newStatus(weeks.before);
  await server.as('Operator').post(addressOf(before), { kind: 'Link', url: 'https://example.com/' });
  const { status } = await server.as('Operator').post(`/v1/controlsets/${setId}/carryover`, { checkDate: weeks.week });
  expect(status).toBe(200);
  const { body } = await server
    .as('Viewer')
    .get(`/v1/controlstatuses?$filter=controlId eq ${controlIds[control] ?? ''} and checkDate eq ${weeks.week}`);
  expect(body).toMatchObject({ value: [{ status: 'Compliant', evidenceCount: 0 }] });
  expect((await evidenceOf(before)).value).toHaveLength(1);
});
