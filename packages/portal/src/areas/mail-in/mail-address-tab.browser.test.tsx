import type { MailAddressWrite } from '@cfs/contracts/mail-addresses';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityViolations } from '../../ui/testing/accessibility-violations.ts';
import { fakeServer, problem } from '../../ui/testing/fake-server.ts';
import { render, testTenantId } from '../../ui/testing/render.tsx';
import { MailAddressTab } from './mail-address-tab.tsx';

const url = `/v1/tenants/${testTenantId}/mailaddress`;
const input = () => page.getByRole('textbox', { name: 'Mail address' });
const save = () => page.getByRole('button', { name: 'Save address' });

const show = async (domain: string | null = 'help.example.com', isReadOnly = false) => {
  const onSubmit = vi.fn((event: React.SubmitEvent) => event.preventDefault());
  const server = fakeServer({
    [`GET ${url}`]: () => ({ localPart: 'support', domain }),
    [`PUT ${url}`]: ({ body }) => {
      const { localPart } = body as MailAddressWrite;
      return localPart === 'taken' ? problem(409, 'Another tenant already uses this address.') : { localPart, domain };
    },
  });
  await render(
    <form onSubmit={onSubmit}>
      <MailAddressTab tenantId={testTenantId} isReadOnly={isReadOnly} />
    </form>,
    { permissions: ['Tenants:edit'] },
  );
  const written = () => server.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  return { written, onSubmit };
};

test('shows the address of a tenant with its domain, and saves it without submitting the form around it', async () => {
  const { written, onSubmit } = await show();
  await expect.element(input()).toHaveValue('support');
  await expect.element(page.getByText('@help.example.com')).toBeVisible();
  await expect.element(save()).toBeDisabled();
  await input().fill('Desk');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('The address was saved.')).toBeVisible();
  await expect.element(input()).toHaveValue('desk');
  expect(written()).toEqual([{ localPart: 'desk' }]);
  expect(onSubmit).not.toHaveBeenCalled();
  expect(await accessibilityViolations()).toEqual([]);
});

test('shows why an address is invalid, and keeps the text', async () => {
  const { written } = await show();
  await input().fill('a b');
  await save().click();
  await expect.element(page.getByText(/^Please use letters/)).toBeVisible();
  expect(written()).toEqual([]);
  await input().fill('taken');
  await save().click();
  await expect.element(page.getByText('Another tenant already uses this address.')).toBeVisible();
  await expect.element(input()).toHaveValue('taken');
});

test('shows that no mails are received, and is read-only for people who may not edit', async () => {
  await show(null, true);
  await expect.element(page.getByText(/^No mails are received yet/)).toBeVisible();
  await expect.element(input()).toBeDisabled();
  await expect.element(save()).not.toBeInTheDocument();
});
