import { randomUUID } from 'node:crypto';
import type { WorkUnit } from '@cfs/contracts/work-units';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemTenantId } from '../../../platform/context.ts';
import { createTestClient, type TestClient } from '../../../testing/test-client.ts';
import { addTestPerson, type TestPerson } from '../../../testing/test-people.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let viewer: TestPerson;
let other: TestPerson;
beforeAll(async () => {
  const rule = { claim: 'department', value: 'audit', role: 'Viewer', tenantId: null };
  server = await startTestServer({ environment: { CLAIMS_MAP: JSON.stringify([rule]) } });
  [viewer, other] = [await server.person('Viewer'), await server.person('Operator')];
});
afterAll(() => server.close());

const plan = {
  title: 'Replace the disk',
  severityId: 'Sev2',
  workUnitTypeId: 2,
  resolution: 'A new disk',
  implementationPlan: 'Take it out, put the new one in',
  rollbackPlan: 'Put the old one back',
  affectedResources: 'srv-1',
  environment: 'Production',
  expectedCFSAlerts: 'Heartbeat of srv-1',
  plannedStartTime: '2026-03-03T18:00:00.000Z',
  plannedFinishTime: '2026-03-03T19:00:00.000Z',
};

const create = (fields: object) => server.as('Operator').put('/v1/workunits', { ...plan, ...fields });

const made = async (fields: object): Promise<WorkUnit> => {
  const answer = await create(fields);
  expect(answer.status, answer.text).toBe(201);
  return answer.body as WorkUnit;
};

const operations = (unit: WorkUnit, changes: Partial<WorkUnit>) =>
  Object.entries(changes).flatMap(([field, value]) => [
    { op: 'test', path: `/${field}`, value: unit[field as keyof WorkUnit] ?? null },
    { op: 'replace', path: `/${field}`, value },
  ]);

const patch = (client: TestClient, unit: WorkUnit, changes: Partial<WorkUnit>) =>
  client.patch(`/v1/workunits/${unit.workUnitId}`, operations(unit, changes));

const asPerson = ({ subject }: TestPerson): TestClient =>
  createTestClient(server.app, () => server.identity.sign({ sub: subject }));

const refusal = (mail: string, field = 'Approver1') => ({
  status: 400,
  body: {
    errors: {
      [field]: [
        `${mail} cannot approve. Please choose a person who has signed in and may see the work units of the tenant.`,
      ],
    },
  },
});

const addPerson = (role: 'Viewer' | undefined, tenantId: string): Promise<TestPerson> =>
  addTestPerson(server.database, {
    provider: server.identity.source.provider,
    role,
    tenantId,
    moment: server.clock.now(),
  });

/** Mails that cannot approve: unknown, of a group, disabled, never signed in, or without view of the tenant's units. */
const strangers = async (): Promise<string[]> => {
  const group = `group-${randomUUID()}@example.com`;
  await server.database.asOwner(
    `insert into cfs.grants (tenant_id, grant_id, group_name, role_name, created, created_by) values ($1, $2, $3, 'Administrator', now(), 'test')`,
    [systemTenantId, randomUUID(), group],
  );
  const [disabled, untied, ofAnother] = [
    await addPerson('Viewer', server.tenants.own),
    await addPerson('Viewer', server.tenants.own),
    await addPerson('Viewer', server.tenants.own),
  ];
  await server.database.asOwner('update cfs.people set enabled = false where user_id = $1', [disabled.userId]);
  await server.database.asOwner('update cfs.people set subject = null, first_sign_in = null where user_id = $1', [
    untied.userId,
  ]);
  await server.database.asOwner(`update cfs.people set provider = 'another provider' where user_id = $1`, [
    ofAnother.userId,
  ]);
  const others = [
    await server.person('Requester'),
    await addPerson(undefined, server.tenants.own),
    await addPerson('Viewer', server.tenants.foreign),
  ];
  await server.services.snapshot.refresh();
  return ['nobody@example.com', group, ...[disabled, untied, ofAnother, ...others].map(({ mail }) => mail)];
};

test('a person with view by a group of the provider or by the claims map may be an approver', async () => {
  const [group, person] = [`watch-${randomUUID()}`, await addPerson(undefined, server.tenants.own)];
  await server.database.asOwner(
    `insert into cfs.grants (tenant_id, grant_id, group_name, role_name, created, created_by) values ($1, $2, $3, 'Viewer', now(), 'test')`,
    [server.tenants.own, randomUUID(), group],
  );
  await server.services.snapshot.refresh();
  expect(await create({ approver1: person.mail })).toMatchObject(refusal(person.mail));
  const signIn = async (claims: object) => {
    server.clock.advance(1_000);
    const credential = await server.identity.sign({ sub: person.subject, ...claims });
    return server.withCredential(credential).get('/v1/currentUser');
  };
  expect((await signIn({ groups: [group, 'unknown'] })).status).toBe(200);
  await expect.poll(async () => (await create({ approver1: person.mail, assignedTo: person.mail })).status).toBe(201);
  await signIn({ groups: [] });
  await expect.poll(async () => (await create({ approver1: person.mail })).status).toBe(400);
  await signIn({ department: 'audit' });
  await expect.poll(async () => (await create({ approver1: person.mail })).status).toBe(201);
});

test('only a verified person who may see the unit can be named as an approver', async () => {
  const incident = await made({ workUnitTypeId: 1 });
  const request = await made({ approver1: viewer.mail });
  for (const mail of await strangers()) {
    expect(await create({ approver1: mail })).toMatchObject(refusal(mail));
    expect(await create({ approver1: viewer.mail, approver2: mail })).toMatchObject(refusal(mail, 'Approver2'));
    expect(await patch(server.as('Operator'), request, { approver1: mail })).toMatchObject(refusal(mail));
    expect(await patch(server.as('Operator'), request, { approver2: mail })).toMatchObject(refusal(mail, 'Approver2'));
    const batch = await server
      .as('Operator')
      .post('/v1/workunits/batchpatch', [
        { workUnitId: request.workUnitId, operations: operations(request, { approver1: mail }) },
      ]);
    expect(batch.body).toMatchObject({ value: [{ status: 400, workUnit: null }] });
    const migration = await patch(server.as('Operator'), incident, {
      ...plan,
      workUnitTypeId: 2,
      approver1: mail,
    } as Partial<WorkUnit>);
    expect(migration).toMatchObject(refusal(mail));
  }
});

test('a person with a grant for all tenants may be an approver', async () => {
  const { mail } = await server.person('Viewer', 'all');
  expect(await made({ approver1: mail })).toMatchObject({ approver1: mail });
});

test('a migration to Change Request checks an approver who was named before', async () => {
  const incident = await made({ workUnitTypeId: 1, approver1: viewer.mail });
  await server.database.asOwner(`update cfs.work_units set approver1 = 'gone@example.com' where work_unit_id = $1`, [
    incident.workUnitId,
  ]);
  const answer = await patch(server.as('Operator'), incident, { workUnitTypeId: 2 });
  expect(answer).toMatchObject(refusal('gone@example.com'));
});

test('an approver who no longer exists does not prevent other changes', async () => {
  const unit = await made({ approver1: viewer.mail });
  await server.database.asOwner(`update cfs.work_units set approver1 = 'gone@example.com' where work_unit_id = $1`, [
    unit.workUnitId,
  ]);
  expect((await patch(server.as('Operator'), unit, { effort: 3, approver2: other.mail })).status).toBe(200);
});

test('approver 1 and approver 2 must be different persons', async () => {
  const twice = {
    status: 400,
    body: { errors: { Approver2: ['Approver 1 and approver 2 must be different people.'] } },
  };
  expect(await create({ approver1: viewer.mail, approver2: viewer.mail.toUpperCase() })).toMatchObject(twice);
  const unit = await made({ approver1: viewer.mail });
  expect(await patch(server.as('Operator'), unit, { approver2: viewer.mail.toUpperCase() })).toMatchObject(twice);
  expect((await patch(server.as('Operator'), unit, { approver1: other.mail, approver2: viewer.mail })).status).toBe(
    200,
  );
});

test('an approval is refused if both approvers are the same person', async () => {
  const unit = await made({ approver1: viewer.mail });
  await server.database.asOwner('update cfs.work_units set approver2 = upper(approver1) where work_unit_id = $1', [
    unit.workUnitId,
  ]);
  const answer = await patch(asPerson(viewer), unit, { approved1By: viewer.mail });
  expect(answer).toMatchObject({
    status: 400,
    body: { errors: { WorkUnit: ['Approver 1 and approver 2 must be different people.'] } },
  });
});

test('the named approver may decide with view permission only', async () => {
  const unit = await made({ approver1: viewer.mail, approver2: other.mail });
  const approved = await patch(asPerson(viewer), unit, { approved1By: viewer.mail, decision1Notes: 'Fine' });
  expect(approved).toMatchObject({ status: 200, body: { approved1By: viewer.mail, decision1Notes: 'Fine' } });
  const declined = await patch(asPerson(viewer), approved.body as WorkUnit, { declined1By: viewer.mail });
  expect(declined).toMatchObject({ status: 200, body: { declined1By: viewer.mail, stateId: 'Canceled' } });
});

test('an approver without edit permission may change nothing but the decision', async () => {
  const unit = await made({ approver1: viewer.mail });
  const read = async () => (await server.as('Viewer').get(`/v1/workunits/${unit.workUnitId}`)).body;
  const before = await read();
  for (const changes of [{ effort: 3 }, { stateId: 'Acknowledged' }, { approver1: other.mail }] as Partial<WorkUnit>[])
    expect((await patch(asPerson(viewer), unit, changes)).status).toBe(403);
  expect((await patch(asPerson(viewer), unit, { approved1By: viewer.mail, effort: 3 })).status).toBe(400);
  expect(await read()).toEqual(before);
});

test('nobody else may decide, neither an administrator nor a viewer', async () => {
  const unit = await made({ approver1: viewer.mail });
  const onlooker = await addPerson('Viewer', server.tenants.own);
  await server.services.snapshot.refresh();
  for (const client of [server.as('Administrator'), server.as('Operator'), asPerson(onlooker)])
    expect(await patch(client, unit, { approved1By: viewer.mail })).toMatchObject({
      status: 403,
      body: { errors: { WorkUnit: [`Authenticated user does not match ${viewer.mail}`] } },
    });
  expect((await patch(server.as('Requester'), unit, { approved1By: viewer.mail })).status).toBe(403);
  const abroad = server.as('Viewer', server.tenants.foreign);
  expect((await patch(abroad, unit, { approved1By: viewer.mail })).status).toBe(404);
});

test('an approver who may no longer see the unit gets 404', async () => {
  const leaver = await addPerson('Viewer', server.tenants.own);
  await server.services.snapshot.refresh();
  const unit = await made({ approver1: leaver.mail });
  await server.database.asOwner(`update cfs.grants set tenant_id = $2 where user_id = $1`, [
    leaver.userId,
    server.tenants.foreign,
  ]);
  await server.services.snapshot.refresh();
  expect((await patch(asPerson(leaver), unit, { approved1By: leaver.mail })).status).toBe(404);
});

test('the lookup returns true for the caller’s own mail, ignoring case, and false for any other text', async () => {
  const ask = async (id: string) =>
    (await asPerson(viewer).get(`/api/generallookup/approval?approverId=${encodeURIComponent(id)}`)).body;
  expect(await ask(viewer.mail.toUpperCase())).toBe(true);
  for (const id of [other.mail, 'nobody@example.com', 'Operators', '']) expect(await ask(id)).toBe(false);
});
