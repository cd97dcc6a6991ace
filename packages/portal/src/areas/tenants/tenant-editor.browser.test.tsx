import type { MailAddressWrite } from '@cfs/contracts/mail-addresses';
import type { Tenant } from '@cfs/contracts/tenants';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useOpenRow } from '../../ui/drawers/use-open-row.ts';
import { fakeServer } from '../../ui/testing/fake-server.ts';
import { render, testTenantId } from '../../ui/testing/render.tsx';
import { TenantPanel } from './tenant-panel.tsx';

const tenant: Partial<Tenant> = {
  tenantId: testTenantId,
  name: 'Contoso',
  internalNotificationEmailAddress: null,
  enabled: true,
  assignmentGroups: '',
  hasIntakeForm: false,
  modified: '2026-05-01T10:00:00.000Z',
};

const Panel = () => <TenantPanel drawer={useOpenRow('open', true)} />;

const panel = page.getByRole('dialog', { name: 'Edit Tenant: Contoso' });
const input = panel.getByRole('textbox', { name: 'Mail address' });
const question = page.getByRole('dialog', { name: 'Unsaved changes' });
const tab = (name: string) => panel.getByRole('tab', { name });

const openMail = async () => {
  const address = `/v1/tenants/${testTenantId}/mailaddress`;
  let localPart = 'support';
  fakeServer({
    'GET /v1/tenants': () => ({ value: [tenant] }),
    [`GET ${address}`]: () => ({ localPart, domain: 'help.example.com' }),
    [`PUT ${address}`]: ({ body }) => {
      ({ localPart } = body as MailAddressWrite);
      return { localPart, domain: 'help.example.com' };
    },
  });
  const screen = await render(<Panel />, {
    at: `/${testTenantId}/tenants?open=${testTenantId}&tab=mail`,
    permissions: ['Tenants:view', 'Tenants:edit'],
  });
  await expect.element(input, { timeout: 20_000 }).toHaveValue('support');
  const saveElsewhere = (saved: string): void => {
    localPart = saved;
    window.dispatchEvent(new Event('visibilitychange'));
  };
  return { screen, saveElsewhere };
};

test('closing with an unsaved mail address asks for confirmation', async () => {
  await openMail();
  await input.fill('desk');
  await userEvent.keyboard('{Escape}');
  await expect.element(question).toBeVisible();
  await question.getByRole('button', { name: 'No' }).click();
  await expect.element(input).toHaveValue('desk');
});

test('an unsaved mail address is kept while another tab is open, and closing there asks for confirmation', async () => {
  await openMail();
  await input.fill('desk');
  await tab('Details').click();
  await userEvent.keyboard('{Escape}');
  await expect.element(question).toBeVisible();
  await question.getByRole('button', { name: 'No' }).click();
  await tab('Mail').click();
  await expect.element(input).toHaveValue('desk');
});

test('closing after a mail address was saved does not ask for confirmation', async () => {
  const { screen } = await openMail();
  await input.fill('desk');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('The address was saved.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  expect(screen.address()).not.toContain('open=');
});

test('a mail address saved by another user is shown, and closing does not ask for confirmation', async () => {
  const { saveElsewhere } = await openMail();
  saveElsewhere('help');
  await expect.element(input).toHaveValue('help');
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
});

test('leaving the screen with an unsaved secret asks for confirmation', async () => {
  const server = fakeServer({ 'GET /v1/tenants': () => ({ value: [tenant] }) });
  server.on(`GET /v1/tenants/${testTenantId}/secrets`, () => []);
  const screen = await render(<Panel />, {
    at: `/${testTenantId}/tenants?open=${testTenantId}&tab=secrets`,
    permissions: ['Tenants:view', 'Tenants:edit'],
  });
  await panel.getByRole('button', { name: 'Add secret' }).click({ timeout: 20_000 });
  const value = page.getByRole('dialog', { name: 'Add Secret' }).getByRole('textbox', { name: 'Value' });
  await value.fill('a long value');
  screen.goTo(`/${testTenantId}/locations`);
  await question.getByRole('button', { name: 'No' }).click();
  await expect.element(value).toHaveValue('a long value');
  expect(screen.address()).toContain('tab=secrets');
});
