import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import type { ReceivedMail } from '@cfs/contracts/received-mails';
import { workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import { longTextLimit } from '@cfs/contracts/sizes';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { retentionDays, removeOldMails } from './remove-old-mails.ts';
import { beginDelivery, deliver, proof, rawMail, testDomain, testRelay } from './testing/deliver-mail.ts';
import { createMailScene, type MailScene } from './testing/mail-scene.ts';

let scene: MailScene;
beforeAll(async () => {
  scene = await createMailScene({ environment: { MAIL_IN_MAX_SIZE: '131072' } });
});
afterAll(() => scene.close());

const newest = async (): Promise<ReceivedMail> => {
  const [mail] = await scene.received();
  if (!mail) throw new TypeError('There is no received mail.');
  return mail;
};

/** Opens a request by mail; resolves with the id of its work unit. */
const open = async (mail: Parameters<MailScene['send']>[0] = {}): Promise<number> => {
  expect(await scene.send(mail)).toMatch(/^250/);
  return (await newest()).workUnitId ?? 0;
};

const boundary = (type: string, ...parts: string[]): string =>
  [
    `Content-Type: multipart/${type}; boundary=xx`,
    'MIME-Version: 1.0',
    '',
    ...parts.flatMap((part) => ['--xx', part]),
    '--xx--',
    '',
  ].join('\r\n');
const textPart = (text: string) => `Content-Type: text/plain; charset=utf-8\r\n\r\n${text}`;
const htmlPart = (html: string) => `Content-Type: text/html; charset=utf-8\r\n\r\n${html}`;
const filePart = (name: string, type: string, content: Buffer | string) =>
  `Content-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\n` +
  `Content-Transfer-Encoding: base64\r\n\r\n${Buffer.from(content).toString('base64')}`;

describe('a mail to the address of a tenant', () => {
  it('opens a User Request for its sender and sends a confirmation', async () => {
    const workUnitId = await open({ subject: 'It is =?utf-8?q?too_hei=C3=9F?=', text: 'The boiler is too hot.' });
    const [unit] = await scene.units();
    expect(unit).toMatchObject({
      workUnitId,
      title: 'It is too heiß',
      description: 'The boiler is too hot.',
      workUnitTypeId: workUnitTypes.Request,
      stateId: 'New',
      source: 'Mail',
      stakeHolderFullName: 'Anna Berg',
      stakeHolderEmailAddress: 'anna@contoso.example',
      createdBy: 'anna@contoso.example',
    });
    expect(await newest()).toMatchObject({
      verdict: 'Request',
      sender: 'anna@contoso.example',
      recipient: `support@${testDomain}`,
      relay: '127.0.0.1',
    });
    const queued = await scene.server.database.asOwner<{ payload: object }>(
      `select payload from cfs.work_events where kind = 'WorkUnitMail'`,
    );
    expect(queued.map(({ payload }) => payload)).toContainEqual({ workUnitId, template: 'ResolutionCenterCreated' });
  });

  it('copies in the addresses of To and Cc except those of the sender and the portal', async () => {
    const workUnitId = await open({
      to: [`support@${testDomain}`, 'Bob <bob@contoso.example>'],
      headers: [proof('contoso.example'), `Cc: Carl <CARL@contoso.example>, anna@contoso.example, x@${testDomain}`],
    }).catch((error: unknown) => error);
    expect(workUnitId).toEqual(expect.any(Number));
    const notes = await scene.stream(Number(workUnitId));
    expect(notes.map(({ detail }) => detail)).toContain(
      'Mails to the stakeholder are copied to bob@contoso.example, carl@contoso.example.',
    );
  });

  it.each([
    [
      'the first To address if the tenant is in Cc',
      { to: ['bob@contoso.example', 'dora@contoso.example'], cc: `support@${testDomain.toUpperCase()}` },
    ],
    [
      'the first To address if the tenant follows it',
      { to: ['bob@contoso.example', `support@${testDomain}`], cc: 'dora@contoso.example' },
    ],
    [
      'all but the first To address if an alias forwards to the tenant',
      { to: ['help@contoso.example', 'bob@contoso.example'], cc: 'dora@contoso.example' },
    ],
  ])('copies in %s', async (_name, { to, cc }) => {
    const raw = rawMail({ to, headers: [proof('contoso.example'), `Cc: ${cc}`] });
    scene.server.clock.advance(1);
    expect(await deliver(scene.listener.port, {}, raw)).toMatch(/^250/);
    const notes = await scene.stream((await newest()).workUnitId ?? 0);
    expect(notes.map(({ detail }) => detail)).toContain(
      'Mails to the stakeholder are copied to bob@contoso.example, dora@contoso.example.',
    );
  });

  it('attaches accepted files and names the others in a note', async () => {
    const workUnitId = await open({
      content: boundary(
        'mixed',
        textPart('See the files.'),
        filePart('log.txt', 'text/plain', 'It is hot.'),
        filePart('run.exe', 'application/octet-stream', 'MZ\0\0'),
        filePart('../../evil\u202e.png', 'image/png', Buffer.from('89504e470d0a1a0a', 'hex')),
      ),
    });
    const notes = await scene.stream(workUnitId);
    const names = notes.flatMap(({ attachments = [] }) => attachments.map(({ fileName }) => fileName));
    expect(names.toSorted()).toEqual(['.._.._evil.png', 'log.txt']);
    const refused = 'Not attached: run.exe: empty, or of a type that is not accepted.';
    expect(notes.map(({ detail }) => detail)).toContain(refused);
    expect(await newest()).toMatchObject({ verdict: 'Request', detail: refused });
  });

  it('attaches a long text in full as a file', async () => {
    const text = `${'Hot. '.repeat(2_000)}The end.`;
    const workUnitId = await open({ text });
    const [unit] = await scene.units();
    expect(String(unit?.['description'])).toHaveLength(longTextLimit);
    const [attachment] = (await scene.stream(workUnitId)).flatMap(({ attachments = [] }) => attachments);
    const path = `/v1/workunits/${workUnitId}/attachments/${attachment?.attachmentId}`;
    expect((await scene.server.as('Administrator').get(path)).text).toBe(text);
  });

  it('converts HTML to text, and stores it without scripts and external resources', async () => {
    const html =
      '<p>It is <b>hot</b>.</p><script>alert(1)</script><img src="https://evil.example/x.png" onerror="alert(1)">' +
      '<style>p{background:url(https://evil.example)}</style><a href="javascript:alert(1)" onclick="x()">here</a>' +
      '<iframe src="https://evil.example"></iframe><form action="https://evil.example"><input name=x></form>';
    await open({ content: htmlPart(html) });
    const [unit] = await scene.units();
    // Addresses are kept as text.
    expect(unit?.['description']).toBe('It is hot.\n\n[https://evil.example/x.png]here [javascript:alert(1)]');
    const { receivedMailId } = await newest();
    const preview = await scene.server.as('Administrator').post(`/v1/receivedMails/${receivedMailId}/preview`);
    const { previewUrl, text } = preview.body as { previewUrl: string; text: string };
    expect(text).toContain('It is hot.');
    const page = await scene.server.anonymous.get(previewUrl);
    expect(page.text).toBe('<p>It is <b>hot</b>.</p><a>here</a>');
    expect(page.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
  });

  it.each(['', ' ', '\r\n\u00a0\r\n'])('reads the HTML if the plain text is blank: %j', async (text) => {
    await open({
      content: boundary('alternative', textPart(text), htmlPart('<p>It is<br>hot.</p><p>Very &amp; so.</p>')),
    });
    expect((await scene.units())[0]?.['description']).toBe('It is\nhot.\n\nVery & so.');
  });

  it.each(['Auto-Submitted: auto-replied\0x', 'List-Id: a\0x'])('is listed with a NUL in %j', async (header) => {
    expect(await scene.send({ headers: [proof('contoso.example'), header] })).toMatch(/^250/);
    expect((await newest()).detail).toMatch(/^(?:Auto-Submitted: auto-repliedx|List-Id: ax)$/);
  });

  it('is refused with two headers From', async () => {
    const headers = [proof('contoso.example'), 'From: Ben <ben@contoso.example>'];
    expect(await scene.refused({ headers })).toBe(550);
    expect(await newest()).toMatchObject({ verdict: 'Malformed' });
  });

  it('attaches a file whose long name is truncated within a surrogate pair', async () => {
    const name = `${encodeURIComponent('😀')}${'a'.repeat(195)}.txt`;
    const workUnitId = await open({
      content: boundary(
        'mixed',
        textPart('See the file.'),
        `Content-Type: text/plain\r\nContent-Disposition: attachment; filename*=utf-8''${name}\r\n\r\nIt is hot.`,
      ),
    });
    const [attachment] = (await scene.stream(workUnitId)).flatMap(({ attachments = [] }) => attachments);
    expect(attachment?.fileName).toBe(`\ufffd${'a'.repeat(195)}.txt`);
  });

  it.each([
    ['a subject too short for a title', { subject: 'Hi' }, { title: 'Mail from Anna Berg: Hi' }],
    [
      'an address longer than a name',
      { from: `${'a'.repeat(60)}@${'contoso.'.repeat(20)}example` },
      { stakeHolderFullName: `${'a'.repeat(60)}@${'contoso.'.repeat(20)}`.slice(0, 200) },
    ],
  ])('opens a request that staff can acknowledge, even with %s', async (_name, mail, stored) => {
    const workUnitId = await open(mail);
    expect((await scene.units())[0]).toMatchObject({ workUnitId, ...stored });
    const staff = scene.server.as('Administrator');
    const acknowledged = await staff.patch(`/v1/workunits/${workUnitId}`, [
      { op: 'test', path: '/stateId', value: 'New' },
      { op: 'replace', path: '/stateId', value: 'Acknowledged' },
    ]);
    expect(acknowledged.status).toBe(200);
  });

  it('has a default title without a subject, and a default description without a text', async () => {
    await open({ subject: '', text: '' });
    expect((await scene.units())[0]).toMatchObject({
      title: 'Mail from Anna Berg',
      description: '(The mail has no text.)',
    });
  });
});

describe('a reply', () => {
  it('becomes an external note with a folded quote and its files', async () => {
    const workUnitId = await open();
    await scene.send({
      to: scene.replyTo(workUnitId),
      content: boundary(
        'mixed',
        textPart('It works again.\r\n\r\nOn Mon, CFS <x@y.example> wrote:\r\n> A note'),
        filePart('proof.txt', 'text/plain', 'cold'),
      ),
    });
    const [note] = await scene.stream(workUnitId);
    expect(note).toMatchObject({
      historyType: null,
      isExternalNote: true,
      createdBy: 'anna@contoso.example',
      detail: 'It works again.\n\n> On Mon, CFS <x@y.example> wrote:\n> A note',
      attachments: [{ fileName: 'proof.txt' }],
    });
    expect(await newest()).toMatchObject({ verdict: 'Note', workUnitId });
  });

  it('does not also open a request if the tenant is among the recipients', async () => {
    const workUnitId = await open();
    const before = (await scene.units()).length;
    await scene.send({ to: [`support@${testDomain}`, scene.replyTo(workUnitId)] });
    expect(await newest()).toMatchObject({ verdict: 'Note', workUnitId });
    expect(await scene.units()).toHaveLength(before);
  });

  it('is mailed to the stakeholder unless the stakeholder wrote it', async () => {
    const workUnitId = await open();
    const queued = () =>
      scene.server.database.asOwner(
        `select from cfs.work_events where kind = 'WorkUnitMail' and payload ->> 'template' = 'Simple'
         and payload ->> 'workUnitId' = '${workUnitId}'`,
      );
    await scene.send({ to: scene.replyTo(workUnitId) });
    expect(await queued()).toHaveLength(0);
    await scene.send({ to: scene.replyTo(workUnitId), from: 'bob@contoso.example' });
    expect(await queued()).toHaveLength(1);
  });

  it('is refused with a forged reply address, such as one of another unit or tenant', async () => {
    const workUnitId = await open();
    const address = scene.replyTo(workUnitId);
    const other = await open();
    const forged = [
      address.replace(/.@/, (end) => (end === '0@' ? '1@' : '0@')),
      address.replace(/\+[^.]+\./, `+${other.toString(36)}.`),
      scene.replyTo(workUnitId, scene.server.tenants.foreign),
      `reply+zzzzzzzzzz.${'0'.repeat(32)}@${testDomain}`,
      `reply+@${testDomain}`,
    ];
    for (const to of forged) expect(await scene.refused({ to })).toBe(550);
    expect(await scene.send({ to: address.toUpperCase() })).toMatch(/^250/);
  });
});

describe('a mail that changes nothing is listed', () => {
  const refusedOrTaken: [string, Parameters<MailScene['send']>[0], number | undefined, string][] = [
    ['from the portal itself', { messageId: '<step-1@cfs-portal>' }, undefined, 'Loop'],
    [
      'that passed too many mail servers',
      {
        headers: [
          proof('contoso.example'),
          ...Array<string>(51).fill('Received: from a by b; Mon, 23 Nov 2026 08:00:00 +0000'),
        ],
      },
      undefined,
      'Loop',
    ],
    [
      'without a sender in its envelope',
      { envelopeSender: '', from: 'MAILER-DAEMON@contoso.example' },
      undefined,
      'Bounce',
    ],
    [
      'that is an automatic reply',
      { headers: [proof('contoso.example'), 'Auto-Submitted: auto-replied'] },
      undefined,
      'AutoReply',
    ],
    [
      'from an autoresponder with the old header',
      { headers: [proof('contoso.example'), 'X-Autoreply: yes'] },
      undefined,
      'AutoReply',
    ],
    ['sent in bulk', { headers: [proof('contoso.example'), 'Precedence: bulk'] }, undefined, 'MailingList'],
    [
      'from a mailing list',
      { headers: [proof('contoso.example'), 'List-Id: <all.contoso.example>'] },
      undefined,
      'MailingList',
    ],
    ['with a forged sender', { headers: [`Authentication-Results: ${testRelay}; dmarc=fail`] }, 550, 'Spoofed'],
    ['without proof of its sender', { headers: [] }, 550, 'Spoofed'],
    [
      'with a proof written by its sender',
      { headers: [`Authentication-Results: ${testRelay}; dmarc=fail`, proof('contoso.example')] },
      550,
      'Spoofed',
    ],
    ['without From', { from: '', envelopeSender: 'anna@contoso.example' }, 550, 'Malformed'],
    [
      'with two senders',
      { from: 'a@contoso.example, b@contoso.example', envelopeSender: 'a@contoso.example' },
      550,
      'Malformed',
    ],
    [
      'with a sender that is not an address',
      { from: 'somebody', envelopeSender: 'a@contoso.example' },
      550,
      'Malformed',
    ],
    ['that is too large', { text: 'x'.repeat(70).concat('\r\n').repeat(2_000) }, 552, 'TooLarge'],
    [
      'with more parts than the limit',
      { content: boundary('mixed', ...Array<string>(300).fill(textPart('x'))) },
      550,
      'Malformed',
    ],
    [
      'nested deeper than the limit',
      {
        content: Array.from(
          { length: 1_000 },
          (_, depth) => `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}`,
        ).join('\r\n'),
      },
      550,
      'Malformed',
    ],
  ];

  it.each(refusedOrTaken)('%s', async (_name, mail, code, verdict) => {
    const before = (await scene.units()).length;
    expect(await scene.refused(mail ?? {})).toBe(code);
    expect(await newest()).toMatchObject({ verdict, workUnitId: null });
    expect(await scene.units()).toHaveLength(before);
  });

  it('that was delivered before, even concurrently', async () => {
    const mail = { messageId: '<twice@contoso.example>' };
    const before = (await scene.units()).length;
    await Promise.all([scene.send(mail), scene.send(mail), scene.send(mail)]);
    expect(await scene.units()).toHaveLength(before + 1);
    const verdicts = (await scene.received()).slice(0, 3).map(({ verdict }) => verdict);
    expect(verdicts.toSorted()).toEqual(['Duplicate', 'Duplicate', 'Request']);
    expect(await scene.send({ ...mail, to: `foreign@${testDomain}` })).toMatch(/^250/);
    expect((await scene.received(scene.server.tenants.foreign))[0]).toMatchObject({ verdict: 'Request' });
  });

  it('a reply that was delivered before', async () => {
    const workUnitId = await open();
    const reply = { to: scene.replyTo(workUnitId), messageId: '<reply-twice@contoso.example>' };
    await scene.send(reply);
    await scene.send(reply);
    expect((await scene.stream(workUnitId)).filter(({ historyType }) => historyType === null)).toHaveLength(1);
    expect(await newest()).toMatchObject({ verdict: 'Duplicate' });
  });

  it('with hostile headers, without an error of the server', async () => {
    const raw = [
      proof('contoso.example'),
      'From: =?utf-8?B?//8AAA==?= <anna@contoso.example>',
      `To: support@${testDomain}`,
      `Subject: =?x-unknown?q?a=00b?= \u202e ${'x'.repeat(2_000)}`,
      'Content-Type: text/plain; charset=x-unknown',
      '',
      'NUL \0 and a lone surrogate',
    ].join('\r\n');
    expect(await deliver(scene.listener.port, {}, raw)).toMatch(/^250/);
    expect((await newest()).subject).not.toMatch(/[\0\u202e]/);
  });
});

describe('the listener', () => {
  it('refuses unknown addresses, other domains and a disabled tenant', async () => {
    for (const to of [`nobody@${testDomain}`, 'support@elsewhere.example', `%00@${testDomain}`])
      expect(await scene.refused({ to })).toBe(550);
    const { database, services, tenants } = scene.server;
    const enable = async (enabled: boolean): Promise<void> => {
      await database.asOwner('update cfs.tenants set enabled = $1 where tenant_id = $2', [enabled, tenants.own]);
      await services.snapshot.refresh();
    };
    const reply = scene.replyTo(await open());
    await enable(false);
    onTestFinished(() => enable(true));
    for (const to of [`support@${testDomain}`, reply]) expect(await scene.refused({ to })).toBe(550);
  });

  it('refuses a mail with too large headers', async () => {
    const other = await createMailScene();
    onTestFinished(() => other.close());
    const headers = [proof('contoso.example'), ...Array<string>(5_000).fill(`X-Bomb: ${'x'.repeat(60)}`)];
    expect(await other.refused({ headers })).toBe(550);
    expect(await other.received()).toMatchObject([{ verdict: 'Malformed' }]);
  });

  it('makes the mail server deliver to a second tenant separately', async () => {
    const to = [`support@${testDomain}`, `foreign@${testDomain}`];
    const { rejected } = await sendToBoth(to);
    expect(rejected).toEqual([to[1]]);
  });

  it('accepts mails only from the configured mail servers', async () => {
    const other = await createMailScene({ environment: { MAIL_IN_RELAYS: '10.1.2.0/24' } });
    onTestFinished(() => other.close());
    expect(await other.refused({})).toBe(554);
  });

  it('responds 451 while the database is unavailable, and accepts the mail later', async () => {
    const broken = vi.spyOn(scene.server.services.gate, 'write').mockRejectedValueOnce(new Error('gone'));
    const mail = { messageId: '<later@contoso.example>' };
    expect(await scene.refused(mail)).toBe(451);
    broken.mockRestore();
    expect(await scene.send(mail)).toMatch(/^250/);
    expect(await newest()).toMatchObject({ verdict: 'Request' });
  });

  it('is not blocked by a connection that is silent or aborted', async () => {
    const silent = connect(scene.listener.port, '127.0.0.1');
    onTestFinished(() => void silent.destroy());
    const broken = connect(scene.listener.port, '127.0.0.1');
    const lines = createInterface({ input: broken })[Symbol.asyncIterator]();
    await lines.next();
    for (const command of ['HELO x', 'MAIL FROM:<anna@contoso.example>', `RCPT TO:<support@${testDomain}>`, 'DATA']) {
      broken.write(`${command}\r\n`);
      await lines.next();
    }
    const before = (await scene.received()).length;
    broken.write('From: anna@contoso.example\r\n');
    broken.destroy();
    expect(await scene.send()).toMatch(/^250/);
    expect(await scene.received()).toHaveLength(before + 1);
  });
});

const sendToBoth = async (to: string[]) => {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ host: '127.0.0.1', port: scene.listener.port, ignoreTLS: true });
  onTestFinished(() => transport.close());
  return transport.sendMail({ envelope: { from: 'anna@contoso.example', to }, raw: rawMail({ to }) });
};

describe('mails that arrive together', () => {
  it('each have their own sender, unit, files and copies', async () => {
    const senders = Array.from({ length: 20 }, (_, number) => `together${number}@contoso.example`);
    const before = (await scene.units()).length;
    await Promise.all(
      senders.map((from) =>
        deliver(scene.listener.port, {
          from,
          subject: `Of ${from}`,
          headers: [proof('contoso.example'), `Cc: copied-by-${from}`],
          content: boundary('mixed', textPart(`By ${from}`), filePart(`${from}.txt`, 'text/plain', from)),
        }),
      ),
    );
    const made = (await scene.units()).slice(0, -before);
    expect(made.map(({ title }) => title).toSorted()).toEqual(senders.map((from) => `Of ${from}`).toSorted());
    for (const unit of made) {
      const from = String(unit['stakeHolderEmailAddress']);
      expect(unit).toMatchObject({ title: `Of ${from}`, description: `By ${from}`, createdBy: from });
      const notes = await scene.stream(Number(unit['workUnitId']));
      expect(notes.map(({ detail }) => detail).toReversed()).toEqual([
        'OnNew',
        `Mails to the stakeholder are copied to copied-by-${from}.`,
        `Attached ${from}.txt`,
      ]);
      expect(notes.flatMap(({ attachments = [] }) => attachments)).toMatchObject([{ fileName: `${from}.txt` }]);
      const records = await scene.server.database.asOwner<{ entity: string }>(
        `select entity from cfs.audit_records where actor_name = '${from}' order by entity`,
      );
      expect(records.map(({ entity }) => entity)).toEqual(['WorkUnit', 'WorkUnitAttachment', 'WorkUnitNote']);
    }
    const received = (await scene.received()).filter(({ sender }) => senders.includes(sender));
    expect(received.map(({ sender, workUnitId }) => [workUnitId, sender]).toSorted()).toEqual(
      made.map((unit) => [unit['workUnitId'], unit['stakeHolderEmailAddress']]).toSorted(),
    );
  });

  it('to one unit each become one note of it', async () => {
    const workUnitId = await open();
    const replies = Array.from({ length: 8 }, (_, number) => `Answer ${number}`);
    await Promise.all(replies.map((text) => deliver(scene.listener.port, { to: scene.replyTo(workUnitId), text })));
    const notes = (await scene.stream(workUnitId)).filter(({ historyType }) => historyType === null);
    expect(notes.map(({ detail }) => detail).toSorted()).toEqual(replies);
  });

  it('do not fail if one of them fails', async () => {
    await scene.server.database.asOwner(
      `create function cfs.refuse_poison() returns trigger language plpgsql as $$
        begin if new.title = 'Poison' then raise exception 'poison'; end if; return new; end $$;
       create trigger refuse_poison before insert on cfs.work_units for each row execute function cfs.refuse_poison()`,
    );
    onTestFinished(async () => {
      await scene.server.database.asOwner('drop function cfs.refuse_poison() cascade');
    });
    const subjects = ['Sound 1', 'Poison', 'Sound 2', 'Sound 3', 'Sound 4'];
    const codes = await Promise.all(
      subjects.map((subject) =>
        deliver(scene.listener.port, { subject }).then(
          () => undefined,
          (error: { responseCode?: number }) => error.responseCode,
        ),
      ),
    );
    expect(codes).toEqual([undefined, 451, undefined, undefined, undefined]);
    const titles = (await scene.units()).slice(0, 4).map(({ title }) => title);
    expect(titles.toSorted()).toEqual(['Sound 1', 'Sound 2', 'Sound 3', 'Sound 4']);
  });
});

describe('a flood', () => {
  it('is limited for its sender only, and is accepted in the next minute', async () => {
    const flooded = await createMailScene({ environment: { MAIL_IN_SENDER_RATE_LIMIT: '2' } });
    onTestFinished(() => flooded.close());
    const codes = [];
    for (let mail = 0; mail < 3; mail += 1) codes.push(await flooded.refused({}));
    expect(codes).toEqual([undefined, undefined, 451]);
    expect(await flooded.refused({ from: 'bob@contoso.example' })).toBeUndefined();
    expect(await flooded.refused({ to: `foreign@${testDomain}` })).toBeUndefined();
    flooded.server.clock.advance(60_000);
    expect(await flooded.refused({})).toBeUndefined();
  });

  it('to a tenant does not affect other tenants', async () => {
    const flooded = await createMailScene({ environment: { MAIL_IN_TENANT_RATE_LIMIT: '1' } });
    onTestFinished(() => flooded.close());
    expect(await flooded.refused({})).toBeUndefined();
    expect(await flooded.refused({ from: 'bob@contoso.example' })).toBe(451);
    expect(await flooded.refused({ to: `foreign@${testDomain}` })).toBeUndefined();
  });

  it('to a tenant whose mails cannot be stored does not block other tenants', async () => {
    const { database, tenants } = scene.server;
    // Creating a unit waits for a transaction that renames its tenant.
    await using renaming = await database.hold(
      `select pg_advisory_xact_lock(hashtextextended('tenant name ' || $1::text, 0))`,
      [tenants.own],
    );
    let answers = 0;
    const flood = await Promise.all(
      Array.from({ length: 40 }, () => beginDelivery(scene.listener.port, `support@${testDomain}`)),
    );
    onTestFinished(() => flood.forEach(({ close }) => close()));
    const answered = Promise.all(
      flood.map(async (mail) => {
        const answer = await mail.answered;
        answers += 1;
        return answer;
      }),
    );
    expect(await scene.send({ to: `foreign@${testDomain}` })).toMatch(/^250/);
    expect(await scene.refused({ to: `foreign@${testDomain}`, headers: [] })).toBe(550);
    expect(answers).toBe(0);
    await renaming[Symbol.asyncDispose]();
    for (const answer of await answered) expect(answer).toMatch(/^250/);
  });

  it('of a mail server is refused before the recipient is known', async () => {
    const flooded = await createMailScene({ environment: { MAIL_IN_RELAY_RATE_LIMIT: '1' } });
    onTestFinished(() => flooded.close());
    expect(await flooded.refused({})).toBeUndefined();
    expect(await flooded.refused({ from: 'bob@contoso.example' })).toBe(421);
  });
});

it('completes the mail in progress while draining, and responds 421 to others', async () => {
  const drain = new AbortController();
  const drained = await createMailScene({ draining: drain.signal });
  onTestFinished(() => drained.close());
  const converse = () => {
    const socket = connect(drained.listener.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    const lines = createInterface(socket)[Symbol.asyncIterator]();
    const answer = async (): Promise<string> => String((await lines.next()).value).slice(0, 3);
    const say = (line: string): Promise<string> => {
      socket.write(`${line}\r\n`);
      return answer();
    };
    return { answer, say };
  };
  const { answer, say } = converse();
  expect(await answer()).toBe('220');
  for (const line of [`HELO ${testRelay}`, 'MAIL FROM:<anna@contoso.example>', `RCPT TO:<support@${testDomain}>`])
    expect(await say(line)).toBe('250');
  drain.abort();
  expect(await converse().answer()).toBe('421');
  expect(await say('DATA')).toBe('354');
  expect(await say(`${rawMail({})}\r\n.`)).toBe('250');
  expect(await drained.units()).toHaveLength(1);
  expect(await say('MAIL FROM:<anna@contoso.example>')).toBe('421');
});

it('removes mails after the retention period, but not their units', async () => {
  const old = await createMailScene();
  onTestFinished(() => old.close());
  await old.send();
  old.server.clock.advance(retentionDays * 86_400_000 + 1_000);
  await old.send({ from: 'bob@contoso.example' });
  await removeOldMails(old.server.services);
  expect(await old.received()).toMatchObject([{ sender: 'bob@contoso.example' }]);
  expect(await old.units()).toHaveLength(2);
});
