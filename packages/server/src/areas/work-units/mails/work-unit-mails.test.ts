import type { WorkUnit } from '@cfs/contracts/work-units';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import type { Worker } from '../../../platform/durable-work/worker.ts';
import { maxAttempts, backoffAfter } from '../../../platform/durable-work/backoff.ts';
import { createTestWorker } from '../../../testing/create-test-worker.ts';
import { busyReason, exhaustAttempts } from '../../../testing/exhaust-attempts.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { decodeMail, startMailPeer, type MailPeer } from '../../actions/testing/mail-peer.ts';
import { scoreLinkKey, scoreLinks } from '../score/score-link.ts';

const day = 86_400_000;
let peer: MailPeer;
let server: TestServer;
let worker: Worker;

beforeAll(async () => {
  peer = await startMailPeer();
  server = await startTestServer({
    environment: { SMTP_URL: peer.url, PUBLIC_ORIGIN: 'https://portal.example.com' },
  });
  worker = createTestWorker(server.services, 'work-units');
  await server.database.asOwner(
    `update cfs.tenants set internal_notification_email_address = 'ops@example.com' where tenant_id = $1`,
    [server.tenants.own],
  );
});
afterAll(async () => {
  await server.close();
  await peer.close();
});
beforeEach(async () => {
  peer.refusal = undefined;
  await settle();
  peer.received.length = 0;
});

const settle = async (): Promise<void> => {
  while ((await worker.runDue()) > 0);
};

const request = async (title = 'Need a new screen'): Promise<WorkUnit> => {
  const body = { title, description: 'Mine is broken', stakeHolderPhoneNumber: '+47 555 0100' };
  const answer = await server.as('Requester').put('/v1/rc/workunits', body);
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

const resolve = async (unit: WorkUnit): Promise<WorkUnit> =>
  patch(await patch(unit, { stateId: 'Acknowledged' }), { stateId: 'Resolved', resolution: 'You have a new one.' });

/** The path of the link for a score in the last mail. */
const linkTo = (score: string): string => {
  const mail = decodeMail(peer.received.at(-1));
  return new RegExp(`${score}: https://portal\\.example\\.com(\\S+)`).exec(mail)?.[1] ?? '';
};

const scoreOf = async ({ workUnitId }: WorkUnit): Promise<string | null> =>
  ((await server.as('Viewer').get(`/v1/workunits/${workUnitId}`)).body as WorkUnit).stakeHolderExperienceScore;

describe('a request of the Resolution Center', () => {
  it('is confirmed to its stakeholder by mail, and so is its resolution', async () => {
    const unit = await request('A <b>new</b> screen');
    await settle();
    const { mail: address } = await server.person('Requester');
    const created = decodeMail(peer.received[0]);
    expect(created).toContain(`To: ${address}`);
    expect(created).toContain('We have received your request');
    expect(created).toContain('A &lt;b&gt;new&lt;/b&gt; screen');
    expect(created).toContain(`/${server.tenants.own}/resolutioncenter?workUnitId=${unit.workUnitId}`);
    await resolve(unit);
    await settle();
    expect(peer.received).toHaveLength(2);
    const resolved = decodeMail(peer.received[1]);
    expect(resolved).toContain('Your request has been resolved');
    const [text = '', html = ''] = resolved.split('Content-Type: text/html');
    for (const form of [text, html]) expect(form.split('You have a new one.')).toHaveLength(2);
    for (const score of ['Great', 'Average', 'Poor']) expect(linkTo(score)).toContain('/v1/workunits/score/');
  });

  it('does not reveal its assignee in mails to the stakeholder', async () => {
    await server.colleague('secret.person@example.com');
    const unit = await patch(await request(), { assignedTo: 'secret.person@example.com' });
    await resolve(unit);
    await settle();
    const mails = peer.received.map(decodeMail).filter((mail) => !mail.includes('To: secret.person@example.com'));
    expect(mails).toHaveLength(2);
    for (const mail of mails) expect(mail).not.toContain('secret.person');
  });

  it('accepts one score by the button of the linked page, and redirects to the thanks', async () => {
    const unit = await resolve(await request());
    await settle();
    const [great, poor] = [linkTo('Great'), linkTo('Poor')];
    const press = (link: string) =>
      server.anonymous.send('POST', link, { headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    for (const link of [great, poor, great]) {
      const page = await server.anonymous.get(link);
      expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
      const policy = String(page.headers['content-security-policy']);
      expect(policy).toMatch(/default-src 'none'; style-src 'nonce-[\w+/=]+';.* form-action 'self';/);
      expect(page.text).toContain(`<strong>${link === great ? 'Great' : 'Poor'}</strong>`);
      expect(page.text).toContain('<form method="post"><button type="submit">');
      expect(page.text).not.toContain(unit.title);
      expect(page.text).not.toContain('<script');
    }
    expect(await scoreOf(unit)).toBeNull();
    const answer = await press(great);
    expect(answer).toMatchObject({
      status: 303,
      headers: { location: `/${server.tenants.own}/resolutioncenter?showThanksForFeedbackMessage=true` },
    });
    expect(await scoreOf(unit)).toBe('Great');
    for (const link of [poor, great]) {
      expect((await server.anonymous.get(link)).status).toBe(303);
      expect((await press(link)).status).toBe(303);
    }
    expect(await scoreOf(unit)).toBe('Great');
    const { body } = await server
      .as('Viewer')
      .get(`/v1/workunits/GetWorkUnitHistoryRecords(workUnitId=${unit.workUnitId})`);
    const entries = (body as { value: { detail: string; createdBy: string }[] }).value;
    expect(entries.filter(({ detail }) => detail.includes('Experience Score'))).toMatchObject([
      { createdBy: (await server.person('Requester')).mail },
    ]);
  });

  it('has an audit record of its score', async () => {
    const unit = await resolve(await request());
    await settle();
    await server.anonymous.send('POST', linkTo('Average'));
    const records = await server.database.asOwner(
      `select actor_name, before, after from cfs.audit_records
       where entity = 'WorkUnit' and entity_id = $1 and after ? 'stakeHolderExperienceScore'
         and not after ? 'stateId'`,
      [String(unit.workUnitId)],
    );
    expect(records).toEqual([
      {
        actor_name: (await server.person('Requester')).mail,
        before: { stakeHolderExperienceScore: null },
        after: { stakeHolderExperienceScore: 'Average' },
      },
    ]);
  });

  it('accepts no score by a forged or expired link', async () => {
    const unit = await resolve(await request());
    await settle();
    const link = linkTo('Average');
    const other = await resolve(await request());
    const forged = [
      link.replace('Average', 'Great'),
      link.replace(`/${unit.workUnitId}.`, `/${other.workUnitId}.`),
      `${link}x`,
      link.slice(0, -1),
      '/v1/workunits/score/1.Great.zzzzzzzz.x',
      '/v1/workunits/score/nonsense',
    ];
    for (const address of forged) {
      expect((await server.anonymous.get(address)).status, address).toBe(404);
      expect((await server.anonymous.send('POST', address)).status, address).toBe(404);
    }
    expect((await server.anonymous.send('HEAD', link)).status).not.toBe(303);
    server.clock.advance(30 * day);
    expect((await server.anonymous.get(link)).status).toBe(410);
    expect((await server.anonymous.send('POST', link)).status).toBe(410);
    expect([await scoreOf(unit), await scoreOf(other)]).toEqual([null, null]);
  });
});

test('a score link with a validity of more than 30 days returns 404', async () => {
  const unit = await resolve(await request());
  const key = scoreLinkKey(server.services.keys, server.tenants.own);
  const [link] = scoreLinks('', key, unit, new Date(server.clock.now().getTime() + day));
  expect((await server.anonymous.get(link?.href ?? '')).status).toBe(404);
  expect(await scoreOf(unit)).toBeNull();
});

test('a callback request is mailed to the staff of the tenant', async () => {
  const unit = await request();
  await server.as('Requester').post(`/v1/workunitnotes/callme/${unit.workUnitId}`);
  await settle();
  const mail = decodeMail(peer.received.find((each) => each.includes('ops@example.com')));
  expect(mail).toContain('asks to be called back. Phone number: +47 555 0100');
  expect(mail).toContain(`Subject: Call back: WU #${unit.publicWorkUnitId}: Need a new screen`);
});

test('a mail that cannot be sent is recorded in the history and does not fail the request', async () => {
  peer.refusal = 550;
  const unit = await request();
  await settle();
  const stream = () =>
    server.as('Viewer').get(`/v1/workunits/GetWorkUnitHistoryRecords(workUnitId=${unit.workUnitId})`);
  expect((await stream()).text).toContain('was not sent. The mail could not be sent');
  peer.refusal = 451;
  const later = await request();
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    await settle();
    server.clock.advance(backoffAfter(attempt));
  }
  const { text } = await server
    .as('Viewer')
    .get(`/v1/workunits/GetWorkUnitHistoryRecords(workUnitId=${later.workUnitId})`);
  expect(text.split('was not sent')).toHaveLength(2);
});

test('a mail that could not be composed at the last attempt is recorded in the history', async () => {
  const unit = await request();
  await exhaustAttempts(server, 'work-units');
  const { text } = await server
    .as('Viewer')
    .get(`/v1/workunits/GetWorkUnitHistoryRecords(workUnitId=${unit.workUnitId})`);
  expect(text).toContain(`A mail about the work unit may not have been sent. ${busyReason}`);
  expect(peer.received).toEqual([]);
});

describe('a note that is mailed to several addresses', () => {
  const boss = 'boss@example.com';
  /** Mails a note with a copy to the boss; returns a function that reads the entries about failed mails. */
  const mailNote = async (): Promise<() => Promise<string[]>> => {
    const { workUnitId } = await request();
    await settle();
    peer.received.length = 0;
    await server.database.asOwner(
      `insert into cfs.work_unit_copies (tenant_id, work_unit_id, address, created, created_by) values ($1, $2, $3, now(), 'x')`,
      [server.tenants.own, workUnitId, boss],
    );
    const note = { workUnitId, detail: 'Please call us today', isExternalNote: true };
    expect((await server.as('Operator').put('/v1/workunitnotes', note)).status).toBe(201);
    await settle();
    return async () => {
      const { body } = await server
        .as('Viewer')
        .get(`/v1/workunits/GetWorkUnitHistoryRecords(workUnitId=${workUnitId})`);
      const { value } = body as { readonly value: readonly { readonly detail: string }[] };
      return value.map(({ detail }) => detail).filter((detail) => detail.includes('was not sent'));
    };
  };
  beforeEach(() => {
    peer.refusedRecipients.clear();
    peer.deferredRecipients.clear();
  });
  afterAll(() => {
    peer.refusedRecipients.clear();
    peer.deferredRecipients.clear();
  });

  it('records an address that is refused permanently, and is not repeated', async () => {
    const { mail } = await server.person('Requester');
    peer.refusedRecipients.add(mail);
    const records = await mailNote();
    server.clock.advance(backoffAfter(maxAttempts));
    await settle();
    expect(peer.received).toHaveLength(1);
    expect(await records()).toEqual([
      expect.stringMatching(/^The mail ".+" was not sent to all recipients\. The mail server refused .+ \(550\)\.$/),
      expect.stringMatching(/was not sent\. The mail could not be sent/),
    ]);
  });

  it('is retried only for an address that was refused temporarily', async () => {
    const { mail } = await server.person('Requester');
    peer.deferredRecipients.add(boss);
    const records = await mailNote();
    expect(peer.received).toHaveLength(1);
    peer.deferredRecipients.clear();
    peer.refusedRecipients.add(mail);
    server.clock.advance(backoffAfter(1));
    await settle();
    expect(peer.received).toHaveLength(2);
    const [first, second] = peer.received.map((each) => /^Message-ID: (.+)$/im.exec(each)?.[1]);
    expect(second).toBe(first);
    expect(await records()).toEqual([]);
  });

  it('records an address that is refused temporarily up to the last attempt', async () => {
    peer.deferredRecipients.add(boss);
    const records = await mailNote();
    for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
      expect(await records()).toEqual([]);
      server.clock.advance(backoffAfter(attempt));
      await settle();
    }
    expect(peer.received).toHaveLength(1);
    expect(await records()).toEqual([
      expect.stringMatching(
        /was not sent to all recipients\. To boss@example\.com: The mail could not be sent: .*450 Busy/,
      ),
    ]);
  });
});

describe('mentions in a note', () => {
  const note = (unit: WorkUnit, mentions: readonly string[]) =>
    server.as('Operator').put('/v1/workunitnotes', { workUnitId: unit.workUnitId, detail: 'Please look', mentions });

  it('are stored with it, and each person is mailed once', async () => {
    const unit = await request();
    await settle();
    peer.received.length = 0;
    const [viewer, administrator] = [await server.person('Viewer'), await server.person('Administrator')];
    const answer = await note(unit, [viewer.mail, administrator.mail, viewer.mail.toUpperCase()]);
    expect(answer.status).toBe(201);
    await settle();
    expect(peer.received.map((mail) => /^To: (.+)$/m.exec(mail)?.[1]?.trim()).toSorted()).toEqual(
      [viewer.mail, administrator.mail].toSorted(),
    );
    expect(decodeMail(peer.received[0])).toContain('Please look');
    const { body } = await server
      .as('Viewer')
      .get(`/v1/workunits/GetWorkUnitHistoryRecords(workUnitId=${unit.workUnitId})`);
    const [newest] = (body as { value: { mentions: { mail: string }[] }[] }).value;
    expect(newest?.mentions.map(({ mail }) => mail).toSorted()).toEqual([viewer.mail, administrator.mail].toSorted());
  });

  it('are not shown to the stakeholder in an external note', async () => {
    const unit = await request();
    const { mail } = await server.person('Viewer');
    const detail = 'For you, and for a colleague';
    const body = { workUnitId: unit.workUnitId, detail, isExternalNote: true, mentions: [mail] };
    expect((await server.as('Operator').put('/v1/workunitnotes', body)).status).toBe(201);
    const { text } = await server.as('Requester').get(`/v1/workunits/${unit.workUnitId}/externalNotes`);
    expect(text).toContain(detail);
    expect(text).not.toContain(mail);
  });

  it('of people who may not see the unit are refused', async () => {
    const unit = await request();
    const strangers = ['nobody@example.com', (await server.person('Requester')).mail];
    strangers.push((await server.person('Viewer', server.tenants.foreign)).mail);
    for (const mail of strangers)
      expect(await note(unit, [mail])).toMatchObject({
        status: 400,
        body: { errors: { Mentions: [`${mail} may not see the work units of this tenant.`] } },
      });
  });
});
