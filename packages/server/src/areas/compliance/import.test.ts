import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { tenantsArea } from '../tenants/tenants-area.ts';
import { complianceArea } from './compliance-area.ts';
import { smallCatalog } from './testing/small-catalog.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ areas: [complianceArea, tenantsArea] });
});
afterAll(() => server.close());

const week = '2026-11-22T00:00:00.000Z';
const address = '/v1/controlsets/import';

interface Listed {
  readonly value: readonly {
    readonly id: string;
    readonly name: string;
    readonly tenantId: string | null;
    readonly controls: readonly {
      readonly id: string;
      readonly name: string;
      readonly controlStatuses: readonly { readonly status: string; readonly tenantId: string }[];
    }[];
  }[];
}

const setNamed = async (name: string, client = server.as('Viewer')) => {
  const { body } = await client.get(
    `/v1/controlsets?$filter=name eq '${name}'&$expand=controls($expand=controlStatuses($filter=checkDate eq ${week}))`,
  );
  return (body as Listed).value[0];
};

test('an imported catalogue is listed with its controls in order', async () => {
  const { status, body } = await server.as('Operator').put(address, smallCatalog());
  expect(status).toBe(201);
  expect(body).toMatchObject({ tenantId: server.tenants.own, name: 'Small catalogue', added: 4, retired: 0 });
  const set = await setNamed('Small catalogue');
  expect(set?.controls.map(({ name }) => name)).toEqual(['DR-1', 'DR-1(1)', 'DR-1(2)', 'WN-1']);
});

test('a second import changes only what differs and keeps the statuses', async () => {
  const file = (...controls: object[]) => ({ name: 'Again', controls });
  const [one, two, three] = [
    { name: 'A-1', title: 'One' },
    { name: 'A-2', title: 'Two' },
    { name: 'A-3', title: 'Three' },
  ];
  const operator = server.as('Operator');
  await operator.put(address, file(one, two));
  const before = await setNamed('Again');
  for (const { id: controlId } of before?.controls ?? [])
    await operator.post('/v1/controlstatuses', { checkDate: week, status: 'Compliant', controlId });

  server.clock.advance(1);
  const second = await operator.put(address, file(three, { ...one, title: 'Changed' }));
  expect(second.body).toMatchObject({ id: before?.id, added: 1, changed: 1, unchanged: 0, retired: 1 });
  const during = await setNamed('Again');
  expect(during?.controls.map(({ name, controlStatuses }) => [name, controlStatuses.length])).toEqual([
    ['A-3', 0],
    ['A-1', 1],
  ]);

  server.clock.advance(1);
  const third = await operator.put(address, file(one, two));
  expect(third.body).toMatchObject({ added: 0, changed: 2, retired: 1 });
  const after = await setNamed('Again');
  expect(after?.controls.map(({ id, controlStatuses }) => [id, controlStatuses[0]?.status])).toEqual(
    before?.controls.map(({ id }) => [id, 'Compliant']),
  );

  const fourth = await operator.put(address, file(one, two));
  expect(fourth.body).toMatchObject({ added: 0, changed: 0, unchanged: 2, retired: 0 });
  const records = await server.database.asOwner<{ before: number | null; after: number }>(
    `select jsonb_array_length(before::jsonb -> 'controls') as before, jsonb_array_length(after::jsonb -> 'controls') as after
     from cfs.audit_records where entity = 'ControlSet' and entity_id = $1 order by recorded`,
    [before?.id],
  );
  expect(records).toEqual([
    { before: null, after: 2 },
    { before: 2, after: 3 },
    { before: 3, after: 3 },
  ]);
});

test('two concurrent imports of one set both succeed', async () => {
  const operator = server.as('Operator');
  const file = (title: string) => ({ name: 'At once', controls: [{ name: 'C-1', title }] });
  const answers = await Promise.all([operator.put(address, file('East')), operator.put(address, file('West'))]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect((await setNamed('At once'))?.controls).toHaveLength(1);
});

describe('a shared control set', () => {
  const file = { name: 'Shared', controls: [{ name: 'S-1', title: 'One' }] };

  test('needs the permission in all tenants', async () => {
    expect((await server.as('Operator').put(`${address}?tenantId=null`, file)).status).toBe(403);
    expect((await server.as('Administrator', 'all').put(`${address}?tenantId=null`, file)).status).toBe(201);
  });

  test('is seen by every tenant, each with its own statuses', async () => {
    const { foreign, own } = server.tenants;
    const control = (await setNamed('Shared'))?.controls[0];
    for (const [tenantId, status] of [
      [own, 'Compliant'],
      [foreign, 'Exempt'],
    ] as const) {
      const body = { checkDate: week, status, controlId: control?.id };
      expect((await server.as('Operator', tenantId).post('/v1/controlstatuses', body)).status).toBe(200);
    }
    for (const [tenantId, status] of [
      [own, 'Compliant'],
      [foreign, 'Exempt'],
    ] as const) {
      const set = await setNamed('Shared', server.as('Viewer', tenantId));
      expect(set).toMatchObject({ tenantId: null, controls: [{ controlStatuses: [{ status, tenantId }] }] });
      expect(set?.controls[0]?.controlStatuses).toHaveLength(1);
    }
    const all = await setNamed('Shared', server.as('Viewer', 'all'));
    expect(all?.controls[0]?.controlStatuses.map(({ status }) => status).toSorted()).toEqual(['Compliant', 'Exempt']);
    const { body } = await server
      .as('Viewer')
      .get(`/v1/controlsets?$filter=controls/any(c:c/controlStatuses/any(s:s/status eq 'Exempt'))`);
    expect(body).toMatchObject({ value: [] });
  });
});

describe('a refused file', () => {
  const deep = `{"name":"Kept","controls":${'['.repeat(100)}${']'.repeat(100)}}`;
  const wide = `{"name":"Kept","controls":[${'1,'.repeat(400_001)}1]}`;

  test.each([
    ['that is not JSON', 'Kept: 1', /not valid JSON/],
    ['that is empty', ' ', /empty/],
    ['nested too deeply', deep, /nested deeper than 64 levels/],
    ['with too many values', wide, /more than 400000 values/],
    ['with a key that pollutes a prototype', '{"name":"Kept","__proto__":{}}', /not allowed/],
    [
      'with duplicate controls',
      JSON.stringify({
        name: 'Kept',
        controls: [
          { name: 'K', title: 'K' },
          { name: 'K', title: 'L' },
        ],
      }),
      /occurs twice/,
    ],
    ['with markup', JSON.stringify({ name: 'Kept', controls: [{ name: 'K', title: '<script>x</script>' }] }), /markup/],
  ])('%s returns 400 with the reason and replaces nothing', async (_case, body, reason) => {
    const operator = server.as('Operator');
    await operator.put(address, { name: 'Kept', controls: [{ name: 'K', title: 'Kept' }] });
    const { status, body: problem } = await operator.send('PUT', address, {
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect(status).toBe(400);
    expect(problem).toMatchObject({ detail: expect.stringMatching(reason) });
    expect((await setNamed('Kept'))?.controls).toMatchObject([{ name: 'K', title: 'Kept' }]);
  });

  test('of more than 8 MiB returns 413', async () => {
    const { status } = await server.as('Operator').send('PUT', address, {
      body: `"${'x'.repeat(8 * 1024 * 1024)}"`,
      headers: { 'content-type': 'application/json' },
    });
    expect(status).toBe(413);
  });

  test('that is compressed returns 415 with its content encoding', async () => {
    const { status, body } = await server.as('Operator').send('PUT', address, {
      body: Buffer.from([0x1f, 0x8b, 0x08]),
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    });
    expect(status).toBe(415);
    expect(body).toMatchObject({ detail: 'The content encoding gzip is not supported by this call.' });
  });

  test('of another media type returns 415', async () => {
    const { status } = await server.as('Operator').send('PUT', address, {
      body: '<xml/>',
      headers: { 'content-type': 'application/xml' },
    });
    expect(status).toBe(415);
  });
});

test('an import needs the permission to create', async () => {
  expect((await server.as('Viewer').put(address, smallCatalog())).status).toBe(403);
  expect((await server.as('Requester').put(address, smallCatalog())).status).toBe(403);
});
