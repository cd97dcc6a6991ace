import type { IntakeFormVersion } from '@cfs/contracts/intake-forms';
import type { Tenant } from '@cfs/contracts/tenants';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const form = {
  schema: {
    title: 'New employee',
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', title: 'Full name', pattern: String.raw`^(\p{L}+ ?)+$` },
      start: { type: 'string', title: 'First day', format: 'date' },
      address: { type: 'object', title: 'Address', properties: { city: { type: 'string', title: 'City' } } },
    },
  },
  uischema: {
    'ui:stepper': [
      { title: 'Person', fields: ['name', 'start'] },
      { title: 'Home', fields: ['address'] },
    ],
  },
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const stored = await server
    .as('Administrator')
    .post(`/v1/tenants/${server.tenants.own}`, { intakeWizardFormData: JSON.stringify(form) });
  expect(stored.status, stored.text).toBe(200);
});
afterAll(() => server.close());

const submit = async (answers: unknown, tenantId = server.tenants.own) => {
  const body = {
    title: 'Intake',
    severityId: 'Sev3',
    workUnitTypeId: 3,
    tenantId,
    properties: JSON.stringify(answers),
  };
  const answer = await server.as('Operator').put('/v1/workunits', body);
  return { ...answer, body: answer.body as Record<string, unknown> };
};

const store = async (text: string) => {
  const all = server.as('Administrator', 'all');
  const created = await all.put('/v1/tenants', { name: 'Storing' });
  return all.post(`/v1/tenants/${(created.body as Tenant).tenantId}`, { intakeWizardFormData: text });
};

describe('an intake', () => {
  test('becomes a unit whose texts contain the answers', async () => {
    const answers = { name: 'Anna Berg', start: '2026-12-01', address: { city: 'Oslo' } };
    const { status, body } = await submit(answers);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      title: 'New employee: Anna Berg',
      description: 'Person\nFull name: Anna Berg\nFirst day: 2026-12-01\n\nHome\nAddress, City: Oslo',
      workUnitTypeId: 3,
      stateId: 'New',
      properties: JSON.stringify(answers),
    });
  });

  test('with invalid answers returns an error for each of them', async () => {
    const { status, body } = await submit({ start: 'tomorrow', address: { city: 7 } });
    expect(status).toBe(400);
    expect(body['errors']).toEqual({
      'Properties.name': ['Please fill this in.'],
      'Properties.start': ['Please enter a valid date.'],
      'Properties.address.city': ['Must be text.'],
    });
  });

  test('keeps HTML in answers as text', async () => {
    const html = '<img src=x onerror=alert(1)>';
    const { status, body } = await submit({ name: 'Anna', address: { city: html } });
    expect(status).toBe(201);
    expect(body['description']).toContain(`City: ${html}`);
  });

  test('matches patterns against hostile answers in linear time', async () => {
    const { status, body } = await submit({ name: `${'a'.repeat(3_999)}!` });
    expect(status).toBe(400);
    expect(body['errors']).toEqual({ 'Properties.name': ['This is not in the expected form.'] });
  });

  test.for([null, 3, 'text', []])('returns 400 for %j as answers', async (answers) => {
    const { status, body } = await submit(answers);
    expect(status).toBe(400);
    expect(body['errors']).toEqual({ Properties: ['The answers must be a JSON object.'] });
  });

  test('without answers is validated against the schema as well', async () => {
    const body = { title: 'Intake', severityId: 'Sev3', workUnitTypeId: 3 };
    const { status, body: problem } = await server.as('Operator').put('/v1/workunits', body);
    expect(status).toBe(400);
    expect(problem).toMatchObject({ errors: { 'Properties.name': ['Please fill this in.'] } });
  });

  test('validates changed answers as well', async () => {
    const { body: unit } = await submit({ name: 'Anna' });
    const change = (answers: unknown) =>
      server.as('Operator').patch(`/v1/workunits/${String(unit['workUnitId'])}`, [
        { op: 'test', path: '/properties', value: unit['properties'] },
        { op: 'replace', path: '/properties', value: answers },
      ]);
    for (const answers of [null, '{}', '{"name":"Anna","start":"tomorrow"}'])
      expect((await change(answers)).status, String(answers)).toBe(400);
    expect((await change('{"name":"Berta"}')).status).toBe(200);
  });

  test('requires a tenant that stores a schema', async () => {
    const all = server.as('Administrator', 'all');
    const { tenantId } = (await all.put('/v1/tenants', { name: 'Without a form' })).body as Tenant;
    const body = { title: 'Intake', severityId: 'Sev3', workUnitTypeId: 3, tenantId, properties: '{}' };
    const { status, body: problem } = await all.put('/v1/workunits', body);
    expect(status).toBe(400);
    expect(problem).toMatchObject({ errors: { WorkUnit: ['This tenant does not have a schema stored.'] } });
  });

  test('for a foreign tenant returns 404 and creates no unit', async () => {
    expect((await submit({ name: 'Anna' }, server.tenants.foreign)).status).toBe(404);
    const rows = await server.database.asOwner('select from cfs.work_units where tenant_id = $1', [
      server.tenants.foreign,
    ]);
    expect(rows).toEqual([]);
  });
});

describe('the versions of a form', () => {
  const asks = (...names: string[]) =>
    JSON.stringify({
      schema: { required: names, properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])) },
    });
  const all = () => server.as('Administrator', 'all');
  const versionsOf = async (tenantId: string) =>
    (await all().get(`/v1/tenants/${tenantId}/intakeforms`)).body as IntakeFormVersion[];
  const change = async (tenantId: string, intakeWizardFormData: string | null) => {
    const answer = await all().post(`/v1/tenants/${tenantId}`, { intakeWizardFormData });
    expect(answer.status, answer.text).toBe(200);
  };
  const newTenant = async (form?: string) => {
    const made = await all().put('/v1/tenants', { name: 'Versions', ...(form && { intakeWizardFormData: form }) });
    return (made.body as Tenant).tenantId;
  };
  const intake = async (tenantId: string, answers: object) => {
    const body = {
      title: 'Intake',
      severityId: 'Sev3',
      workUnitTypeId: 3,
      tenantId,
      properties: JSON.stringify(answers),
    };
    return (await all().put('/v1/workunits', body)).body as {
      workUnitId: number;
      intakeFormVersion: number;
      properties: string;
    };
  };

  test('are stored, each with its author', async () => {
    const tenantId = await newTenant(asks('a'));
    await change(tenantId, asks('b'));
    const { mail } = await server.person('Administrator', 'all');
    expect(await versionsOf(tenantId)).toEqual([
      { version: 2, created: server.clock.now().toISOString(), createdBy: mail, isCurrent: true },
      { version: 1, created: server.clock.now().toISOString(), createdBy: mail, isCurrent: false },
    ]);
    expect((await all().get(`/v1/tenants/${tenantId}/intakeforms/1`)).text).toBe(asks('a'));
    expect((await all().get(`/v1/tenants/${tenantId}/intakeforms/3`)).status).toBe(404);
    for (const version of ['0', 'x', '99999999999'])
      expect((await all().get(`/v1/tenants/${tenantId}/intakeforms/${version}`)).status).toBe(400);
  });

  test('are added only when the form changes', async () => {
    const tenantId = await newTenant();
    expect(await versionsOf(tenantId)).toEqual([]);
    await change(tenantId, asks('a'));
    await change(tenantId, asks('a'));
    await all().post(`/v1/tenants/${tenantId}`, { assignmentGroups: 'Network' });
    expect(await versionsOf(tenantId)).toMatchObject([{ version: 1, isCurrent: true }]);
    await change(tenantId, null);
    expect(await versionsOf(tenantId)).toMatchObject([{ version: 1, isCurrent: false }]);
    await change(tenantId, asks('a'));
    expect((await versionsOf(tenantId)).map(({ version }) => version)).toEqual([2, 1]);
  });

  test('are distinct for concurrent changes', async () => {
    const tenantId = await newTenant();
    await Promise.all(['a', 'b', 'c'].map((name) => change(tenantId, asks(name))));
    expect((await versionsOf(tenantId)).map(({ version }) => version)).toEqual([3, 2, 1]);
  });

  test('are kept for the units that were submitted with them', async () => {
    const tenantId = await newTenant(asks('a'));
    const unit = await intake(tenantId, { a: 'first' });
    expect(unit.intakeFormVersion).toBe(1);
    await change(tenantId, asks('b'));
    const form = await all().get(`/v1/workunits/${unit.workUnitId}/intakeform`);
    expect([form.status, form.text, form.headers['content-type']]).toEqual([
      200,
      asks('a'),
      'application/json; charset=utf-8',
    ]);
    const patch = (properties: object) =>
      all().patch(`/v1/workunits/${unit.workUnitId}`, [
        { op: 'test', path: '/properties', value: unit.properties },
        { op: 'replace', path: '/properties', value: JSON.stringify(properties) },
      ]);
    const refused = await patch({ b: 'second' });
    expect(refused.body).toMatchObject({ errors: { 'Properties.a': ['Please fill this in.'] } });
    expect((await patch({ a: 'second' })).status).toBe(200);
    expect((await intake(tenantId, { b: 'third' })).intakeFormVersion).toBe(2);
  });

  test('cannot be set by a caller', async () => {
    const unit = await intake(await newTenant(asks('a')), { a: 'b' });
    const answer = await all().patch(`/v1/workunits/${unit.workUnitId}`, [
      { op: 'test', path: '/intakeFormVersion', value: 1 },
      { op: 'replace', path: '/intakeFormVersion', value: 7 },
    ]);
    expect(answer.status).toBe(400);
  });

  test('are absent from units without a form', async () => {
    const made = await server
      .as('Operator')
      .put('/v1/workunits', { title: 'Disk', severityId: 'Sev2', workUnitTypeId: 1 });
    const { workUnitId, intakeFormVersion } = made.body as { workUnitId: number; intakeFormVersion: null };
    expect(intakeFormVersion).toBeNull();
    expect((await server.as('Operator').get(`/v1/workunits/${workUnitId}/intakeform`)).status).toBe(404);
  });
});

describe('a schema', () => {
  test('with errors is refused with all of them, and the stored one is kept', async () => {
    const all = server.as('Administrator', 'all');
    const stored = JSON.stringify(form);
    const { tenantId } = (await all.put('/v1/tenants', { name: 'Keeping', intakeWizardFormData: stored }))
      .body as Tenant;
    const faulty = {
      schema: { properties: { a: {} }, if: { required: ['b'] }, then: {} },
      uischema: {
        'ui:stepper': [
          { title: 'One', fields: ['a'] },
          { title: 'Two', fields: ['c'] },
        ],
      },
    };
    const answer = await all.post(`/v1/tenants/${tenantId}`, { intakeWizardFormData: JSON.stringify(faulty) });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      errors: {
        IntakeWizardFormData: [
          'The step "Two" refers to the field "c", which the schema does not have.',
          'The step "Two" can never be reached: none of its fields is ever shown.',
          'A condition refers to the field "b", which the schema does not have.',
        ],
      },
    });
    for (const text of ['{', '[]', '5', '{"uischema":{}}', `"${'x'.repeat(600_000)}"`]) {
      expect(
        (await all.post(`/v1/tenants/${tenantId}`, { intakeWizardFormData: text })).status,
        text.slice(0, 20),
      ).toBe(400);
    }
    expect((await all.get(`/v1/tenants/${tenantId}/intakewizardschema`)).text).toBe(stored);
  });

  test.for([
    ['that is not JSON', '{"schema":', 'The schema must be JSON.'],
    ['without the member "schema"', '{"uischema":{}}', 'The JSON must have the members "schema" and "uischema".'],
    ['that refers to itself', { $defs: { a: { not: { $ref: '#/$defs/a' } } } }, 'The schema refers to itself.'],
    [
      'that refers to another host',
      { properties: { a: { $ref: 'https://example.com/a.json' } } },
      'The reference https://example.com/a.json does not resolve.',
    ],
    [
      'that grows with its references',
      {
        $defs: Object.fromEntries(
          Array.from({ length: 6 }, (_, n) => [
            `a${n}`,
            n === 0 ? { type: 'string' } : { allOf: Array(10).fill({ $ref: `#/$defs/a${n - 1}` }) },
          ]),
        ),
        properties: { a: { $ref: '#/$defs/a5' } },
      },
      'The schema is too large.',
    ],
    [
      'that is nested too deeply',
      Array.from({ length: 30 }).reduce<object>((inner) => ({ not: inner }), {}),
      'The schema is nested too deeply.',
    ],
  ] as const)('%s leaves the stored one and its versions as they are', async ([, schema, reason]) => {
    const all = server.as('Administrator', 'all');
    const stored = JSON.stringify(form);
    const { tenantId } = (await all.put('/v1/tenants', { name: 'Refusing', intakeWizardFormData: stored }))
      .body as Tenant;
    const text = typeof schema === 'string' ? schema : JSON.stringify({ schema });
    const answer = await all.post(`/v1/tenants/${tenantId}`, { name: 'Replaced', intakeWizardFormData: text });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ errors: { IntakeWizardFormData: [reason] } });
    expect((await all.get(`/v1/tenants/${tenantId}/intakewizardschema`)).text).toBe(stored);
    expect((await all.get(`/v1/tenants/${tenantId}/intakeforms`)).body).toMatchObject([
      { version: 1, isCurrent: true },
    ]);
    const { body } = await all.get(`/v1/tenants?$filter=tenantId eq ${tenantId}`);
    expect(body).toMatchObject({ value: [{ name: 'Refusing' }] });
  });

  test.for([
    ['https://example.com/schema.json', 'https://example.com/schema.json'],
    ['#', '#'],
    ['file:///etc/passwd', 'file:///etc/passwd'],
    ['#/properties/a', '#/properties/a'],
  ] as const)('that refers to %s is refused', async ([$ref]) => {
    const { status, body } = await store(JSON.stringify({ schema: { properties: { a: { $ref } } } }));
    expect(status).toBe(400);
    expect(body).toMatchObject({ errors: { IntakeWizardFormData: [`The reference ${$ref} does not resolve.`] } });
  });

  test('that was stored with errors does not prevent other changes of the tenant', async () => {
    const all = server.as('Administrator', 'all');
    const { tenantId } = (await all.put('/v1/tenants', { name: 'Of old' })).body as Tenant;
    const faulty = JSON.stringify({ schema: { required: ['gone'] } });
    await server.database.asOwner('update cfs.tenants set intake_wizard_form_data = $2 where tenant_id = $1', [
      tenantId,
      faulty,
    ]);
    const body = { name: 'Renamed', intakeWizardFormData: faulty };
    expect((await all.post(`/v1/tenants/${tenantId}`, body)).status).toBe(200);
  });

  test.for([
    ['invalid JSON', 'name,start', 'The schema must be JSON.'],
    [
      'a pattern without linear matching',
      { properties: { a: { pattern: '(a)\\1' } } },
      'The pattern (a)\\1 is not supported.',
    ],
    ['a reference to itself', { $defs: { a: { not: { $ref: '#/$defs/a' } } } }, 'The schema refers to itself.'],
    [
      'an excessive minItems',
      { properties: { a: { type: 'array', minItems: 1e12 } } },
      'The keyword minItems does not accept this value.',
    ],
  ] as const)('with %s is not stored', async ([, schema, message]) => {
    const { status, body } = await store(typeof schema === 'string' ? schema : JSON.stringify({ schema }));
    expect(status).toBe(400);
    expect(body).toMatchObject({ errors: { IntakeWizardFormData: [message] } });
  });

  test('that was stored before these rules counts as missing', async () => {
    const all = server.as('Administrator', 'all');
    const { tenantId } = (await all.put('/v1/tenants', { name: 'Of old' })).body as Tenant;
    const hostile = {
      schema: { $defs: { a: { allOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/a' }] } }, $ref: '#/$defs/a' },
    };
    await server.database.asOwner('update cfs.tenants set intake_wizard_form_data = $2 where tenant_id = $1', [
      tenantId,
      JSON.stringify(hostile),
    ]);
    const body = { title: 'Intake', severityId: 'Sev3', workUnitTypeId: 3, tenantId, properties: '{"a":1}' };
    expect((await all.put('/v1/workunits', body)).text).toContain('This tenant does not have a schema stored.');
  });
});
