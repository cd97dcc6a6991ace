import { builtInActions } from '@cfs/contracts/action-enumerations';
import { emailTemplates, type EmailPreview } from '@cfs/contracts/email-templates';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { decodeMail, startMailPeer, type MailPeer } from '../../actions/testing/mail-peer.ts';
import { createProtocolScene, type ProtocolScene } from '../testing/protocol-scene.ts';

let peer: MailPeer;
let server: TestServer;
let scene: ProtocolScene;
let protocolId: string;

beforeAll(async () => {
  peer = await startMailPeer();
  server = await startTestServer({ environment: { SMTP_URL: peer.url } });
  scene = createProtocolScene(server);
});
afterAll(async () => {
  await server.close();
  await peer.close();
});
beforeEach(async () => {
  protocolId = await scene.protocol();
});

const mailAction = (parameters: object): Promise<string> =>
  scene.action(protocolId, builtInActions.sendEmail, 'OnNew', { parameters });

const render = (workUnitId: number, protocolActionId: string, userDefinedParams: unknown = {}) =>
  server.as('Viewer').post('/v1/emailtemplates/render', { workUnitId, protocolActionId, userDefinedParams });

test.each(emailTemplates)('the template %s is previewed and sent to the same recipients', async (template) => {
  const title = `Screen <img src=x onerror=alert(1)> of ${template}`;
  const id = await mailAction({
    To: 'one@example.com; two@example.com, not an address',
    Cc: 'cc@example.com',
    Bcc: 'bcc@example.com',
    Subject: '{{Title}}',
    Template: template,
    ExtraParameters: '{"Room":"<b>12</b>"}',
  });
  const unit = await scene.unit({ protocolId, title, description: '<script>alert(1)</script>' });
  const preview = (await render(unit.workUnitId, id)).body as EmailPreview;
  expect(preview).toMatchObject({
    to: 'one@example.com, two@example.com',
    cc: 'cc@example.com',
    bcc: 'bcc@example.com',
    subject: title,
  });
  expect(preview.body).not.toMatch(/<script|<img/);
  expect(preview.text).toContain('<script>alert(1)</script>');
  peer.received.length = 0;
  await server.as('Operator').post(`/v1/workunits/${unit.workUnitId}/protocolActions/${id}/trigger`, {});
  await scene.settle();
  const [sent = ''] = peer.received;
  expect(sent).toMatch(/^To: one@example.com, two@example.com\r$/m);
  expect(sent).toMatch(/^Cc: cc@example.com\r$/m);
  expect(sent).toContain('multipart/alternative');
  expect(decodeMail(sent)).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
});

test('the parameters of the user override those of the protocol', async () => {
  const id = await mailAction({ To: 'usual@example.com', Subject: 'Usual', Body: 'Hello' });
  const unit = await scene.unit({ protocolId });
  const params = JSON.stringify({ To: 'other@example.com', Body: 'About {{Title}}', Nonsense: 'x' });
  expect((await render(unit.workUnitId, id, params)).body).toMatchObject({
    to: 'other@example.com',
    subject: 'Usual',
    text: `About ${unit.title}`,
  });
});

test('a mail without recipient goes to the tenant’s internal notification address', async () => {
  await server.database.asOwner(
    `update cfs.tenants set internal_notification_email_address = 'ops@example.com' where tenant_id = $1`,
    [server.tenants.own],
  );
  const unit = await scene.unit({ protocolId });
  expect((await render(unit.workUnitId, await mailAction({}))).body).toMatchObject({
    to: 'ops@example.com',
    subject: `WU #${unit.publicWorkUnitId}: ${unit.title}`,
  });
});

test('a preview is served for five minutes, in a sandboxed page', async () => {
  const unit = await scene.unit({ protocolId, title: 'Screen <script>alert(1)</script>' });
  const { previewUrl, body } = (await render(unit.workUnitId, await mailAction({ Template: 'Detailed' })))
    .body as EmailPreview;
  const shown = await server.anonymous.get(previewUrl);
  expect(shown).toMatchObject({ status: 200, text: body });
  expect(shown.headers['content-type']).toContain('text/html');
  const policy = String(shown.headers['content-security-policy']);
  expect(policy).toMatch(/^sandbox; default-src 'none'/);
  expect(policy).not.toContain('allow-');
  expect(policy).toContain("frame-ancestors 'self'");
  server.clock.advance(5 * 60_000);
  expect((await server.anonymous.get(previewUrl)).status).toBe(404);
  expect((await server.anonymous.get(`/v1/emailtemplates/previews/${'x'.repeat(43)}`)).status).toBe(404);
});

test('only Send Email actions of the unit’s protocol can be previewed', async () => {
  const unit = await scene.unit({ protocolId });
  const call = await scene.action(protocolId, await scene.definition('https://example.com/'), 'OnNew');
  expect((await render(unit.workUnitId, call)).status).toBe(400);
  const mail = await mailAction({});
  expect((await render((await scene.unit()).workUnitId, mail)).status).toBe(404);
  expect((await render(999_999_999, mail)).status).toBe(404);
});
