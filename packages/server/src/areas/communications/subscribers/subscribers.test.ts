import type { Communication } from '@cfs/contracts/communications';
import { subscriberMessages, type Subscriber, type SubscriberDelivery } from '@cfs/contracts/communication-subscribers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { backoffAfter } from '../../../platform/durable-work/backoff.ts';
import { createWorker, type Worker } from '../../../platform/durable-work/worker.ts';
import { createTestWorker } from '../../../testing/create-test-worker.ts';
import { busyReason, exhaustAttempts } from '../../../testing/exhaust-attempts.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { decodeMail, startMailPeer, type MailPeer } from '../../actions/testing/mail-peer.ts';
import { communicationsArea } from '../communications-area.ts';
import { deliveryRetentionDays, removeOldDeliveries } from './remove-old-deliveries.ts';
import { removeUnconfirmed } from './remove-unconfirmed.ts';
import { budgetMilliseconds } from './spent-budget.ts';
import { confirmationMilliseconds, subscriberLink } from './subscriber-link.ts';

const origin = 'https://portal.example.com';
const anonymous = '/v1/communicationsubscriptions';
let peer: MailPeer;
let server: TestServer;
let worker: Worker;

beforeAll(async () => {
  peer = await startMailPeer();
  server = await startTestServer({
    environment: {
      SMTP_URL: peer.url,
      PUBLIC_ORIGIN: origin,
      SUBSCRIBER_MAIL_BUDGET: '2',
      SUBSCRIPTION_RATE_LIMIT: '5',
    },
  });
  worker = createTestWorker(server.services, 'communications');
});
afterAll(async () => {
  await server.close();
  await peer.close();
});

/** Runs due work and advances the clock, so that the next change is later and lists by time have an order. */
const settle = async (): Promise<void> => {
  server.clock.advance(1);
  while ((await worker.runDue()) > 0);
};
const allow = (allowsVisitors: boolean) =>
  server.as('Operator').put(`/v1/tenants/${server.tenants.own}/subscribersettings`, { allowsVisitors });

beforeEach(async () => {
  // Exceeds the windows of the rate limit of visitors and of the budget.
  server.clock.advance(budgetMilliseconds + 1);
  await server.database.asOwner('delete from cfs.communication_subscribers');
  await server.database.asOwner('delete from cfs.subscriber_deliveries');
  await settle();
  await allow(true);
  peer.refusal = undefined;
  peer.received.length = 0;
});

const rows = async <Row>(address: string): Promise<Row[]> =>
  ((await server.as('Operator').get(address)).body as { value: Row[] }).value;
const subscribers = () => rows<Subscriber>('/v1/communicationSubscribers');
const ledger = () => rows<SubscriberDelivery>('/v1/subscriberDeliveries?$orderby=created');

const ask = async (address = 'anna@contoso.example', tenantId = server.tenants.own) => {
  const answer = await server.anonymous.post(anonymous, { tenantId, address });
  await settle();
  return answer;
};
const linkIn = (mail: string | undefined, action: string): string =>
  new RegExp(`${origin}(${anonymous}/${action}/[\\w.-]+)`).exec(decodeMail(mail))?.[1] ?? '';
const subscribe = async (address?: string): Promise<void> => {
  await ask(address);
  expect((await server.anonymous.post(linkIn(peer.received.at(-1), 'confirm'))).status).toBe(200);
  peer.received.length = 0;
};

const communicate = async (changes: object = {}): Promise<Communication> => {
  const body = {
    title: 'The mail is down',
    serviceManager: 'manager@example.com',
    tenantId: server.tenants.own,
    ...changes,
  };
  const answer = await server.as('Operator').put('/v1/workunitcommunications', body);
  expect(answer.status, answer.text).toBe(201);
  await settle();
  return answer.body as Communication;
};
const update = async ({ workUnitCommunicationId: id }: Communication, changes: object): Promise<void> => {
  const answer = await server.as('Operator').post(`/v1/workunitcommunications/${id}`, changes);
  expect(answer.status, answer.text).toBe(200);
  await settle();
};

describe('a visitor', () => {
  it('is subscribed once the page of the link in the mail is confirmed', async () => {
    expect(await ask('Anna@Contoso.example')).toMatchObject({
      status: 202,
      body: { message: subscriberMessages.requested },
    });
    expect(await subscribers()).toMatchObject([
      { address: 'anna@contoso.example', state: 'Pending', createdBy: 'visitor' },
    ]);
    const link = linkIn(peer.received[0], 'confirm');
    const page = await server.anonymous.get(link);
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('<form method="post">') });
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(await subscribers()).toMatchObject([{ state: 'Pending' }]);
    for (let time = 0; time < 2; time += 1) expect((await server.anonymous.post(link)).status).toBe(200);
    expect(await subscribers()).toMatchObject([{ state: 'Confirmed', confirmed: expect.any(String) }]);
    expect(await ledger()).toMatchObject([{ kind: 'Confirmation', state: 'Accepted', accepted: expect.any(String) }]);
  });

  it('gets the same response for a known address, and no mail', async () => {
    await subscribe();
    const [known, unknown, closed, nobody] = [
      await ask(),
      await ask('bob@contoso.example'),
      await allow(false).then(() => ask('carl@contoso.example')),
      await ask('dora@contoso.example', '00000000-0000-4000-8000-000000000000'),
    ];
    for (const answer of [known, unknown, closed, nobody]) {
      expect(answer.status).toBe(202);
      expect(answer.text).toBe(known.text);
    }
    expect(peer.received.map((mail) => /^To: (.+)$/m.exec(mail)?.[1])).toEqual(['bob@contoso.example']);
  });

  it('is sent at most one link an hour', async () => {
    await ask();
    await ask();
    expect(peer.received).toHaveLength(1);
    server.clock.advance(3_600_000);
    await ask();
    expect(peer.received).toHaveLength(2);
    expect(await subscribers()).toHaveLength(1);
  });

  it('may use a form without scripts', async () => {
    const answer = await server.anonymous.send('POST', anonymous, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `tenantId=${server.tenants.own}&address=anna%40contoso.example`,
    });
    expect(answer.status).toBe(202);
    expect(answer.text).toContain(subscriberMessages.requested);
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
    await settle();
    expect(peer.received).toHaveLength(1);
  });

  it('is rate-limited without affecting other visitors', async () => {
    for (let time = 0; time < 5; time += 1) expect((await ask(`a${time}@contoso.example`)).status).toBe(202);
    expect(await ask()).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } });
    const elsewhere = await server.app.inject({
      method: 'POST',
      url: anonymous,
      remoteAddress: '198.51.100.9',
      payload: { tenantId: server.tenants.own, address: 'b@contoso.example' },
    });
    expect(elsewhere.statusCode).toBe(202);
  });

  it.each([
    {},
    { tenantId: 'x', address: 'a@b.example' },
    { tenantId: '00000000-0000-4000-8000-000000000000', address: 'nobody' },
    { tenantId: '00000000-0000-4000-8000-000000000000', address: 'a@b.example, c@d.example' },
    { tenantId: '00000000-0000-4000-8000-000000000000', address: 'a@b.example', state: 2 },
  ])('gets 400 for %j', async (body) => {
    expect((await server.anonymous.post(anonymous, body)).status).toBe(400);
  });

  it('is not subscribed by an earlier link once visitors may no longer subscribe', async () => {
    await ask();
    const link = linkIn(peer.received[0], 'confirm');
    await ask('bob@contoso.example');
    expect((await server.anonymous.post(linkIn(peer.received[1], 'confirm'))).status).toBe(200);
    const viewer = await server.person('Viewer');
    await ask(viewer.mail);
    await allow(false);
    for (const answer of [await server.anonymous.get(link), await server.anonymous.post(link)])
      expect(answer).toMatchObject({ status: 404, text: expect.stringContaining('This link has expired') });
    const ofViewer = linkIn(peer.received[2], 'confirm');
    expect((await server.anonymous.get(ofViewer)).status).toBe(200);
    expect((await server.anonymous.post(ofViewer)).status).toBe(200);
    const states = (await subscribers()).map(({ address, state }) => [address, state]);
    expect(Object.fromEntries(states)).toEqual({
      'anna@contoso.example': 'Pending',
      'bob@contoso.example': 'Confirmed',
      [viewer.mail.toLowerCase()]: 'Confirmed',
    });
    peer.received.length = 0;
    await communicate();
    const mailed = peer.received.map((mail) => /^To: (.+)$/m.exec(mail)?.[1]?.trim());
    expect(mailed.toSorted()).toEqual(['bob@contoso.example', viewer.mail.toLowerCase()].toSorted());
  });

  it('gets 404 for a link that was altered, has expired or is for another purpose', async () => {
    await ask();
    const link = linkIn(peer.received[0], 'confirm');
    const [subscriber] = await subscribers();
    const foreign = subscriberLink('', server.services.keys, 'confirm', {
      tenantId: server.tenants.foreign,
      subscriberId: subscriber?.subscriberId ?? '',
      expires: new Date(server.clock.now().getTime() + 1_000),
    });
    const broken = [
      link.replace('/confirm/', '/unsubscribe/'),
      `${link}x`,
      link.replace(server.tenants.own, server.tenants.foreign),
      foreign,
      `${anonymous}/confirm/x`,
    ];
    for (const address of broken) expect((await server.anonymous.post(address)).status).toBe(404);
    expect(await subscribers()).toMatchObject([{ state: 'Pending' }]);
    server.clock.advance(confirmationMilliseconds + 1);
    expect((await server.anonymous.get(link)).status).toBe(404);
    expect((await server.anonymous.post(link)).status).toBe(404);
    await removeUnconfirmed(server.services);
    expect(await subscribers()).toEqual([]);
  });
});

describe('a subscriber', () => {
  const oneClick = {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  };
  const withoutNonce = (page: string): string => page.replaceAll(/nonce="[^"]*"/g, '');
  /** The List-Unsubscribe link in the latest mail to the address. */
  const unsubscribeLinkTo = (address: string): string => {
    const mail = peer.received.map(decodeMail).findLast((each) => each.includes(`To: ${address}`)) ?? '';
    return new RegExp(`List-Unsubscribe: <${origin}(${anonymous}/unsubscribe/[^>]+)>`).exec(mail)?.[1] ?? '';
  };
  const removals = () =>
    server.database.asOwner<{ actor_name: string }>(
      `select actor_name from cfs.audit_records where entity = 'Subscriber' and after is null
       order by recorded`,
    );

  it('is mailed the external report, and nothing of the internal one', async () => {
    await subscribe();
    await communicate({ currentImpact: 'No mail is sent.', details: 'It is the disk.', internalBridge: 'Call 555.' });
    expect(peer.received).toHaveLength(1);
    const mail = decodeMail(peer.received[0]);
    expect(mail).toContain('Subject: Open - Investigating: The mail is down');
    expect(mail).toContain('No mail is sent.');
    for (const secret of ['It is the disk.', 'Call 555.', 'manager@example.com']) expect(mail).not.toContain(secret);
  });

  it('is not mailed internal changes or those of other tenants', async () => {
    await subscribe();
    const communication = await communicate();
    await update(communication, { details: 'Internal', internalBridge: '555' });
    await server.as('Operator', server.tenants.foreign).put('/v1/workunitcommunications', {
      title: 'Foreign',
      serviceManager: 'x',
      tenantId: server.tenants.foreign,
    });
    await settle();
    expect(peer.received).toHaveLength(1);
    await update(communication, { currentImpact: 'Less.' });
    expect(peer.received).toHaveLength(2);
  });

  it('is mailed the report as of the time of sending, with its current title and status', async () => {
    await subscribe();
    peer.refusal = 451;
    const communication = await communicate();
    await server.as('Operator').post(`/v1/workunitcommunications/${communication.workUnitCommunicationId}`, {
      title: 'The mail was slow',
      status: 'Resolved',
      rootCause: 'A disk',
    });
    peer.refusal = undefined;
    server.clock.advance(backoffAfter(1));
    await settle();
    const subject = 'Closed - Resolved: The mail was slow';
    expect(peer.received.length).toBeGreaterThan(0);
    for (const mail of peer.received.map(decodeMail)) {
      expect(mail).toContain(`Subject: ${subject}`);
      expect(mail).toContain('A disk');
      expect(mail).not.toContain('The mail is down');
    }
    const updates = (await ledger()).filter(({ kind }) => kind === 'Update');
    expect(updates.map((each) => each.subject)).toEqual(updates.map(() => subject));
  });

  it('is mailed about customer-facing steps', async () => {
    await subscribe();
    const { workUnitCommunicationId } = await communicate({ eventStarted: '2026-03-02T09:00:00.000Z' });
    for (const isCustomerFacing of [false, true])
      await server.as('Operator').put('/v1/workunitcommunicationactivities', {
        workUnitCommunicationId,
        details: 'Replace the disk',
        isCustomerFacing,
      });
    await settle();
    expect(peer.received).toHaveLength(2);
    expect(decodeMail(peer.received[1])).toContain('Next: Replace the disk');
    expect(decodeMail(peer.received[1])).toContain('2/Mar/2026 09:00 UTC');
  });

  it('receives a digest once the budget is used up', async () => {
    await subscribe();
    const communication = await communicate();
    for (const currentImpact of ['One', 'Two', 'Three']) await update(communication, { currentImpact });
    await communicate({ title: 'The phone is down' });
    expect(peer.received).toHaveLength(2);
    expect((await ledger()).filter(({ state }) => state === 'Deferred')).toHaveLength(3);
    server.clock.advance(budgetMilliseconds);
    await settle();
    expect(peer.received).toHaveLength(3);
    const digest = decodeMail(peer.received[2]);
    expect(digest).toContain('Subject: News of 2 communications');
    for (const text of ['The mail is down', 'Three', 'The phone is down']) expect(digest).toContain(text);
    expect((await ledger()).map(({ state }) => state)).toEqual([
      ...['Accepted', 'Accepted', 'Accepted'],
      ...['Digested', 'Digested', 'Digested', 'Accepted'],
    ]);
  });

  it('unsubscribes with one click in the mail program; opening the link changes nothing', async () => {
    await subscribe();
    await communicate();
    const head = decodeMail(peer.received[0]);
    expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    const link = unsubscribeLinkTo('anna@contoso.example');
    expect((await server.anonymous.get(link)).text).toContain('<form method="post">');
    expect(await subscribers()).toHaveLength(1);
    expect((await server.anonymous.send('POST', link, oneClick)).status).toBe(200);
    expect(await subscribers()).toEqual([]);
    await communicate();
    expect(peer.received).toHaveLength(1);
  });

  it('unsubscribes only once, also if the link is used again', async () => {
    await subscribe();
    await communicate();
    const link = unsubscribeLinkTo('anna@contoso.example');
    const before = (await removals()).length;
    const first = await server.anonymous.send('POST', link, oneClick);
    expect(first.status).toBe(200);
    const afterFirst = { ledger: await ledger(), removals: await removals() };
    expect(afterFirst.removals.slice(before)).toEqual([{ actor_name: 'anna@contoso.example' }]);

    const second = await server.anonymous.send('POST', link, oneClick);
    expect(second.status).toBe(200);
    expect(withoutNonce(second.text)).toBe(withoutNonce(first.text));
    expect({ ledger: await ledger(), removals: await removals() }).toEqual(afterFirst);

    // A later subscription of the same address has its own links.
    server.clock.advance(3_600_000);
    await subscribe();
    const [later] = await subscribers();
    expect((await server.anonymous.send('POST', link, oneClick)).status).toBe(200);
    expect(await subscribers()).toEqual([later]);
  });

  it('is not unsubscribed by the link of another subscriber or tenant', async () => {
    await subscribe('anna@contoso.example');
    await subscribe('bob@contoso.example');
    await communicate();
    const [anna, bob] = ['anna@contoso.example', 'bob@contoso.example'].map((address) => unsubscribeLinkTo(address));
    const before = await subscribers();
    const idOf = (address: string): string => before.find((each) => each.address === address)?.subscriberId ?? '';
    const [annaId, bobId] = [idOf('anna@contoso.example'), idOf('bob@contoso.example')];
    const altered = [
      anna?.replace(annaId, bobId),
      anna?.replace(server.tenants.own, server.tenants.foreign),
      anna?.replace('/unsubscribe/', '/confirm/'),
    ];
    for (const link of altered) expect((await server.anonymous.send('POST', link ?? '', oneClick)).status).toBe(404);
    const foreign = subscriberLink('', server.services.keys, 'unsubscribe', {
      tenantId: server.tenants.foreign,
      subscriberId: annaId,
      expires: undefined,
    });
    expect((await server.anonymous.send('POST', foreign, oneClick)).status).toBe(200);
    expect(await subscribers()).toEqual(before);
    expect((await server.anonymous.send('POST', bob ?? '', oneClick)).status).toBe(200);
    expect(await subscribers()).toMatchObject([{ subscriberId: annaId }]);
  });

  it('is never mailed more than the budget, also by concurrent steps', async () => {
    await subscribe();
    for (let each = 0; each < 6; each += 1)
      await server.as('Operator').put('/v1/workunitcommunications', {
        title: `Event ${each}`,
        serviceManager: 'manager@example.com',
        tenantId: server.tenants.own,
      });
    const { handlers = {}, timers = {} } = communicationsArea;
    const alone = createWorker({
      services: server.services,
      handlers,
      timers,
      capacities: { local: { running: 6, maxClaimed: 1 } },
    });
    while ((await alone.runDue()) > 0);
    expect(peer.received).toHaveLength(2);
    expect((await ledger()).filter(({ state }) => state === 'Deferred')).toHaveLength(4);
  });

  it('receives a change that is published while a digest is due within that digest', async () => {
    await subscribe();
    const communication = await communicate();
    server.clock.advance(60_000);
    for (const currentImpact of ['One', 'Two']) await update(communication, { currentImpact });
    peer.received.length = 0;
    // The first mail has left the window, and a further change is published before the digest is sent.
    server.clock.advance(budgetMilliseconds - 30_000);
    const { handlers = {} } = communicationsArea;
    const withoutTimers = createWorker({ services: server.services, handlers, timers: {} });
    await server
      .as('Operator')
      .post(`/v1/workunitcommunications/${communication.workUnitCommunicationId}`, { currentImpact: 'Three' });
    while ((await withoutTimers.runDue()) > 0);
    expect(peer.received).toEqual([]);
    await settle();
    expect(peer.received).toHaveLength(1);
    expect(decodeMail(peer.received[0])).toContain('Three');
    expect((await ledger()).filter(({ state }) => state === 'Digested')).toHaveLength(2);
  });

  it('is sent nothing that was queued before the subscription ended', async () => {
    await subscribe();
    peer.refusal = 451;
    await communicate();
    const [subscriber] = await subscribers();
    const removed = await server.as('Operator').delete(`/v1/communicationsubscribers/${subscriber?.subscriberId}`);
    expect(removed.status).toBe(204);
    peer.refusal = undefined;
    server.clock.advance(backoffAfter(1));
    await settle();
    expect(peer.received).toEqual([]);
    expect((await ledger()).at(-1)).toMatchObject({
      kind: 'Update',
      state: 'Failed',
      accepted: null,
      detail: 'The subscription ended before the mail was sent.',
    });
  });

  it('has the reason in the ledger if the mail could not be composed in the last attempt', async () => {
    await subscribe();
    peer.refusal = 451;
    await communicate();
    await exhaustAttempts(server, 'communications');
    peer.refusal = undefined;
    expect((await ledger()).at(-1)).toMatchObject({
      kind: 'Update',
      state: 'Failed',
      accepted: null,
      detail: busyReason,
    });
  });

  it('has the reason in the ledger if the mail server refuses the address', async () => {
    await subscribe();
    peer.refusal = 550;
    await communicate();
    expect((await ledger()).at(-1)).toMatchObject({ state: 'Failed', detail: expect.stringContaining('550') });
  });
});

it('removes mails from the ledger after the retention time', async () => {
  await subscribe();
  await communicate({ title: 'Long ago' });
  const before = await ledger();
  expect(before.map(({ kind }) => kind)).toContain('Update');
  server.clock.advance(deliveryRetentionDays * 86_400_000 - 60_000);
  await removeOldDeliveries(server.services);
  expect(await ledger()).toEqual(before);
  server.clock.advance(120_000);
  await communicate({ title: 'Now' });
  await removeOldDeliveries(server.services);
  expect(await ledger()).toMatchObject([{ subject: expect.stringContaining('Now') }]);
  expect(await subscribers()).toHaveLength(1);
});

describe('a person', () => {
  const own = () => `/v1/tenants/${server.tenants.own}/communicationsubscription`;

  it('subscribes without a confirmation mail, and unsubscribes', async () => {
    const viewer = server.as('Viewer');
    expect((await viewer.get(own())).body).toEqual({ isSubscribed: false });
    for (let time = 0; time < 2; time += 1)
      expect((await viewer.put(own(), { isSubscribed: true })).body).toEqual({ isSubscribed: true });
    expect(await subscribers()).toMatchObject([{ state: 'Confirmed' }]);
    expect((await viewer.get(own())).body).toEqual({ isSubscribed: true });
    await communicate();
    expect(peer.received).toHaveLength(1);
    expect((await viewer.put(own(), { isSubscribed: false })).body).toEqual({ isSubscribed: false });
    expect(await subscribers()).toEqual([]);
  });

  it('may not see or remove subscribers without permission to edit communications', async () => {
    await subscribe();
    const [subscriber] = await subscribers();
    const viewer = server.as('Viewer');
    for (const path of ['/v1/communicationSubscribers', '/v1/subscriberDeliveries'])
      expect((await viewer.get(path)).status).toBe(403);
    expect((await viewer.delete(`/v1/communicationsubscribers/${subscriber?.subscriberId}`)).status).toBe(403);
  });
});
