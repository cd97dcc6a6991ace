import type { OutboxMessage, OutboxPreview } from '@cfs/contracts/outbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { outboxArea } from './outbox-area.ts';
import { outboxMatrix } from './outbox-matrix.ts';
import { retentionDays } from './remove-old-messages.ts';

let server: TestServer;
let messageId: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ messageId = '' } = await outboxMatrix.seed(server.database, server.tenants.own));
  await outboxMatrix.seed(server.database, server.tenants.foreign);
});
afterAll(() => server.close());

const messages = async (tenantId: string) => {
  const answer = await server.as('Administrator', tenantId).get('/v1/outboxMessages?$expand=tenant');
  return (answer.body as { value: OutboxMessage[] }).value;
};

test('administrators list the kept mails of their tenants', async () => {
  expect(await messages(server.tenants.own)).toEqual([
    expect.objectContaining({
      messageId,
      recipient: 'somebody@example.com',
      subject: 'From the matrix',
      template: 'Simple',
      state: 'Held',
      tenant: { tenantId: server.tenants.own, name: 'Own' },
    }),
  ]);
  expect(await messages('all')).toHaveLength(2);
  expect((await server.as('Operator').get('/v1/outboxMessages')).status).toBe(403);
});

test('the list does not contain the texts of mails', async () => {
  const { text } = await server.as('Administrator').get('/v1/outboxMessages');
  expect(text).not.toContain('Plain');
  expect(text).not.toContain('HTML');
});

test('the HTML of a mail is shown in a sandboxed page', async () => {
  const answer = await server.as('Administrator').post(`/v1/outboxMessages/${messageId}/preview`);
  const preview = answer.body as OutboxPreview;
  expect(preview.text).toBe('Plain');
  const page = await server.anonymous.get(preview.previewUrl);
  expect(page.text).toBe('<p>HTML</p>');
  expect(page.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
});

test('a preview is deleted once it has expired, whether or not its tenant previews another mail', async () => {
  const preview = await server.as('Administrator').post(`/v1/outboxMessages/${messageId}/preview`);
  const { previewUrl } = preview.body as OutboxPreview;
  const task = outboxArea.tasks?.['remove expired mail previews'];
  const kept = async (): Promise<boolean> => {
    await task?.run(server.services);
    const rows = await server.database.asOwner<{ preview_id: string }>('select preview_id from cfs.mail_previews');
    return rows.some(({ preview_id: id }) => previewUrl.endsWith(id));
  };
  server.clock.advance(299_999);
  expect(await kept()).toBe(true);
  expect((await server.anonymous.get(previewUrl)).status).toBe(200);
  server.clock.advance(2);
  expect(await kept()).toBe(false);
  expect((await server.anonymous.get(previewUrl)).status).toBe(404);
});

test('the feature Outbox is enabled only while mails are kept', async () => {
  expect((await server.anonymous.get('/v1/features/Outbox/enabled')).body).toBe(true);
  const mailing = await startTestServer({ environment: { SMTP_URL: 'smtp://localhost:2525' } });
  expect((await mailing.anonymous.get('/v1/features/outbox/enabled')).body).toBe(false);
  await mailing.close();
});

test('kept mails of every tenant are deleted after their retention period', async () => {
  const remove = async (): Promise<number> => {
    await outboxArea.tasks?.['remove old kept mails']?.run(server.services);
    return (await messages('all')).length;
  };
  const { database, clock } = server;
  await database.asOwner('update cfs.outbox_messages set created = $1', [clock.now()]);
  clock.advance(retentionDays * 86_400_000);
  expect(await remove()).toBe(2);
  clock.advance(1);
  expect(await remove()).toBe(0);
});
