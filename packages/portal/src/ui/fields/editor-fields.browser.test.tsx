import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { accessibilityViolations } from '../testing/accessibility-violations.ts';
import { renderForm } from '../testing/render-form.tsx';
import { CodeInput } from './code-input.tsx';
import { KeyValueInput } from './key-value-input.tsx';
import { keyValueRecord } from './key-values.ts';

const check = () => page.getByRole('button', { name: 'Check' }).click();

describe('the key-value editor', () => {
  const field = <KeyValueInput name="headers" label="Header" maxRows={2} />;
  const schema = z.object({ headers: keyValueRecord });
  const row = (number: number) => page.getByRole('group', { name: `Header ${number}` });

  test('adds and removes rows up to its maximum', async () => {
    const { values } = await renderForm({ headers: [{ name: 'Accept', value: '*/*' }] }, field);
    await page.getByRole('button', { name: 'Add' }).click();
    await row(2).getByLabelText('Name').fill('X-Trace');
    await row(2).getByLabelText('Value').fill('on');
    await expect.element(page.getByRole('button', { name: 'Add' })).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Remove Header 1' }).click();
    expect(values()).toEqual({ headers: [{ name: 'X-Trace', value: 'on' }] });
  });

  test('shows an error at a duplicate name', async () => {
    const headers = ['Accept', 'Accept'].map((name) => ({ name, value: '' }));
    await renderForm({ headers }, field, { schema });
    await check();
    await expect.element(row(2).getByText('Accept is already used above.')).toBeVisible();
  });

  test('is read-only without permission to edit', async () => {
    await renderForm({ headers: [{ name: 'Accept', value: '' }] }, field, { isReadOnly: true });
    await expect.element(row(1).getByLabelText('Name')).toBeDisabled();
    expect(page.getByRole('button', { name: /Add|Remove/ }).elements()).toEqual([]);
  });

  test.for(['light', 'dark'] as const)('has no accessibility violations, %s', async (theme) => {
    await renderForm({ headers: [{ name: 'Accept', value: '' }] }, field, { theme });
    expect(await accessibilityViolations()).toEqual([]);
  });
});

describe('the code editor', () => {
  const editor = page.getByRole('textbox', { name: 'Schema' });
  const field = <CodeInput name="schema" label="Schema" rows={4} />;

  test('updates the form and follows its reset', async () => {
    const { values, reset } = await renderForm({ schema: '' }, field);
    await editor.click();
    await userEvent.keyboard('42');
    expect(values()).toEqual({ schema: '42' });
    reset({ schema: '{"a": 1}' });
    await expect.element(editor).toHaveTextContent('{"a": 1}');
  });

  test('lets Tab move the focus out', async () => {
    await renderForm({ schema: '' }, field);
    await editor.click();
    await userEvent.keyboard('{Tab}');
    await expect.element(page.getByRole('button', { name: 'Check' })).toHaveFocus();
  });

  test('marks JSON syntax errors', async () => {
    await renderForm({ schema: '{"a": }' }, field);
    await editor.click();
    await userEvent.keyboard(' ');
    await expect.poll(() => document.querySelector('.cm-lint-marker-error')).not.toBeNull();
  });

  test('gets the focus when it is invalid', async () => {
    const schema = z.object({ schema: z.string().min(1, 'Please enter a schema.') });
    await renderForm({ schema: '' }, field, { schema });
    await expect.element(editor).toBeVisible();
    await check();
    await expect.element(page.getByText('Please enter a schema.')).toBeVisible();
    await expect.element(editor).toHaveFocus();
    await expect.element(editor).toHaveAttribute('aria-invalid', 'true');
  });

  test('is read-only without permission to edit', async () => {
    const { values } = await renderForm({ schema: '[]' }, field, { isReadOnly: true });
    await editor.click();
    await userEvent.keyboard('1');
    expect(values()).toEqual({ schema: '[]' });
  });

  test.for(['light', 'dark'] as const)('has no accessibility violations, %s', async (theme) => {
    await renderForm({ schema: '{"name": "Depot", "size": 3, "open": true}' }, field, { theme });
    await expect.element(editor).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
  });
});
