import type { WorkUnit } from '@cfs/contracts/work-units';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let units: WorkUnit[];

const seeds = [
  { title: 'Printer is out of paper', severityId: 'Sev3', assignedTo: 'alice@example.com', referenceId: 'INC-4711' },
  { title: 'Mail is down', severityId: 'Sev0', description: 'Nobody in Zürich gets mail' },
  {
    title: 'Mail is slow',
    severityId: 'Sev1',
    stakeHolderFullName: 'Bob Stone',
    stakeHolderEmailAddress: 'bs@fjell.example',
  },
  { title: 'Mail is odd', severityId: 'Sev1', stakeHolderPhoneNumber: '+47 555 0100' },
];

beforeAll(async () => {
  server = await startTestServer();
  await server.colleague('alice@example.com');
  units = [];
  for (const seed of seeds) {
    server.clock.advance(1_000);
    const answer = await server.as('Operator').put('/v1/workunits', { workUnitTypeId: 1, ...seed });
    units.push(answer.body as WorkUnit);
  }
  await server.as('Operator', server.tenants.foreign).put('/v1/workunits', {
    title: 'Mail of others',
    severityId: 'Sev0',
    workUnitTypeId: 1,
  });
});
afterAll(() => server.close());

const list = async (query: string, role: 'Viewer' | 'Operator' = 'Viewer', tenantId?: string) => {
  const answer = await server.as(role, tenantId).get(`/v1/workunits?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as { value: (WorkUnit & Record<string, unknown>)[]; '@odata.count'?: number };
};

test('filter, sort by two keys, search, expand and count can be combined', async () => {
  const page = await list(
    `$filter=severityId in ('Sev0','Sev1') and stateId eq 'New' and workUnitTypeId eq 1` +
      `&$orderby=severityId asc,created desc&$search=mail&$expand=protocol,tenant,workUnitType,category,subcategory` +
      `&$count=true&$top=10`,
  );
  expect(page['@odata.count']).toBe(3);
  expect(page.value.map((unit) => unit.title)).toEqual(['Mail is down', 'Mail is odd', 'Mail is slow']);
  expect(page.value[0]).toMatchObject({
    tenant: { name: 'Own' },
    workUnitType: { workUnitTypeId: 1, name: 'Incident' },
    protocol: null,
    category: null,
    subcategory: null,
  });
});

test('types are filtered by number or by name', async () => {
  for (const type of ['1', "'Incident'", "'incident'"])
    expect((await list(`$filter=workUnitTypeId eq ${type}`)).value).toHaveLength(seeds.length);
  expect((await list(`$filter=workUnitTypeId in ('ChangeRequest',3)`)).value).toEqual([]);
});

test('relations can be expanded in the list and for one unit', async () => {
  const [first, second] = units;
  const relation = { referenceType: 'WorkUnit', referenceId: String(second?.workUnitId) };
  const related = await server.as('Operator').put(`/v1/workunits/${first?.workUnitId}/relations`, relation);
  expect(related.status, related.text).toBe(201);
  const query = '$select=workUnitId&$expand=relations($select=referenceId,referenceType)';
  const wanted = { workUnitId: first?.workUnitId, relations: [relation] };
  expect((await list(`${query}&$filter=workUnitId eq ${first?.workUnitId}`)).value).toEqual([wanted]);
  const one = await server.as('Viewer').get(`/v1/workunits/${first?.workUnitId}?${query}`);
  expect(one.headers['odata-version']).toBe('4.0');
  expect(one.body).toEqual({
    '@odata.context': expect.stringMatching(
      /\/v1\/\$metadata#workunits\(workUnitId,relations\(referenceId,referenceType\)\)\/\$entity$/,
    ),
    ...wanted,
  });
  const tied = (await list(`$filter=relations/any(r: r/referenceType eq 'WorkUnit')`)).value;
  expect(new Set(tied.map(({ workUnitId }) => workUnitId))).toEqual(
    new Set([first, second].map((unit) => unit?.workUnitId)),
  );
});

test('the default order is by severity, then newest first', async () => {
  const { value } = await list('$select=title');
  expect(value.map((unit) => unit.title)).toEqual([
    'Mail is down',
    'Mail is odd',
    'Mail is slow',
    'Printer is out of paper',
  ]);
});

test('units of equal severity are in the default order', async () => {
  const upwards = await list('$orderby=severityId&$select=title');
  expect(upwards.value).toEqual((await list('$select=title')).value);
  const downwards = await list('$orderby=severityId desc&$select=title');
  expect(downwards.value).toEqual(upwards.value.toReversed());
});

test('the search covers all nine fields', async () => {
  const [first] = units;
  for (const [text, titles] of [
    ['PAPER', ['Printer is out of paper']],
    ['alice', ['Printer is out of paper']],
    ['zürich', ['Mail is down']],
    ['inc-4711', ['Printer is out of paper']],
    ['stone', ['Mail is slow']],
    ['bs@fjell.example', ['Mail is slow']],
    ['"555 0100"', ['Mail is odd']],
    ['own', ['Mail is down', 'Mail is odd', 'Mail is slow', 'Printer is out of paper']],
    ['nothing-like-it', []],
  ] as const)
    expect(
      (await list(`$search=${encodeURIComponent(text)}`)).value.map((unit) => unit.title),
      text,
    ).toEqual(titles);
  expect((await list(`$search=${first?.workUnitId ?? 0}`)).value.map((unit) => unit.workUnitId)).toContain(
    first?.workUnitId,
  );
});

test('a renamed tenant is found by its new name', async () => {
  await server.database.asOwner(`update cfs.tenants set name = 'Fjordkraft' where tenant_id = $1`, [
    server.tenants.own,
  ]);
  expect((await list('$search=fjordkraft')).value).toHaveLength(4);
  expect((await list('$orderby=tenant/name')).value).toHaveLength(4);
});

test('a unit written while its tenant is renamed has the new name', async () => {
  const name = 'Fjord og Fjell';
  const rename = `update cfs.tenants set name = $2 where tenant_id = $1`;
  const renaming = await server.database.hold(rename, [server.tenants.own, name], 'commit');
  const unit = { title: 'In between', severityId: 'Sev4', workUnitTypeId: 1 };
  const written = server.as('Operator').put('/v1/workunits', unit);
  await expect
    .poll(() => server.database.asOwner(`select 1 from pg_locks where locktype = 'advisory' and not granted`))
    .toHaveLength(1);
  await renaming[Symbol.asyncDispose]();
  expect((await written).status).toBe(201);
  const { value } = await list(`$filter=tenant/name eq '${name}'&$select=title&$expand=tenant($select=name,name)`);
  expect(value).toHaveLength(5);
  expect(value).toContainEqual(expect.objectContaining({ title: 'In between', tenant: { name } }));
});

test('the name of a unit’s tenant is the same with any $select of the expanded tenant', async () => {
  const names = async (expand: string) =>
    (await list(`$select=title&$expand=${expand}`)).value.map(({ tenant }) => (tenant as { name: string }).name);
  const whole = await names('tenant');
  expect(whole).toHaveLength(5);
  expect(await names('tenant($select=name)')).toEqual(whole);
  expect(await names('tenant($select=tenantId,NAME)')).toEqual(whole);
  expect(await names('tenant($select=*)')).toEqual(whole);
  const groups = await list('$apply=groupby((tenantId,tenant/name),aggregate($count as total))');
  expect(groups.value).toMatchObject([{ tenantId: server.tenants.own, tenant: { name: whole[0] }, total: 5 }]);
});

test('the list of a person with access to several tenants contains the units of all', async () => {
  const { value } = await list('$select=title,tenantId', 'Operator', 'all');
  expect(new Set(value.map((unit) => unit.tenantId))).toEqual(new Set([server.tenants.own, server.tenants.foreign]));
});

test('grouping counts units by state', async () => {
  const { value } = await list('$apply=groupby((stateId),aggregate($count as total))');
  expect(value).toMatchObject([{ stateId: 'New', total: 5 }]);
});

test('edges can be expanded for one unit', async () => {
  const id = units[0]?.workUnitId ?? 0;
  const answer = await server.as('Viewer').get(`/v1/workunits(${id})?$expand=workUnitType`);
  expect(answer.body).toMatchObject({ workUnitId: id, workUnitType: { name: 'Incident' } });
});

test('a unit out of reach returns 404 to view and view:mine', async () => {
  const id = units[0]?.workUnitId ?? 0;
  expect((await server.as('Viewer', server.tenants.foreign).get(`/v1/workunits/${id}`)).status).toBe(404);
  expect((await server.as('Requester').get(`/v1/workunits/${id}`)).status).toBe(404);
  expect((await server.as('Requester').get('/v1/workunits')).status).toBe(403);
  expect((await server.as('Viewer').get('/v1/workunits/nonsense')).status).toBe(400);
});

test('the approver lookup returns true only for the caller’s own mail', async () => {
  const { mail } = await server.person('Operator');
  const ask = (id: string) => server.as('Operator').get(`/api/generallookup/approval?approverId=${id}`);
  expect((await ask(mail)).body).toBe(true);
  expect((await ask('boss@example.com')).body).toBe(false);
});
