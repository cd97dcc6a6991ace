import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render, testTenantId } from '../testing/render.tsx';
import { useOpenRow } from './use-open-row.ts';

const at = `/${testTenantId}/places`;

const Screen = ({ mayCreate = true }: { readonly mayCreate?: boolean }) => {
  const { openId, isCreating, create, created } = useOpenRow('open', mayCreate);
  return (
    <main>
      <p>{isCreating ? 'An empty form' : `Open: ${openId ?? 'nothing'}`}</p>
      <button onClick={create}>Create</button>
      <button onClick={() => created('7')}>Save</button>
    </main>
  );
};

test('Back from a created row skips the empty form', async () => {
  const screen = await render(<Screen />, { at });
  await page.getByRole('button', { name: 'Create' }).click();
  await expect.element(page.getByText('An empty form')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('Open: 7')).toBeVisible();
  screen.goBack();
  await expect.element(page.getByText('Open: nothing')).toBeVisible();
  expect(screen.address()).toBe(at);
});

test('a URL opens no empty form without permission to create', async () => {
  await render(<Screen mayCreate={false} />, { at: `${at}?open=new` });
  await expect.element(page.getByText('Open: new')).toBeVisible();
});
