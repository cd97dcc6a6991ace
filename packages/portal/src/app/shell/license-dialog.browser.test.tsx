import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer, problem } from '../../ui/testing/fake-server.ts';
import { render } from '../../ui/testing/render.tsx';
import { LicenseDialog } from './license-dialog.tsx';

const show = async (answer: () => unknown): Promise<void> => {
  fakeServer({ 'GET /api/generalLookup/license': answer });
  await render(<LicenseDialog onClose={vi.fn()} />);
};

const inHours = (hours: number) => ({ licenseExpiration: new Date(Date.now() + hours * 3_600_000).toISOString() });

test('shows the expiration date and the whole days left', async () => {
  const answer = Promise.withResolvers<unknown>();
  await show(() => answer.promise);
  await expect.element(page.getByText('Expiration Date Loading...')).toBeVisible();
  answer.resolve(inHours(49));
  await expect.element(page.getByText('2 days left')).toBeVisible();
  await expect.element(page.getByText(/^Expires \d{1,2}\/\w{3}\/\d{4} \d\d:\d\d \S+$/)).toBeVisible();
});

test.for([
  [25, '1 day left'],
  [1, '0 days left'],
  [-25, 'The license has expired.'],
] as const)('%i hours before expiration shows: %s', async ([hours, text]) => {
  await show(() => inHours(hours));
  await expect.element(page.getByText(text)).toBeVisible();
});

test('shows a loading error', async () => {
  await show(() => problem(500, 'The server has a problem.'));
  await expect.element(page.getByRole('alert')).toHaveTextContent('The server has a problem.');
});

test('expands the agreement', async () => {
  await show(() => inHours(49));
  const agreement = page.getByRole('region', { name: 'End-user license agreement' });
  await expect.element(agreement).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'End-user license agreement' }).click();
  await expect.element(agreement).toBeVisible();
});
