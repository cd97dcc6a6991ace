import type { Secret, SecretWrite } from '@cfs/contracts/secrets';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityViolations } from '../../ui/testing/accessibility-violations.ts';
import { fakeServer, problem } from '../../ui/testing/fake-server.ts';
import { render, type RenderOptions } from '../../ui/testing/render.tsx';
import { SecretsTab } from './secrets-tab.tsx';

const tenantId = '11111111-1111-4111-8111-111111111111';
const set = `/v1/tenants/${tenantId}/secrets`;
const value = 'line one\n"line two" &amp; more';
const secretOf = (name: string, index = 0): Secret => ({
  id: `22222222-2222-4222-8222-${String(index).padStart(12, '0')}`,
  name,
  modified: '2026-03-01T10:00:00.000Z',
  modifiedBy: 'ada@example.com',
});

const show = async (names: readonly string[] = ['api-key', 'pager-token'], options: RenderOptions = {}) => {
  const stored = names.map(secretOf);
  const onSubmit = vi.fn((event: React.SubmitEvent) => event.preventDefault());
  const server = fakeServer({
    [`GET ${set}`]: () => stored,
    ...Object.fromEntries(
      stored.map(({ id, name }) => [`GET ${set}/${id}/versions/latest`, () => ({ id, name, value })]),
    ),
    [`PUT ${set}`]: ({ body }) => {
      const { name } = body as SecretWrite;
      const saved = { ...secretOf(name, stored.length), modified: '2026-04-01T10:00:00.000Z' };
      const known = stored.findIndex((secret) => secret.name === name);
      if (known < 0) stored.push(saved);
      else stored[known] = { ...saved, id: stored[known]?.id ?? '' };
      return saved;
    },
    [`DELETE ${set}/${stored[0]?.id}`]: () => {
      stored.shift();
      return new Response(null, { status: 204 });
    },
  });
  const screen = await render(
    <form onSubmit={onSubmit}>
      <SecretsTab tenantId={tenantId} />
    </form>,
    { permissions: ['Tenants:edit'], ...options },
  );
  const written = () => server.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  return { screen, server, stored, written, onSubmit };
};

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog');
const shown = (name: string) => page.getByRole('status', { name: `Value of ${name}` });

describe('the secrets of a tenant', () => {
  test('are listed by name, and a value is shown on demand, copied and hidden again', async () => {
    const { server } = await show();
    await expect.element(page.getByText('pager-token')).toBeVisible();
    expect(server.requests.map(({ path }) => path)).toEqual([set]);
    await button('Reveal pager-token').click();
    await expect.element(shown('pager-token')).toBeVisible();
    expect(shown('pager-token').element().textContent).toBe(value);
    await expect.element(shown('api-key')).not.toBeInTheDocument();
    await button('Copy value of pager-token').click();
    await expect.poll(() => navigator.clipboard.readText()).toBe(value);
    await button('Hide pager-token').click();
    await expect.element(shown('pager-token')).not.toBeInTheDocument();
  });

  test('are hidden a minute after they were revealed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    await show();
    await button('Reveal api-key').click();
    await expect.element(shown('api-key')).toBeVisible();
    await vi.advanceTimersByTimeAsync(61_000);
    await expect.element(shown('api-key')).not.toBeInTheDocument();
  });

  test('start with an empty state, and are added without submitting the surrounding form', async () => {
    const { written, onSubmit } = await show([]);
    await expect.element(page.getByText('No secrets yet')).toBeVisible();
    await button('Add secret').click();
    await button('Add').click();
    await expect.element(dialog().getByText('Please enter a name.')).toBeVisible();
    await expect.element(dialog().getByText('Please enter a value.')).toBeVisible();
    await dialog().getByRole('textbox', { name: 'Name' }).fill('two words');
    await dialog().getByRole('textbox', { name: 'Value' }).fill('abc');
    await expect.element(dialog().getByText('Must be at least 4 characters.')).toBeVisible();
    await dialog().getByRole('textbox', { name: 'Value' }).fill(value);
    await expect.element(dialog().getByText(/^Please use letters, digits/)).toBeVisible();
    await dialog().getByRole('textbox', { name: 'Name' }).fill('pager-token');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('list', { name: 'Secrets' }).getByText('pager-token')).toBeVisible();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(written()).toEqual([{ name: 'pager-token', value, modified: null }]);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  test('show an error at the top of the dialog if the name is in use', async () => {
    const { server } = await show();
    server.on(`PUT ${set}`, () => problem(409, 'A secret "api-key" already exists.'));
    await button('Add secret').click();
    await dialog().getByRole('textbox', { name: 'Name' }).fill('api-key');
    await dialog().getByRole('textbox', { name: 'Value' }).fill('some value');
    await button('Add').click();
    await expect.element(dialog().getByText('A secret "api-key" already exists.')).toBeVisible();
    await expect.element(dialog().getByRole('textbox', { name: 'Value' })).toHaveValue('some value');
  });

  test('are replaced, and a revealed old value is hidden', async () => {
    const { written } = await show();
    await button('Reveal api-key').click();
    await expect.element(shown('api-key')).toBeVisible();
    await button('Replace api-key').click();
    await dialog().getByRole('textbox', { name: 'New value' }).fill('new value');
    await button('Replace').click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(written()).toEqual([{ name: 'api-key', value: 'new value', modified: '2026-03-01T10:00:00.000Z' }]);
    await expect.element(shown('api-key')).not.toBeInTheDocument();
  });

  test('that were replaced concurrently are overwritten only if the user saves again', async () => {
    const { server, stored, written } = await show();
    const accept = () => secretOf('api-key');
    server.on(`PUT ${set}`, ({ body }) =>
      (body as SecretWrite).modified === stored[0]?.modified ? accept() : problem(409, 'The record has been changed.'),
    );
    await button('Replace api-key').click();
    stored[0] = { ...secretOf('api-key'), modified: '2026-05-01T10:00:00.000Z', modifiedBy: 'bob@example.com' };
    await dialog().getByRole('textbox', { name: 'New value' }).fill('mine after all');
    await button('Replace').click();
    await expect
      .element(dialog().getByText('bob@example.com has replaced this secret since you opened it.', { exact: false }))
      .toBeVisible();
    await button('Replace').click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(written().at(-1)).toMatchObject({ value: 'mine after all', modified: '2026-05-01T10:00:00.000Z' });
  });

  test('are deleted after a confirmation; the refusal for a secret in use is shown', async () => {
    const { server, stored } = await show();
    await button('Delete api-key').click();
    await button('Cancel').click();
    expect(stored).toHaveLength(2);
    await button('Delete api-key').click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByText('api-key was deleted.')).toBeVisible();
    await expect.element(button('Reveal api-key')).not.toBeInTheDocument();
    const refusal = 'The secret is used by the action "Page somebody".';
    server.on(`DELETE ${set}/${stored[0]?.id}`, () => problem(409, refusal));
    await button('Delete pager-token').click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByText(refusal)).toBeVisible();
    await expect.element(button('Reveal pager-token')).toBeVisible();
  });

  test('show an error if a value cannot be decrypted', async () => {
    const { server, stored } = await show();
    const detail = 'The server cannot decrypt the secrets of this tenant. Its log says which key is missing.';
    server.on(`GET ${set}/${stored[0]?.id}/versions/latest`, () => problem(500, detail));
    await button('Reveal api-key').click();
    await expect.element(page.getByText(detail)).toBeVisible();
    await expect.element(button('Reveal api-key')).toBeEnabled();
  });

  test.each(['light', 'dark'] as const)('have no accessibility violations in the %s theme', async (theme) => {
    await show(undefined, { theme });
    await button('Reveal api-key').click();
    await expect.element(shown('api-key')).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
    await button('Add secret').click();
    await expect.element(dialog()).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
  });
});
