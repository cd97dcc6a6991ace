import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { z } from 'zod';
import { TextInput } from '../fields/text-input.tsx';
import { PanelTabs } from './panel-tabs.tsx';
import { accessibilityViolations } from '../testing/accessibility-violations.ts';
import { renderForm } from '../testing/render-form.tsx';
import { render, type RenderOptions } from '../testing/render.tsx';

const schema = z.object({ name: z.string().min(1, 'Please enter a name.'), city: z.string().min(1, 'Where is it?') });

const Tabs = () => {
  const [open, setOpen] = useState<string>();
  return (
    <PanelTabs
      label="Place"
      value={open}
      onChange={setOpen}
      tabs={[
        { key: 'details', label: 'Details', content: <TextInput name="name" label="Name" /> },
        { key: 'address', label: 'Address', count: 2, content: <TextInput name="city" label="City" /> },
      ]}
    />
  );
};

const tab = (name: string) => page.getByRole('tab', { name });
const check = () => page.getByRole('button', { name: 'Check' }).click();
const open = (options: RenderOptions = {}) =>
  renderForm({ name: 'Depot', city: 'Oslo' }, <Tabs />, { schema, ...options });

describe('tabs of a panel', () => {
  test('mount when first opened and keep their state', async () => {
    await open();
    await expect.element(page.getByLabelText('City')).not.toBeInTheDocument();
    await page.getByLabelText('Name').fill('Store');
    await tab('Address').click();
    await expect.element(page.getByLabelText('City')).toBeVisible();
    await tab('Details').click();
    await expect.element(page.getByLabelText('Name')).toHaveValue('Store');
  });

  test('open the tab with the error when validation fails in a hidden tab', async () => {
    await open();
    await tab('Address').click();
    await page.getByLabelText('City').fill('');
    await tab('Details').click();
    await check();
    await expect.element(page.getByText('Where is it?')).toBeVisible();
    await expect.element(page.getByLabelText('City')).toHaveFocus();
    await expect.element(tab('Address')).toHaveAttribute('aria-selected', 'true');
  });

  test('stay on a tab with a visible error, and mark the others', async () => {
    await open();
    await tab('Address').click();
    await page.getByLabelText('City').fill('');
    await tab('Details').click();
    await page.getByLabelText('Name').fill('');
    await check();
    await expect.element(page.getByText('Please enter a name.')).toBeVisible();
    await expect.element(tab('Details has errors')).toHaveAttribute('aria-selected', 'true');
    await expect.element(page.getByRole('tab', { name: /^Address.*has errors/ })).toBeVisible();
    await page.getByLabelText('Name').fill('Depot');
    await expect.element(tab('Details has errors')).not.toBeInTheDocument();
  });

  test('have their label and count as accessible name, without a count of zero', async () => {
    const tabs = [0, 2, undefined].map((count, index) => ({
      key: `${index}`,
      label: `Tab ${index}`,
      count,
      content: '',
    }));
    await render(<PanelTabs label="Tabs" value="0" onChange={() => undefined} tabs={tabs} />);
    for (const name of ['Tab 0', 'Tab 1 2', 'Tab 2'])
      await expect.element(page.getByRole('tab', { name, exact: true })).toBeVisible();
  });

  test('work without an enclosing form', async () => {
    await render(
      <PanelTabs
        label="Packet"
        value="raw"
        onChange={() => undefined}
        tabs={[
          { key: 'read', label: 'Read', content: 'Words' },
          { key: 'raw', label: 'Raw', content: 'Bytes' },
        ]}
      />,
    );
    await expect.element(page.getByText('Bytes')).toBeVisible();
  });

  test.for(['light', 'dark'] as const)('with errors have no accessibility violations, %s', async (theme) => {
    await open({ theme });
    await page.getByLabelText('Name').fill('');
    await check();
    await expect.element(tab('Details has errors')).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
  });
});
