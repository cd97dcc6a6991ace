import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityViolations } from '../../ui/testing/accessibility-violations.ts';
import { renderForm } from '../../ui/testing/render-form.tsx';
import { PlaceholderInput } from './placeholder-input.tsx';

const placeholders = ['Title', 'TenantName', 'State'];

const show = (text: string, rows?: number) =>
  renderForm(
    { subject: text },
    <PlaceholderInput name="subject" label="Subject" placeholders={placeholders} {...(rows ? { rows } : {})} />,
  );
const box = () => page.getByRole('textbox', { name: 'Subject' });
const options = () =>
  page
    .getByRole('option')
    .elements()
    .map((option) => option.textContent);

describe('a text with placeholders', () => {
  test.each([1, 4])('offers names after two braces and completes one by keyboard, %i rows', async (rows) => {
    const { values } = await show('', rows);
    await box().click();
    await userEvent.keyboard('Unit {{{{T');
    await expect.poll(options).toEqual(['Title', 'TenantName', 'State']);
    await userEvent.keyboard('e');
    await expect.poll(options).toEqual(['TenantName', 'State']);
    await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}');
    await expect.poll(() => values()['subject'] as unknown).toBe('Unit {{TenantName}}');
    await userEvent.keyboard(' is down');
    await expect.poll(() => values()['subject'] as unknown).toBe('Unit {{TenantName}} is down');
    expect(options()).toEqual([]);
  });

  test('completes one by click', async () => {
    const { values } = await show('');
    await box().click();
    await userEvent.keyboard('{{{{st');
    await page.getByRole('option', { name: 'State' }).click();
    await expect.poll(() => values()['subject'] as unknown).toBe('{{State}}');
    await expect.element(box()).toHaveFocus();
  });

  test('offers no names after Escape until another placeholder begins', async () => {
    await show('');
    await box().click();
    await userEvent.keyboard('{{{{T');
    await expect.poll(options).toHaveLength(3);
    await userEvent.keyboard('{Escape}i');
    await expect.poll(options).toEqual([]);
    await userEvent.keyboard(' {{{{');
    await expect.poll(options).toHaveLength(3);
  });

  test('has no accessibility violations while names are offered', async () => {
    await show('');
    await box().click();
    await userEvent.keyboard('{{{{');
    await expect.poll(options).toHaveLength(3);
    expect(await accessibilityViolations()).toEqual([]);
  });
});
