import { randomUUID } from 'node:crypto';
import type { WorkUnit } from '@cfs/contracts/work-units';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import type { Worker } from '../../../platform/durable-work/worker.ts';
import type { TestPerson } from '../../../testing/test-people.ts';
import { createTestWorker } from '../../../testing/create-test-worker.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { decodeMail, startMailPeer, type MailPeer } from '../../actions/testing/mail-peer.ts';

let peer: MailPeer;
let server: TestServer;
let worker: Worker;
let viewer: TestPerson;
let admin: TestPerson;
let operator: TestPerson;

beforeAll(async () => {
  peer = await startMailPeer();
  server = await startTestServer({
    environment: { SMTP_URL: peer.url, PUBLIC_ORIGIN: 'https://portal.example.com' },
  });
  worker = createTestWorker(server.services, 'work-units');
  [viewer, admin, operator] = [
    await server.person('Viewer'),
    await server.person('Administrator'),
    await server.person('Operator'),
  ];
});
afterAll(async () => {
  await server.close();
  await peer.close();
});
beforeEach(async () => {
  await mails();
});

/** The mails since the last call, by recipient. */
const mails = async (): Promise<Record<string, string[]>> => {
  while ((await worker.runDue()) > 0);
  const received = peer.received.splice(0).map(decodeMail);
  return Object.fromEntries(Map.groupBy(received, (mail) => /^To: (.+)$/m.exec(mail)?.[1]?.trim() ?? ''));
};

const create = async (fields: object = {}): Promise<WorkUnit> => {
  const body = {
    title: 'Disk is full',
    description: 'The log fills it',
    severityId: 'Sev2',
    workUnitTypeId: 1,
    ...fields,
  };
  const answer = await server.as('Operator').put('/v1/workunits', body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body as WorkUnit;
};

const patch = async (unit: WorkUnit, changes: Partial<WorkUnit>): Promise<WorkUnit> => {
  const answer = await server.as('Operator').patch(
    `/v1/workunits/${unit.workUnitId}`,
    Object.entries(changes).flatMap(([field, value]) => [
      { op: 'test', path: `/${field}`, value: unit[field as keyof WorkUnit] ?? null },
      { op: 'replace', path: `/${field}`, value },
    ]),
  );
  expect(answer.status, answer.text).toBe(200);
  return answer.body as WorkUnit;
};

const plan = {
  resolution: 'A new disk',
  implementationPlan: 'Take it out, put the new one in',
  rollbackPlan: 'Put the old one back',
  affectedResources: 'srv-1',
  environment: 'Production',
  expectedCFSAlerts: 'Heartbeat of srv-1',
  plannedStartTime: '2026-03-03T18:00:00.000Z',
  plannedFinishTime: '2026-03-03T19:00:00.000Z',
};

const stakeholder = {
  stakeHolderFullName: 'Stella',
  stakeHolderEmailAddress: 'stella@example.com',
  stakeHolderPhoneNumber: '555',
};

describe('approvers', () => {
  it('are each mailed once when they are named', async () => {
    const unit = await create({
      ...plan,
      workUnitTypeId: 2,
      approver1: viewer.mail.toUpperCase(),
      approver2: admin.mail,
    });
    const sent = await mails();
    expect(Object.keys(sent).toSorted()).toEqual([viewer.mail, admin.mail].toSorted());
    const [mail = ''] = sent[viewer.mail] ?? [];
    expect(mail).toContain(`Subject: Please approve WU #${unit.publicWorkUnitId}: Disk is full`);
    expect(mail).toContain(
      `https://portal.example.com/${server.tenants.own}/workunitsv2?workUnitId=${unit.workUnitId}`,
    );
    await patch(unit, { approver1: viewer.mail, effort: 3 });
    expect(await mails()).toEqual({});
    await patch(unit, { approver2: operator.mail });
    expect(Object.keys(await mails())).toEqual([operator.mail]);
  });

  it('are mailed when the unit becomes a Change Request', async () => {
    const unit = await create({ approver1: viewer.mail });
    expect(await mails()).toEqual({});
    await patch(unit, { ...plan, workUnitTypeId: 2 });
    expect(Object.keys(await mails())).toEqual([viewer.mail]);
  });

  it('are not mailed by a patch that is refused', async () => {
    const unit = await create({ ...plan, workUnitTypeId: 2, approver1: viewer.mail });
    await mails();
    const answer = await server.as('Operator').patch(`/v1/workunits/${unit.workUnitId}`, [
      { op: 'test', path: '/approver1', value: 'somebody@example.com' },
      { op: 'replace', path: '/approver1', value: admin.mail },
    ]);
    expect(answer.status).toBe(409);
    expect(await mails()).toEqual({});
  });
});

describe('the assignee', () => {
  it('is mailed when a unit is assigned, but not on other changes', async () => {
    const unit = await create({ assignedTo: viewer.mail });
    const sent = await mails();
    expect(Object.keys(sent)).toEqual([viewer.mail]);
    expect(sent[viewer.mail]).toEqual([
      expect.stringContaining(`Subject: Assigned to you: WU #${unit.publicWorkUnitId}: Disk is full`),
    ]);
    expect(sent[viewer.mail]?.[0]).toContain(`${operator.mail} assigned this to you.`);
    await patch(unit, { effort: 3, assignedTo: viewer.mail.toUpperCase() });
    expect(await mails()).toEqual({});
    await patch({ ...unit, assignedTo: viewer.mail.toUpperCase() }, { assignedTo: admin.mail });
    expect(Object.keys(await mails())).toEqual([admin.mail]);
  });

  it('is not mailed if the user assigns the unit to themselves', async () => {
    await patch(await create(), { assignedTo: operator.mail.toUpperCase() });
    expect(await mails()).toEqual({});
  });

  it('that is a group is mailed if its name is a mail address', async () => {
    const [group, mute] = [`ops-${randomUUID()}@example.com`, `Operators ${randomUUID()}`];
    for (const name of [group, mute])
      await server.database.asOwner(
        `insert into cfs.grants (tenant_id, grant_id, group_name, role_name, created, created_by) values ($1, $2, $3, 'Operator', now(), 'test')`,
        [server.tenants.own, randomUUID(), name],
      );
    await server.services.snapshot.refresh();
    await create({ assignedTo: group });
    await create({ assignedTo: mute });
    expect(Object.keys(await mails())).toEqual([group]);
  });
});

describe('the stakeholder of a unit that staff created', () => {
  it.each([1, 4])('is mailed like one of the Resolution Center, for type %i', async (workUnitTypeId) => {
    const unit = await create({ ...stakeholder, workUnitTypeId });
    const created = (await mails())['stella@example.com'] ?? [];
    expect(created).toEqual([expect.stringContaining('We have received your request')]);
    const address = `/resolutioncenter?workUnitId=${unit.workUnitId}`;
    expect(created[0]?.includes(address)).toBe(workUnitTypeId === 1);
    await patch(await patch(unit, { stateId: 'Acknowledged' }), { stateId: 'Resolved', resolution: 'Emptied.' });
    const resolved = (await mails())['stella@example.com'] ?? [];
    expect(resolved).toEqual([expect.stringContaining('Your request has been resolved')]);
    const [text = '', html = ''] = resolved[0]?.split('Content-Type: text/html') ?? [];
    for (const form of [text, html]) expect(form.split('Emptied.')).toHaveLength(2);
  });

  it('is mailed about the resolution but not the creation of a Change Request', async () => {
    const unit = await create({ ...stakeholder, ...plan, workUnitTypeId: 2, approver1: viewer.mail });
    expect((await mails())['stella@example.com']).toBeUndefined();
    await patch(await patch(unit, { stateId: 'Acknowledged' }), { stateId: 'Resolved' });
    expect((await mails())['stella@example.com']).toHaveLength(1);
  });
});

describe('an external note', () => {
  const note = async (role: 'Operator' | 'Requester', unit: WorkUnit, detail: string, isExternalNote = true) => {
    const answer =
      role === 'Operator'
        ? await server.as(role).put('/v1/workunitnotes', { workUnitId: unit.workUnitId, detail, isExternalNote })
        : await server.as(role).put(`/v1/rc/workunits/${unit.workUnitId}/notes`, { detail });
    expect(answer.status, answer.text).toBe(201);
  };

  it('is mailed to the stakeholder, even if another person created the unit; an internal note is not', async () => {
    const { mail } = await server.person('Requester');
    const body = { title: 'Need a screen', description: 'Mine is broken', stakeHolderPhoneNumber: '555' };
    const asked = (await server.as('Requester').put('/v1/rc/workunits', body)).body as WorkUnit;
    for (const [unit, address] of [
      [await create(stakeholder), 'stella@example.com'],
      [asked, mail],
    ] as const) {
      await mails();
      await note('Operator', unit, 'Among us', false);
      await note('Operator', unit, 'We have <b>ordered</b> it');
      const sent = await mails();
      expect(Object.keys(sent)).toEqual([address]);
      expect(sent[address]).toEqual([expect.stringContaining('We have <b>ordered</b> it')]);
      expect(sent[address]?.[0]).toContain('We have &lt;b&gt;ordered&lt;/b&gt; it');
      expect(sent[address]?.[0]).toContain(`/resolutioncenter?workUnitId=${unit.workUnitId}`);
    }
  });

  it('is not mailed to the stakeholder who wrote it', async () => {
    const { mail } = await server.person('Requester');
    const unit = await create({ ...stakeholder, stakeHolderEmailAddress: mail.toUpperCase() });
    await mails();
    await note('Requester', unit, 'When will it come?');
    expect(await mails()).toEqual({});
  });

  it('that consists only of a file is mailed too', async () => {
    const unit = await create(stakeholder);
    await mails();
    const address = `/v1/workunits/${unit.workUnitId}/attachments?fileName=offer.txt&isExternalNote=true`;
    const answer = await server.as('Operator').send('PUT', address, {
      body: 'An offer',
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(answer.status, answer.text).toBe(201);
    expect((await mails())['stella@example.com']).toEqual([expect.stringContaining('Attached offer.txt')]);
  });
});

test('no mail is sent for a unit without a stakeholder', async () => {
  const unit = await create();
  await patch(await patch(unit, { stateId: 'Acknowledged' }), { stateId: 'Resolved' });
  expect(await mails()).toEqual({});
});
