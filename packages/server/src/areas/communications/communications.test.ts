import { randomUUID } from 'node:crypto';
import { communicationExportRows } from '@cfs/contracts/communication-enumerations';
import type { Communication, CommunicationActivity, InternalNotification } from '@cfs/contracts/communications';
import type { WorkUnit } from '@cfs/contracts/work-units';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, test } from 'vitest';
import { backoffAfter, maxAttempts } from '../../platform/durable-work/backoff.ts';
import type { Worker } from '../../platform/durable-work/worker.ts';
import { createTestWorker } from '../../testing/create-test-worker.ts';
import { busyReason, exhaustAttempts } from '../../testing/exhaust-attempts.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { decodeMail, startMailPeer, type MailPeer } from '../actions/testing/mail-peer.ts';

let peer: MailPeer;
let server: TestServer;
let worker: Worker;

beforeAll(async () => {
  peer = await startMailPeer();
  server = await startTestServer({
    environment: { SMTP_URL: peer.url, PUBLIC_ORIGIN: 'https://portal.example.com' },
  });
  worker = createTestWorker(server.services, 'communications');
});
afterAll(async () => {
  await server.close();
  await peer.close();
});
beforeEach(() => server.clock.advance(1_000));

const address = '/v1/workunitcommunications';
const activityAddress = '/v1/workunitcommunicationactivities';

const put = (body: object = {}) =>
  server.as('Operator').put(address, {
    title: 'Mail is slow',
    serviceManager: 'manager@example.com',
    tenantId: server.tenants.own,
    ...body,
  });

const create = async (body: object = {}): Promise<Communication> => {
  const answer = await put(body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body as Communication;
};

const update = (id: string, body: object) => server.as('Operator').post(`${address}/${id}`, body);

const createUnit = async (tenantId = server.tenants.own): Promise<WorkUnit> =>
  (
    await server
      .as('Operator', tenantId)
      .put('/v1/workunits', { title: 'Disk is full', severityId: 'Sev2', workUnitTypeId: 1 })
  ).body as WorkUnit;

const addActivity = async (communication: Communication, body: object = {}): Promise<CommunicationActivity> => {
  const answer = await server.as('Operator').put(activityAddress, {
    workUnitCommunicationId: communication.workUnitCommunicationId,
    details: 'Called the supplier',
    ...body,
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.body as CommunicationActivity;
};

test('a created communication is Investigating and listed with its tenant', async () => {
  const made = await create({ eventStarted: '2026-03-02T10:00:00+01:00', nextUpdate: '0001-01-01T00:00:00Z' });
  expect(made).toMatchObject({
    status: 'Investigating',
    eventStarted: '2026-03-02T09:00:00.000Z',
    nextUpdate: null,
    customerAssistanceRequired: false,
    userChanged: null,
  });
  const filter = `publicWorkUnitCommunicationId eq ${made.publicWorkUnitCommunicationId}`;
  const list = await server.as('Viewer').get(`${address}?$filter=${filter}&$expand=tenant,workUnits/tenant`);
  expect(list.body).toMatchObject({ value: [{ ...made, tenant: { name: 'Own' }, workUnits: [] }] });
  const one = await server.as('Viewer').get(`${address}/${made.workUnitCommunicationId}`);
  expect(one.body).toMatchObject(made);
});

test.each([
  [{ title: ' ' }, 'Title', 'Please enter a title.'],
  [{ serviceManager: null }, 'ServiceManager', 'Please choose a service manager.'],
  [{ tenantId: undefined }, 'TenantId', 'Please choose a tenant.'],
  [{ status: 'Resolved' }, 'Status', 'A new communication must be Investigating.'],
  [{ details: 'x'.repeat(4_001) }, 'Details', 'Must be at most 4000 characters.'],
  [{ internalBridge: 'x'.repeat(1_001) }, 'InternalBridge', 'Must be at most 1000 characters.'],
  [{ nextUpdate: 'soon' }, 'NextUpdate', 'Must be a time such as 2026-11-21T09:30:00.000Z.'],
  [{ customerAssistanceRequired: 'yes' }, 'CustomerAssistanceRequired', expect.any(String)],
])('%j is refused under its field', async (body, field, message) => {
  const answer = await put(body);
  expect(answer.status, answer.text).toBe(400);
  expect(answer.body).toMatchObject({ errors: { [field]: [message] } });
});

describe('an update', () => {
  it('to Resolved needs a root cause, and clears the next update', async () => {
    const made = await create({ nextUpdate: '2026-03-02T12:00:00.000Z' });
    const id = made.workUnitCommunicationId;
    const refused = await update(id, { status: 'Resolved' });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      errors: { RootCause: ['Please enter the root cause of a resolved event.'] },
    });
    const resolved = await update(id, { status: 'Resolved', rootCause: 'A full disk' });
    expect(resolved.body).toMatchObject({ status: 'Resolved', rootCause: 'A full disk', nextUpdate: null });
    expect((await update(id, { rootCause: '' })).status).toBe(400);
    expect((await update(id, { nextUpdate: '2026-03-02T12:00:00.000Z' })).body).toMatchObject({ nextUpdate: null });
  });

  it('to Cancelled clears the next update and needs no root cause', async () => {
    const made = await create({ nextUpdate: '2026-03-02T12:00:00.000Z' });
    const answer = await update(made.workUnitCommunicationId, { status: 'Cancelled' });
    expect(answer.body).toMatchObject({ status: 'Cancelled', nextUpdate: null });
    expect((await update(made.workUnitCommunicationId, { status: 'Canceled' })).status).toBe(400);
  });

  it('with a stale modified returns 409, and of two concurrent ones one succeeds', async () => {
    const made = await create();
    const both = await Promise.all(
      ['East', 'West'].map((details) => update(made.workUnitCommunicationId, { details, modified: made.modified })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const changed = both.find(({ status }) => status === 200)?.body as Communication;
    expect(changed).toMatchObject({ userChanged: changed.modified, userChangedBy: expect.stringContaining('@') });
  });

  it('never changes the tenant', async () => {
    const made = await create();
    const moved = await server
      .as('Administrator', 'all')
      .post(`${address}/${made.workUnitCommunicationId}`, { tenantId: server.tenants.foreign });
    expect(moved.status).toBe(400);
  });

  it('is audited with the values before and after', async () => {
    const made = await create();
    await update(made.workUnitCommunicationId, { status: 'ConfirmedImpact' });
    const records = await server.database.asOwner(
      `select before ->> 'status' as before, after ->> 'status' as after from cfs.audit_records
       where entity = 'WorkUnitCommunication' and entity_id = $1 order by before is not null`,
      [made.workUnitCommunicationId],
    );
    expect(records).toEqual([
      { before: null, after: 'Investigating' },
      { before: 'Investigating', after: 'ConfirmedImpact' },
    ]);
  });
});

test('the list supports the filters of its screen', async () => {
  const marker = randomUUID().slice(0, 8);
  const one = await create({ title: `Web ${marker}`, nextUpdate: '2026-04-01T10:00:00.000Z' });
  server.clock.advance(1_000);
  const other = await create({
    title: 'Db',
    currentImpact: `Slow ${marker}`,
    eventResolved: '2026-04-02T10:00:00.000Z',
  });
  await update(other.workUnitCommunicationId, { status: 'ConfirmedImpact' });
  const found = async (filter: string): Promise<string[]> => {
    const query = `contains(title,'${marker}') or contains(currentImpact,'${marker}')`;
    const answer = await server
      .as('Viewer')
      .get(`${address}?$count=true&$filter=${encodeURIComponent(`(${query}) and ${filter}`)}&$orderby=created desc`);
    return (answer.body as { value: Communication[] }).value.map(({ title }) => title);
  };
  expect(await found('true')).toEqual(['Db', one.title]);
  expect(await found(`tenantId eq ${server.tenants.own}`)).toHaveLength(2);
  expect(await found("status eq 'ConfirmedImpact'")).toEqual(['Db']);
  expect(await found('nextUpdate ge 2026-04-01T10:00:00Z and nextUpdate le 2026-04-01T10:00:00Z')).toEqual([one.title]);
  expect(await found('nextUpdate gt 2026-04-01T10:00:00Z')).toEqual([]);
  expect(await found('eventResolved ge 2026-04-02T10:00:00Z and eventResolved le 2026-04-02T10:00:00Z')).toEqual([
    'Db',
  ]);
  expect(await found(`created ge ${one.created} and created le ${one.created}`)).toEqual([one.title]);
  const searched = await server.as('Viewer').get(`${address}?$search=${marker}&$count=true`);
  expect(searched.body).toMatchObject({ '@odata.count': 2 });
});

test('1,000 of 1,001 communications are exported, the newest first', async () => {
  const [{ moment } = { moment: new Date() }] = await server.database.asOwner<{ moment: Date }>(
    `insert into cfs.work_unit_communications
       (tenant_id, work_unit_communication_id, title, service_manager, status, customer_assistance_required,
        created, created_by, modified, modified_by)
     select $1, gen_random_uuid(), 'Exported ' || number, 'manager@example.com', 1, false,
       $2::timestamptz + number * interval '1 second', 'test', $2, 'test'
     from generate_series(1, 1001) number returning $2::timestamptz as moment`,
    [server.tenants.own, server.clock.now()],
  );
  const query = new URLSearchParams({
    $filter: `created gt ${moment.toISOString()}`,
    $orderby: 'created desc',
    $select: 'title,status,tenant/name',
    $top: String(communicationExportRows),
    headings: '["Title","Status","Tenant"]',
  });
  const { status, text } = await server.as('Viewer').get(`${address}/Export()?${query.toString()}`);
  expect(status).toBe(200);
  const [head, ...lines] = text.replace('\uFEFF', '').trimEnd().split('\r\n');
  expect(head).toBe('Title,Status,Tenant');
  expect(lines).toEqual(
    Array.from({ length: communicationExportRows }, (_, index) => `Exported ${1001 - index},Investigating,Own`),
  );
});

describe('activities', () => {
  it('are next steps until they are complete, and past steps from then on', async () => {
    const made = await create();
    const step = await addActivity(made);
    expect(step).toMatchObject({ activityType: 'TaskActivity', isComplete: false, completed: null });
    const path = `${activityAddress}/${step.workUnitCommunicationActivityId}`;
    const done = await server.as('Operator').post(path, { isComplete: true, modified: step.modified });
    expect(done.body).toMatchObject({
      activityType: 'ResolutionActivity',
      isComplete: true,
      completed: server.clock.now().toISOString(),
    });
    expect((await server.as('Operator').post(path, { details: 'x', modified: step.modified })).status).toBe(409);
    const reopened = await server.as('Operator').post(path, { activityType: 'TaskActivity' });
    expect(reopened.body).toMatchObject({ isComplete: false, completed: null });
    server.clock.advance(1_000);
    const past = await addActivity(made, { isComplete: true, completed: '2026-03-02T10:00:00.000Z' });
    expect(past).toMatchObject({ activityType: 'ResolutionActivity', completed: '2026-03-02T10:00:00.000Z' });
    const filter = `workUnitCommunicationId eq ${made.workUnitCommunicationId}`;
    const list = await server.as('Viewer').get(`${activityAddress}?$filter=${filter}`);
    expect(list.body).toMatchObject({ value: [{ isComplete: false }, { isComplete: true }] });
    expect((await server.as('Operator').delete(path)).status).toBe(204);
    expect((await server.as('Operator').delete(path)).status).toBe(404);
    const expanded = await server
      .as('Viewer')
      .get(`${address}/${made.workUnitCommunicationId}?$expand=workUnitCommunicationActivities`);
    expect(expanded.body).toMatchObject({ workUnitCommunicationActivities: [past] });
  });

  it('of a type that contradicts their state or without details are refused', async () => {
    const made = await create();
    for (const body of [
      { details: ' ' },
      { details: 'x', isComplete: true, activityType: 'TaskActivity' },
      { details: 'x', activityType: 'Nothing' },
      { details: 'x', completed: 'yesterday' },
      { details: 'x', unknown: 1 },
    ]) {
      const answer = await server
        .as('Operator')
        .put(activityAddress, { workUnitCommunicationId: made.workUnitCommunicationId, ...body });
      expect(answer.status, JSON.stringify(body)).toBe(400);
    }
  });

  it('are at most 100', async () => {
    const made = await create();
    await server.database.asOwner(
      `insert into cfs.work_unit_communication_activities (tenant_id, work_unit_communication_activity_id, work_unit_communication_id, activity_type, details, is_customer_facing, is_complete, created, created_by, modified, modified_by)
       select $1, gen_random_uuid(), $2, 1, 'x', false, false, now(), 'test', now(), 'test' from generate_series(1, 100)`,
      [server.tenants.own, made.workUnitCommunicationId],
    );
    const body = { workUnitCommunicationId: made.workUnitCommunicationId, details: 'One more' };
    expect((await server.as('Operator').put(activityAddress, body)).status).toBe(409);
  });
});

describe('linked work units', () => {
  const link = (communication: Communication, ...workunitIds: unknown[]) =>
    server.as('Operator').post(`${address}/${communication.workUnitCommunicationId}/workUnits`, { workunitIds });
  const linked = async ({ workUnitCommunicationId }: Communication) =>
    (
      (await server.as('Viewer').get(`${address}/${workUnitCommunicationId}?$expand=workUnits($expand=tenant)`))
        .body as { workUnits: unknown[] }
    ).workUnits;

  it('are added once each and removed', async () => {
    const made = await create();
    const [one, two] = [await createUnit(), await createUnit()];
    expect((await link(made, one.workUnitId, one.workUnitId)).body).toEqual({ workunitIds: [one.workUnitId] });
    expect((await link(made, two.workUnitId, one.workUnitId)).body).toEqual({
      workunitIds: [one.workUnitId, two.workUnitId],
    });
    expect(await linked(made)).toMatchObject([
      {
        workUnitId: one.workUnitId,
        title: 'Disk is full',
        severityId: 'Sev2',
        stateId: 'New',
        tenant: { name: 'Own' },
      },
      { workUnitId: two.workUnitId },
    ]);
    const path = `${address}/${made.workUnitCommunicationId}/workUnits/${one.workUnitId}`;
    expect((await server.as('Viewer').delete(path)).status).toBe(403);
    expect((await server.as('Operator').delete(path)).status).toBe(204);
    expect((await server.as('Operator').delete(path)).status).toBe(404);
    expect(await linked(made)).toMatchObject([{ workUnitId: two.workUnitId }]);
  });

  it('are linked once by two concurrent requests', async () => {
    const made = await create();
    const { workUnitId } = await createUnit();
    const both = await Promise.all([link(made, workUnitId), link(made, workUnitId)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await linked(made)).toHaveLength(1);
  });

  it('of another tenant and invalid ids are refused without linking the valid ones', async () => {
    const made = await create();
    const { workUnitId } = await createUnit();
    const foreign = await createUnit(server.tenants.foreign);
    for (const ids of [[workUnitId, foreign.workUnitId], [999_999_999_999], [-1], ['1'], [1e300], [], [null]])
      expect((await link(made, ...ids)).status, JSON.stringify(ids)).toBe(400);
    expect(await linked(made)).toEqual([]);
  });
});

describe('the internal notification', () => {
  const notify = ({ workUnitCommunicationId }: Communication, role: 'Operator' | 'Viewer' = 'Operator') =>
    server.as(role).get(`${address}/${workUnitCommunicationId}/sendInternalNotification`);
  const mails = async (): Promise<string[]> => {
    while ((await worker.runDue()) > 0);
    return peer.received.splice(0).map(decodeMail);
  };
  const setAddress = (mail: string | null) =>
    server.database.asOwner(`update cfs.tenants set internal_notification_email_address = $2 where tenant_id = $1`, [
      server.tenants.own,
      mail,
    ]);

  it('is mailed to the tenant’s address with everything that staff may read', async () => {
    await setAddress('ops@example.com');
    const made = await create({
      title: 'Mail <b>is</b> slow',
      internalBridge: 'Bridge 4711',
      details: 'The queue is full',
      eventStarted: '2026-03-02T10:00:00+01:00',
    });
    const unit = await createUnit();
    await server
      .as('Operator')
      .post(`${address}/${made.workUnitCommunicationId}/workUnits`, { workunitIds: [unit.workUnitId] });
    await addActivity(made, { details: 'Internal step' });
    const answer = await notify(made);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({ recipient: 'ops@example.com', createdBy: expect.stringContaining('@') });
    const [mail = '', ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toMatch(/^To: ops@example.com/m);
    const number = made.publicWorkUnitCommunicationId;
    expect(mail).toContain(`WUCOMM #${number}`);
    for (const part of ['Bridge 4711', 'The queue is full', 'Internal step', 'manager@example.com', 'Disk is full'])
      expect(mail).toContain(part);
    expect(mail).toContain('2/Mar/2026 09:00 UTC');
    expect(mail).toContain('Mail &lt;b&gt;is&lt;/b&gt; slow');
    expect(mail).toContain(
      `https://portal.example.com/${server.tenants.own}/workunitcommunications?publicWuCommId=${number}`,
    );
  });

  it('is sent at most once a minute, also for concurrent callers', async () => {
    await setAddress('ops@example.com');
    const made = await create();
    const [one, two] = await Promise.all([notify(made), notify(made)]);
    expect(one.body).toEqual(two.body);
    server.clock.advance(59_999);
    expect((await notify(made)).body).toEqual(one.body);
    expect(await mails()).toHaveLength(1);
    server.clock.advance(1);
    const next = (await notify(made)).body as InternalNotification;
    expect(next.notificationId).not.toBe((one.body as InternalNotification).notificationId);
    expect(await mails()).toHaveLength(1);
  });

  it('reports why its mail failed permanently, until the next one', async () => {
    await setAddress('ops@example.com');
    const made = await create();
    const last = async () =>
      (await server.as('Viewer').get(`${address}/${made.workUnitCommunicationId}/internalNotifications`)).body;
    expect(await last()).toEqual([]);
    peer.refusedRecipients.add('ops@example.com');
    const sent = await notify(made);
    expect(await last()).toEqual([sent.body]);
    expect(await mails()).toEqual([]);
    expect(await last()).toEqual([
      {
        ...(sent.body as InternalNotification),
        failure: expect.stringMatching(/^The mail could not be sent: .*Unknown/),
      },
    ]);
    peer.refusedRecipients.clear();
    server.clock.advance(60_000);
    await notify(made);
    expect(await mails()).toHaveLength(1);
    expect(await last()).toMatchObject([{ failure: null }]);
  });

  it('reports that its mail could not be composed in the last attempt', async () => {
    await setAddress('ops@example.com');
    const made = await create();
    await notify(made);
    await exhaustAttempts(server, 'communications');
    const path = `${address}/${made.workUnitCommunicationId}/internalNotifications`;
    expect((await server.as('Viewer').get(path)).body).toMatchObject([{ failure: busyReason }]);
  });

  it('reports refused recipients, and retries those that the mail server refuses temporarily', async () => {
    await setAddress('ops@example.com; gone@example.com; busy@example.com');
    const made = await create();
    const failure = async () => {
      const { body } = await server
        .as('Viewer')
        .get(`${address}/${made.workUnitCommunicationId}/internalNotifications`);
      return (body as InternalNotification[])[0]?.failure;
    };
    onTestFinished(() => {
      peer.refusedRecipients.clear();
      peer.deferredRecipients.clear();
    });
    peer.refusedRecipients.add('gone@example.com');
    peer.deferredRecipients.add('busy@example.com');
    await notify(made);
    expect(await mails()).toHaveLength(1);
    const refused = 'The mail server refused gone@example.com (550).';
    expect(await failure()).toBe(refused);
    for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
      server.clock.advance(backoffAfter(attempt));
      expect(await mails()).toEqual([]);
    }
    expect(await failure()).toMatch(
      /^The mail server refused gone@example.com \(550\)\. To busy@example.com: .*450 Busy$/,
    );
  });

  it('is not sent by viewers, by a HEAD request or for a tenant without the address', async () => {
    await setAddress('ops@example.com');
    const made = await create();
    expect((await notify(made, 'Viewer')).status).toBe(403);
    const path = `${address}/${made.workUnitCommunicationId}/sendInternalNotification`;
    expect((await server.as('Operator').send('HEAD', path)).status).toBe(404);
    await setAddress(null);
    expect((await notify(made)).status).toBe(400);
    expect(await mails()).toEqual([]);
  });
});
