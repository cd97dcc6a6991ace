import type { ReceivedMail } from '@cfs/contracts/received-mails';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityViolations } from '../../ui/testing/accessibility-violations.ts';
import { fakeServer } from '../../ui/testing/fake-server.ts';
import { render, testTenantId } from '../../ui/testing/render.tsx';
import { ReceivedMailsScreen } from './received-mails-screen.tsx';

const mail: ReceivedMail = {
  receivedMailId: '6f1c0000-0000-4000-8000-000000000001',
  tenantId: testTenantId,
  verdict: 'Spoofed',
  detail: 'DMARC of contoso.example: fail.',
  sender: 'anna@contoso.example',
  recipient: 'support@help.example.com',
  cc: '',
  subject: '<img src=x onerror=alert(1)>',
  size: 1_024,
  relay: '10.0.0.7',
  messageId: 'x@contoso.example',
  workUnitId: null,
  created: '2026-03-01T10:00:00.000Z',
  tenant: { name: 'Fjord' },
};
const opened: ReceivedMail = {
  ...mail,
  receivedMailId: '6f1c0000-0000-4000-8000-000000000002',
  verdict: 'Request',
  detail: null,
  subject: '',
  workUnitId: 7,
};

const serve = () =>
  fakeServer({
    'GET /v1/receivedMails': ({ query }) => {
      const filter = query.get('$filter') ?? '';
      const rows = [mail, opened].filter(({ receivedMailId }) => filter === '' || filter.includes(receivedMailId));
      return { value: rows, '@odata.count': rows.length };
    },
    [`POST /v1/receivedMails/${mail.receivedMailId}/preview`]: () => ({ text: 'Pay me.', previewUrl: 'about:blank' }),
    [`POST /v1/receivedMails/${opened.receivedMailId}/preview`]: () => ({ text: 'Hot.', previewUrl: 'about:blank' }),
  });

test.each(['light', 'dark'] as const)('lists mails with their verdicts in the %s theme', async (theme) => {
  serve();
  await render(<ReceivedMailsScreen />, { permissions: ['Settings:view'], theme });
  await expect.element(page.getByText('Sender not verified')).toBeVisible();
  await expect.element(page.getByText('<img src=x onerror=alert(1)>')).toBeVisible();
  await expect.element(page.getByText('(no subject)')).toBeVisible();
  expect(document.querySelector('img')).toBeNull();
  expect(await accessibilityViolations()).toEqual([]);
});

test('opens a mail with the reason of its verdict, and its text', async () => {
  serve();
  await render(<ReceivedMailsScreen />, {
    permissions: ['Settings:view'],
    at: `/${testTenantId}/receivedmails?open=${mail.receivedMailId}`,
  });
  await expect.element(page.getByText('DMARC of contoso.example: fail.')).toBeVisible();
  await page.getByRole('button', { name: 'Plain text' }).click();
  await expect.element(page.getByText('Pay me.')).toBeVisible();
  expect(document.querySelector('iframe')).toBeNull();
});

test('links a mail to the work unit that it opened', async () => {
  serve();
  await render(<ReceivedMailsScreen />, {
    permissions: ['Settings:view'],
    at: `/${testTenantId}/receivedmails?open=${opened.receivedMailId}`,
  });
  await expect
    .element(page.getByRole('link', { name: '#7' }))
    .toHaveAttribute('href', `/${testTenantId}/workunitsv2?workUnitId=7`);
});
