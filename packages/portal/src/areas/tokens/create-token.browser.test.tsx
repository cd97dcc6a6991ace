import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../ui/testing/render.tsx';
import { CreateToken } from './create-token.tsx';

test('a token without a use is not saved', async () => {
  await render(<CreateToken onCreated={() => undefined} onClose={() => undefined} />);
  const use = (name: string) => page.getByRole('switch', { name });
  await expect.element(use('Enrol agents')).toBeChecked();
  await expect.element(use('Read lists')).not.toBeChecked();
  await page.getByRole('textbox', { name: 'Name' }).fill('For nothing');
  await page.getByRole('combobox', { name: 'Lifetime' }).click();
  await page.getByRole('option', { name: '1 year' }).click();
  await use('Enrol agents').click();
  await use('Send packets').click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(page.getByText('Please choose what the token is for.')).toBeVisible();
});
