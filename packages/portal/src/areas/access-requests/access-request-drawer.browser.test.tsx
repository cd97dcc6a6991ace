import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityViolations } from '../../ui/testing/accessibility-violations.ts';
import { fakeServer, problem } from '../../ui/testing/fake-server.ts';
import { render, type RenderOptions } from '../../ui/testing/render.tsx';
import { AccessRequestDrawer } from './access-request-drawer.tsx';

const show = async (options: RenderOptions = {}) => {
  const server = fakeServer({ 'POST /v1/accessrequest': () => ({ message: 'Successfully created access request.' }) });
  const onClose = vi.fn();
  await render(<AccessRequestDrawer onClose={onClose} />, { at: '/user/login', ...options });
  return { server, onClose };
};

const submit = page.getByRole('button', { name: 'Submit Request' });
const field = (name: string) => page.getByRole('textbox', { name });

const choose = async (label: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
};

const fillInPerson = async (): Promise<void> => {
  await field('First Name').fill('Ada');
  await field('Last Name').fill('Lovelace');
  await field('Email').fill('ada@example.com');
  await field('Phone Number').fill('555 123 4567');
  await page.getByRole('checkbox', { name: /^I confirm/ }).click();
  await page.getByRole('checkbox', { name: /^I will use/ }).click();
};

test('a new account has the fields of its designation', async () => {
  await show();
  await expect.element(field('Organization')).not.toBeInTheDocument();
  await choose('Request Type', 'New Account');
  await expect.element(page.getByRole('combobox', { name: 'Environment' })).toHaveTextContent('IL4 (CUI)');
  await expect.element(field('Target Account Name')).not.toBeInTheDocument();
  await choose('Designation', 'Military');
  await expect.element(field('Grade')).toBeVisible();
  await choose('Designation', 'Contractor');
  await expect.element(field('Company Name')).toBeVisible();
  await expect.element(field('Grade')).not.toBeInTheDocument();
  await choose('Designation', 'Civilian Employee');
  await expect.element(field('Company Name')).not.toBeInTheDocument();
  await choose('Request Type', 'Password Reset');
  await expect.element(field('Target Account Name')).toBeVisible();
  await expect.element(field('Organization')).not.toBeInTheDocument();
});

test('an incomplete request shows every missing field and is not sent', async () => {
  const { server } = await show();
  await expect.element(submit).toBeDisabled();
  await field('First Name').fill('A');
  await field('First Name').clear();
  await field('Middle Initial').fill('KL');
  await submit.click();
  await expect.element(page.getByText('Request type is required.')).toBeVisible();
  await expect.element(page.getByText('Please enter a single character.')).toBeVisible();
  await expect.element(page.getByText('Please enter a valid email address.')).toBeVisible();
  await expect.element(page.getByText('Please confirm this.').nth(1)).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: /^I confirm/ })).toHaveAttribute('aria-invalid', 'true');
  await choose('Request Type', 'New Account');
  await submit.click();
  await expect.element(page.getByText('Please choose a designation.')).toBeVisible();
  expect(server.requests).toEqual([]);
});

test('a valid request is sent with its description, and the drawer closes', async () => {
  const { server, onClose } = await show();
  await choose('Request Type', 'Password Reset');
  await fillInPerson();
  await field('Target Account Name').fill('ada');
  await submit.click();
  await expect.element(page.getByText('Please enter a valid email address.')).toBeVisible();
  await field('Target Account Name').fill('ada.l@example.com');
  await submit.click();
  await expect.element(page.getByText('Successfully created access request.')).toBeVisible();
  expect(onClose).toHaveBeenCalledOnce();
  expect(server.requests.map(({ body }) => body)).toEqual([
    expect.objectContaining({
      requestType: 'PasswordReset',
      targetAccountName: 'ada.l@example.com',
      title: 'Password Reset Request',
      stakeHolderFullName: 'Ada Lovelace',
      severityId: 'Sev3',
    }),
  ]);
  expect(server.requests[0]?.body).not.toHaveProperty('organization');
});

test('a rejected request keeps the values and shows the error at its field', async () => {
  const { server, onClose } = await show();
  server.on('POST /v1/accessrequest', () =>
    problem(400, 'No.', { PhoneNumber: ['Please enter a valid phone number.'] }),
  );
  await choose('Request Type', 'Password Reset');
  await fillInPerson();
  await field('Target Account Name').fill('ada.l@example.com');
  await submit.click();
  await expect.element(page.getByText('A problem occurred. Please try again.')).toBeVisible();
  await expect.element(page.getByText('Please enter a valid phone number.')).toBeVisible();
  await expect.element(field('First Name')).toHaveValue('Ada');
  expect(onClose).not.toHaveBeenCalled();
});

test('asks for confirmation before closing discards typed text', async () => {
  const { onClose } = await show();
  await field('First Name').fill('Ada');
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});

test.for(['light', 'dark'] as const)('the form has no accessibility violations, %s', async (theme) => {
  await show({ theme });
  await choose('Request Type', 'New Account');
  await choose('Designation', 'Military');
  await submit.click();
  await expect.element(page.getByText('Please enter your grade.')).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
});
