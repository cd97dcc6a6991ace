import { decodeMail, startMailPeer } from '@cfs/server/areas/actions/testing/mail-peer';
import {
  deliver,
  mailInSettings,
  proof,
  testDomain,
  type TestMail,
} from '@cfs/server/areas/mail-in/testing/deliver-mail';
import { afterAll, describe, expect, onTestFinished } from 'vitest';
import { apiAs } from '../harness/api.ts';
import { freePort } from '../harness/free-port.ts';
import { startHttpPeer } from '../harness/http-peer.ts';
import { configuredJourney } from '../harness/journey.ts';
import type { Product } from '../harness/product.ts';
import { panel } from '../pages/fields.ts';
import { signIn } from '../pages/login-page.ts';

const port = await freePort();
const requesters = await startMailPeer();
afterAll(() => requesters.close());

const mailing = configuredJourney({ ...mailInSettings, MAIL_IN_PORT: String(port), SMTP_URL: requesters.url });

const requester = 'anna@contoso.example';
const send = (mail: TestMail): Promise<string> => deliver(port, mail);

/** Sets the address of the first tenant to `support@`. */
const openTenant = async (product: Product): Promise<void> => {
  const staff = await apiAs(product, 'admin');
  const tenants = (await staff.call('GET', '/api/generallookup/tenants')) as readonly {
    readonly tenantId: string;
    readonly name: string;
  }[];
  const { tenantId = '' } = tenants.find(({ name }) => name === 'Contoso Operations') ?? {};
  await staff.call('PUT', `/v1/tenants/${tenantId}/mailaddress`, { localPart: 'support' });
};

/** Waits for a mail with this text from the portal. */
const mailWith = async (text: string): Promise<string> => {
  const found = () => requesters.received.map(decodeMail).find((mail) => mail.includes(text));
  await expect.poll(found).toBeDefined();
  return found() ?? '';
};
const headerOf = (mail: string, name: string): string => new RegExp(`^${name}: (.*)$`, 'im').exec(mail)?.[1] ?? '';

describe('mail', () => {
  mailing('is exchanged between a requester and staff in the browser', async ({ visit, product }) => {
    await openTenant(product);
    expect(await send({ subject: 'The coffee machine', text: 'It is too hot.' })).toMatch(/^250/);
    const confirmation = await mailWith('The coffee machine');
    expect(headerOf(confirmation, 'To')).toContain(requester);

    const { page } = await visit();
    await signIn(page, 'admin', '/receivedmails');
    await page.getByRole('button', { name: 'The coffee machine', exact: true }).click();
    const mail = panel(page, 'The coffee machine');
    await mail.getByText('Opened a request').waitFor();
    await mail.getByRole('link', { name: /^#\d+$/ }).click();
    const unit = panel(page, /^Edit Work Unit #\d+: The coffee machine$/);
    await unit.waitFor();
    expect(await unit.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('It is too hot.');
    await unit.getByRole('textbox', { name: 'New note', exact: true }).fill('On which floor is it?');
    await unit.getByLabel('External note').check();
    await unit.getByRole('button', { name: 'Add note' }).click();

    const question = await mailWith('On which floor is it?');
    const replyTo = headerOf(question, 'Reply-To');
    expect(replyTo).toMatch(new RegExp(`^reply\\+[\\w.]+@${testDomain.replaceAll('.', '\\.')}$`));
    expect(replyTo).toBe(headerOf(confirmation, 'Reply-To'));
    const reply = 'On the second.\r\n\r\nOn Mon, CFS wrote:\r\n> On which floor is it?';
    expect(await send({ to: replyTo, subject: 'Re: The coffee machine', text: reply })).toMatch(/^250/);

    await page.reload();
    await unit.getByText('On the second.').waitFor();
    await unit.getByText(requester).first().waitFor();
    // The quoted text of the reply is collapsed.
    expect(await unit.getByText('On Mon, CFS wrote:').isVisible()).toBe(false);
    await unit.getByRole('button', { name: 'Show quoted text' }).click();
    await unit.getByText('On Mon, CFS wrote:').waitFor();
  });

  mailing('with hostile HTML neither runs scripts nor loads resources', async ({ visit, product }) => {
    await openTenant(product);
    const trap = await startHttpPeer();
    onTestFinished(() => trap.close());
    const at = (name: string): string => `${trap.address}/${name}`;
    const attack = `window.top.location='${at('script')}'`;
    const html = `<!doctype html><html><head><base href="${at('base/')}"><link rel="stylesheet" href="${at('style')}">
      <link rel="prefetch" href="${at('prefetch')}"><link rel="dns-prefetch" href="${at('dns')}">
      <meta http-equiv="refresh" content="0;url=${at('refresh')}"><style>@import url(${at('import')});
      @font-face { font-family: f; src: url(${at('font')}) } p { background: url(${at('css')}); font-family: f }</style>
      <script>${attack}</script><script src="${at('script-src')}"></script></head>
      <body background="${at('background')}" onload="${attack}">
      <p style="background:url(${at('inline')})">Please <b>read</b> this.</p>
      <img src="${at('img')}" srcset="${at('srcset')} 2x" onerror="${attack}"><img src=x onerror=${attack}>
      <picture><source srcset="${at('source')}"><img></picture><video poster="${at('poster')}" src="${at('video')}" autoplay>
      </video><audio src="${at('audio')}" autoplay></audio><iframe src="${at('frame')}" srcdoc="<img src='${at('srcdoc')}'>">
      </iframe><object data="${at('object')}"></object><embed src="${at('embed')}"><svg onload="${attack}"><image
      href="${at('svg')}"/><use href="${at('use')}#a"/></svg><math><mtext><style><img src="${at('math')}" onerror="${attack}">
      </style></mtext></math><form action="${at('form')}"><input autofocus onfocus="${attack}"><button>Send</button></form>
      <input type="image" src="${at('input')}"><table background="${at('table')}"><td background="${at('cell')}">Cell</table>
      <a href="javascript:${attack}" ping="${at('ping')}" id="trap">here</a><a href="${at('link')}" target="_top">there</a>
      <noscript><p title="</noscript><img src='${at('noscript')}' onerror='${attack}'>"></noscript>
      <template><img src="${at('template')}"></template><![if mso]><img src="${at('mso')}"><![endif]></body></html>`;
    const subject = '<img src=x onerror=alert(1)> \u202etxt.exe';
    const taken = await send({
      from: `"<script>alert(1)</script>" <${requester}>`,
      subject,
      headers: [proof('contoso.example')],
      content: `Content-Type: text/html; charset=utf-8\r\n\r\n${html.replaceAll('\n', '\r\n')}`,
    });
    expect(taken).toMatch(/^250/);

    const { page, context } = await visit();
    const requested: string[] = [];
    context.on('request', (request) => requested.push(request.url()));
    page.on('dialog', (dialog) => {
      requested.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    await signIn(page, 'admin', '/receivedmails');
    await page.getByRole('button', { name: /^<img src=x onerror=alert\(1\)>/ }).click();
    const mail = panel(page, /^<img src=x onerror=alert\(1\)>/);
    const shown = mail.getByTitle('Mail as HTML');
    const frame = mail.frameLocator('iframe[title="Mail as HTML"]');
    await frame.getByText('Please read this.').waitFor();
    await frame.getByText('here', { exact: true }).click();
    await frame.getByText('there', { exact: true }).click();
    const preview = (await shown.getAttribute('src')) ?? '';
    await mail.getByRole('button', { name: 'Plain text' }).click();
    await mail.getByText('Please read this.').waitFor();
    await mail.getByRole('link', { name: /^#\d+$/ }).click();
    await panel(page, /^Edit Work Unit #\d+: </).waitFor();
    // Opening the address of the preview in a separate tab does not bypass the sandbox.
    await page.goto(preview);
    await page.getByText('Please read this.').waitFor();
    await page.getByText('here', { exact: true }).click();

    expect(trap.calls).toEqual([]);
    const outside = requested.filter((url) => !url.startsWith(product.address) && !url.startsWith('data:'));
    expect(outside).toEqual([]);
  });
});
