import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const incident = { workUnitId: -1, title: 'Disk is full', severityId: 'Sev0', workUnitTypeId: 1 };

const plan = {
  ...incident,
  workUnitTypeId: 2,
  resolution: 'Replace the disk',
  implementationPlan: 'Take it out, put the new one in',
  rollbackPlan: 'Put the old one back',
  affectedResources: 'srv-1',
  environment: 'Production',
  expectedCFSAlerts: 'Heartbeat of srv-1',
  plannedStartTime: '2026-03-03T20:00:00+02:00',
  plannedFinishTime: '2026-03-03T19:00:00Z',
};

/** The plan with an approver who may decide. */
const changeRequest = async () => ({ ...plan, approver1: (await server.person('Viewer')).mail });

const create = async (body: object, address = '/v1/workunits') => {
  const answer = await server.as('Operator').put(address, body);
  return { ...answer, body: answer.body as Record<string, unknown> };
};

const errorsOf = async (body: object) => {
  const answer = await create(body);
  expect(answer.status, answer.text).toBe(400);
  return answer.body['errors'];
};

test('a new unit is New, belongs to the tenant of the request, and names the caller as its creator', async () => {
  const { status, body } = await create(incident, '/api/v1/workunits');
  expect(status).toBe(201);
  const { mail } = await server.person('Operator');
  expect(body).toMatchObject({
    ...incident,
    workUnitId: expect.any(Number),
    publicWorkUnitId: body['workUnitId'],
    internalWorkUnitId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    stateId: 'New',
    tenantId: server.tenants.own,
    created: server.clock.now().toISOString(),
    createdBy: mail,
    acknowledged: null,
    resolved: null,
  });
});

test('a new unit stores its history, audit record and event', async () => {
  const { body } = await create(incident);
  const id = String(body['workUnitId']);
  const count = async (text: string) => (await server.database.asOwner(text, [id])).length;
  expect(await count(`select from cfs.work_unit_history where work_unit_id = $1 and detail = 'OnNew'`)).toBe(1);
  expect(await count(`select from cfs.audit_records where entity = 'WorkUnit' and entity_id = $1`)).toBe(1);
  const events = await server.database.asOwner<{ payload: unknown }>(
    `select payload from cfs.work_events where subject_kind = 'work-unit' and subject_id = $1`,
    [id],
  );
  expect(events).toMatchObject([{ payload: { event: 'OnNew', internalWorkUnitId: body['internalWorkUnitId'] } }]);
});

test('a missing title, severity or type is reported by field', async () => {
  expect(await errorsOf({ workUnitId: -1 })).toEqual({
    Title: ['Please enter the title'],
    SeverityId: ['Please choose a severity.'],
    WorkUnitTypeId: ['Please choose a work unit type.'],
  });
  expect(await errorsOf({ ...incident, title: ' ab ' })).toEqual({
    Title: ['The title must be at least 3 characters long.'],
  });
});

test('a new unit in another state than New is refused', async () => {
  expect(await errorsOf({ ...incident, stateId: 'Resolved' })).toEqual({
    StateId: ['A new work unit may only be New.'],
  });
});

test('an unknown or malformed field returns 400 and creates nothing', async () => {
  const before = await server.database.asOwner('select from cfs.work_units');
  for (const fault of [
    { nonsense: 1 },
    { workUnitId: 7 },
    { severityId: 'Sev9' },
    { effort: 4 },
    { properties: '{not json' },
    { referenceUrl: 'javascript:alert(1)' },
    { plannedStartTime: '31/02/2026' },
    { plannedStartTime: '0000-01-01T00:00:00Z' },
    { description: 'x'.repeat(4_001) },
    { title: 'x'.repeat(501) },
    { workUnitCategoryId: 2 ** 40 },
    { protocolId: 'not-a-guid' },
    { tenantId: 'not-a-guid' },
    { relations: [{ referenceId: 'x', referenceType: 'Nothing' }] },
  ])
    expect(await errorsOf({ ...incident, ...fault }), JSON.stringify(fault)).toBeTypeOf('object');
  expect(await server.database.asOwner('select from cfs.work_units')).toHaveLength(before.length);
});

test('text that PostgreSQL cannot store returns 400', async () => {
  for (const escape of ['\\u0000', '\\ud800']) {
    const text = `{"workUnitId":-1,"title":"bad ${escape}","severityId":"Sev0","workUnitTypeId":1}`;
    const answer = await server.as('Operator').put('/v1/workunits', text);
    expect(answer.status).toBe(400);
  }
});

test('markup in a unit is stored and returned as text', async () => {
  const title = '<script>alert("1")</script> <b>bold</b>';
  const { body } = await create({ ...incident, title, description: title });
  const read = await server.as('Viewer').get(`/v1/workunits/${String(body['workUnitId'])}`);
  expect(read.headers['content-type']).toContain('application/json');
  expect(read.body).toMatchObject({ title, description: title });
});

test('a complete Change Request is created with its times in UTC', async () => {
  const { status, body } = await create(await changeRequest());
  expect(status).toBe(201);
  expect(body).toMatchObject({
    plannedStartTime: '2026-03-03T18:00:00.000Z',
    plannedFinishTime: '2026-03-03T19:00:00.000Z',
  });
});

test('an incomplete Change Request reports all missing fields', async () => {
  const faults = await errorsOf({ ...incident, workUnitTypeId: 2 });
  expect(Object.keys(faults as object).sort()).toEqual([
    'AffectedResources',
    'Approver1',
    'Environment',
    'ExpectedCFSAlerts',
    'ImplementationPlan',
    'PlannedFinishTime',
    'PlannedStartTime',
    'Resolution',
    'RollbackPlan',
  ]);
});

test('a planned finish before the start is refused', async () => {
  expect(await errorsOf({ ...(await changeRequest()), plannedFinishTime: '2026-03-03T17:59:59.999Z' })).toEqual({
    PlannedFinishTime: ['Planned Finish Time must be equal to or greater than Planned Start Time.'],
  });
});

test('a tenant out of reach returns 404', async () => {
  for (const tenantId of [server.tenants.foreign, crypto.randomUUID(), '00000000-0000-0000-0000-000000000001'])
    expect((await create({ ...incident, tenantId })).status).toBe(404);
});

test('category and protocol must belong to the tenant', async () => {
  const { own, foreign } = server.tenants;
  const category = async (tenantId: string, { typeId = 1, isEnabled = true } = {}) => {
    const [row] = await server.database.asOwner<{ id: number }>(
      `insert into cfs.work_unit_categories (tenant_id, name, work_unit_type_id, is_enabled, is_visible_in_resolution_center, created, created_by, modified, modified_by)
       values ($1, 'Hardware', $2, $3, true, now(), 'test', now(), 'test') returning work_unit_category_id as id`,
      [tenantId, typeId, isEnabled],
    );
    return row?.id;
  };
  const [mine, theirs, shared] = [
    await category(own),
    await category(foreign),
    await category('00000000-0000-0000-0000-000000000001'),
  ];
  expect((await create({ ...incident, workUnitCategoryId: mine })).status).toBe(201);
  expect((await create({ ...incident, workUnitCategoryId: shared })).status).toBe(201);
  expect(await errorsOf({ ...incident, workUnitCategoryId: theirs })).toEqual({
    WorkUnitCategoryId: ['Please choose a category of the tenant.'],
  });
  const [otherType, disabled] = [await category(own, { typeId: 2 }), await category(own, { isEnabled: false })];
  expect(await errorsOf({ ...incident, workUnitCategoryId: otherType })).toEqual({
    WorkUnitCategoryId: ['Please choose a category for work units of this type.'],
  });
  expect(await errorsOf({ ...incident, workUnitCategoryId: disabled })).toEqual({
    WorkUnitCategoryId: ['Please choose a category of the tenant.'],
  });
  expect(await errorsOf({ ...incident, workUnitCategoryId: mine, workUnitSubcategoryId: 9_999 })).toEqual({
    WorkUnitSubcategoryId: ['Please choose a subcategory of the category.'],
  });
  expect(await errorsOf({ ...incident, protocolId: crypto.randomUUID() })).toEqual({
    ProtocolId: ['Please choose a protocol of the tenant.'],
  });
});

test('a new unit can have relations only to entities of its tenant', async () => {
  const { body: other } = await create(incident);
  const foreign = await server.as('Operator', server.tenants.foreign).put('/v1/workunits', incident);
  const relatedTo = (unit: unknown) => [
    { referenceType: 'WorkUnit', referenceId: String((unit as { workUnitId: number }).workUnitId) },
  ];
  expect((await create({ ...incident, relations: relatedTo(other) })).status).toBe(201);
  expect(await errorsOf({ ...incident, relations: relatedTo(foreign.body) })).toEqual({
    ReferenceId: ['Please choose an entity of the tenant.'],
  });
});

test('a custom value of a dropdown must be one of its options', async () => {
  await server.database.asOwner(
    `update cfs.tenants set work_unit_fields = '[{"Name":"Site","Type":2,"Options":"North, South"},{"Name":"Rack","Type":1}]'
     where tenant_id = $1`,
    [server.tenants.own],
  );
  expect((await create({ ...incident, customValue1: 'South', customValue2: 'anything' })).status).toBe(201);
  expect(await errorsOf({ ...incident, customValue1: 'West', customValue3: 'anything' })).toEqual({
    CustomValue1: ['Site must be one of its options.'],
    CustomValue3: ['The tenant has no such field.'],
  });
});

test('an assignment group must be one of the tenant', async () => {
  await server.database.asOwner(
    `update cfs.tenants set assignment_groups = 'Network, Night Shift' where tenant_id = $1`,
    [server.tenants.own],
  );
  expect((await create({ ...incident, assignmentGroup: 'Night Shift' })).status).toBe(201);
  for (const assignmentGroup of ['Network, Night Shift', 'Day Shift'])
    expect(await errorsOf({ ...incident, assignmentGroup })).toEqual({
      AssignmentGroup: ['Please choose an assignment group of the tenant.'],
    });
});

test('an assignee must be a person or group with access to the tenant', async () => {
  const { mail } = await server.person('Viewer');
  const { mail: stranger } = await server.person('Operator', server.tenants.foreign);
  await server.as('Administrator').put('/v1/grants', { groupName: 'night-watch', roleName: 'Operator' });
  for (const assignedTo of [mail, mail.toUpperCase(), 'night-watch'])
    expect((await create({ ...incident, assignedTo })).status, assignedTo).toBe(201);
  for (const assignedTo of [stranger, 'nobody@example.com', 'Anybody'])
    expect(await errorsOf({ ...incident, assignedTo }), assignedTo).toEqual({
      AssignedTo: ['Please choose a person or a group with access to the tenant.'],
    });
});

test('the mail of a stakeholder must be one valid address or empty', async () => {
  expect((await create({ ...incident, stakeHolderEmailAddress: 'rita@example.com' })).status).toBe(201);
  expect((await create({ ...incident, stakeHolderEmailAddress: '' })).status).toBe(201);
  for (const stakeHolderEmailAddress of ['rita', 'a@example.com, b@example.com', 'Rita <rita@example.com>'])
    expect(await errorsOf({ ...incident, stakeHolderEmailAddress })).toEqual({
      StakeHolderEmailAddress: ['Please enter a valid email address.'],
    });
});

test('a new unit cannot have the type Legacy', async () => {
  expect(await errorsOf({ ...incident, workUnitTypeId: 5 })).toEqual({
    WorkUnitTypeId: ['Please choose a work unit type.'],
  });
});

test('planned times before 2022 are treated as missing', async () => {
  const times = { plannedStartTime: '1970-01-01T00:00:00Z', plannedFinishTime: '2021-12-31T23:59:59.999Z' };
  const { status, body } = await create({ ...incident, ...times });
  expect(status).toBe(201);
  expect(body).toMatchObject({ plannedStartTime: null, plannedFinishTime: null });
  expect(Object.keys((await errorsOf({ ...(await changeRequest()), ...times })) as object).sort()).toEqual([
    'PlannedFinishTime',
    'PlannedStartTime',
  ]);
});

test('field names in a body are case-insensitive', async () => {
  const { status, body } = await create({ ...incident, stakeholderPhoneNumber: '555', DESCRIPTION: 'Loud' });
  expect(status).toBe(201);
  expect(body).toMatchObject({ stakeHolderPhoneNumber: '555', description: 'Loud' });
});

test('a viewer cannot create a unit', async () => {
  expect((await server.as('Viewer').put('/v1/workunits', incident)).status).toBe(403);
  expect((await server.anonymous.put('/v1/workunits', incident)).status).toBe(401);
});

test('concurrent calls with the same idempotency key create one unit', async () => {
  const body = { ...incident, title: 'Lost answer', idempotencyKey: '6F9619FF-8B86-4011-B42D-00C04FC964A1' };
  const answers = await Promise.all([create(body), create(body), create(body)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(answers.map((answer) => answer.body['workUnitId'])).size).toBe(1);
  const [made] = answers;
  expect((await create({ ...body, title: 'Another title' })).body).toEqual(made?.body);
  const ofUnit = [String(made?.body['workUnitId'])];
  const events = await server.database.asOwner(
    "select detail from cfs.work_unit_history where work_unit_id = $1 and detail = 'OnNew'",
    ofUnit,
  );
  expect(events).toHaveLength(1);
});

test('an idempotency key is scoped to its caller and tenant', async () => {
  const body = { ...incident, idempotencyKey: '6f9619ff-8b86-4011-b42d-00c04fc964a2' };
  const { body: made } = await create(body);
  const ofAnother = async (tenantId: string) =>
    (await server.as('Operator', 'all').put('/v1/workunits', { ...body, tenantId })).body as Record<string, unknown>;
  const [own, foreign] = [await ofAnother(server.tenants.own), await ofAnother(server.tenants.foreign)];
  expect(own['tenantId']).toBe(server.tenants.own);
  expect(foreign['tenantId']).toBe(server.tenants.foreign);
  const ids = [made, own, foreign].map((unit) => unit['workUnitId']);
  expect(new Set(ids).size).toBe(3);
});
