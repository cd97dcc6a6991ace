import { describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { ColumnFilter, Condition } from '../../lib/lists/column-filter.ts';
import { FilterBar } from './filter-bar.tsx';
import { accessibilityViolations } from '../testing/accessibility-violations.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { render } from '../testing/render.tsx';

const tenantId = '0f0e1d2c-3b4a-4958-8776-655443322110';

const filters: readonly ColumnFilter[] = [
  { kind: 'text', path: 'name', label: 'Name' },
  { kind: 'guid', path: 'id', label: 'ID' },
  { kind: 'tenant', path: 'tenantId', label: 'Tenant', set: '/v1/places' },
  { kind: 'dateTime', path: 'created', label: 'Created' },
];

const show = async (conditions: readonly Condition[] = []) => {
  fakeServer({
    'GET /v1/places': () => ({
      value: [
        { tenantId, tenant: { name: 'Contoso' } },
        { tenantId: null, tenant: null },
      ],
    }),
  });
  const setConditions = vi.fn<(conditions: readonly Condition[]) => void>();
  const screen = await render(<FilterBar filters={filters} list={{ conditions, setConditions }} />);
  const pick = async (field: string, option: string) => {
    await screen.getByRole('combobox', { name: field }).click();
    await screen.getByRole('option', { name: option, exact: true }).click();
  };
  return { screen, setConditions, pick };
};

describe('the filter bar', () => {
  test('requires a value before it applies a filter', async () => {
    const { screen, setConditions } = await show();
    await screen.getByRole('button', { name: 'Filter' }).click();
    await screen.getByRole('button', { name: 'Apply' }).click();
    await expect.element(screen.getByText('Please make a selection')).toBeVisible();
    await userEvent.keyboard('harbour{Enter}');
    expect(setConditions.mock.calls).toEqual([[[{ path: 'name', operator: 'contains', values: ['harbour'] }]]]);
  });

  test('shows an error for an invalid GUID', async () => {
    const { screen, pick } = await show();
    await screen.getByRole('button', { name: 'Filter' }).click();
    await pick('Column', 'ID');
    await screen.getByRole('textbox', { name: 'Value' }).fill('42');
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByText('Please enter a valid GUID.')).toBeVisible();
  });

  test('shows an error for an incomplete date', async () => {
    const { screen, setConditions, pick } = await show();
    await screen.getByRole('button', { name: 'Filter' }).click();
    await pick('Column', 'Created');
    await screen.getByLabelText('Value').click({ position: { x: 24, y: 20 } });
    await userEvent.keyboard('12{Enter}');
    await expect.element(screen.getByText('Please enter a valid date')).toBeVisible();
    await screen.getByLabelText('Value').fill('2026-05-01T10:15');
    await screen.getByRole('button', { name: 'Apply' }).click();
    expect(setConditions.mock.calls).toEqual([[[{ path: 'created', operator: 'is', values: ['2026-05-01T08:15Z'] }]]]);
  });

  test('accepts the year of a time digit by digit', async () => {
    const { screen, setConditions, pick } = await show();
    await screen.getByRole('button', { name: 'Filter' }).click();
    await pick('Column', 'Created');
    await screen.getByLabelText('Value').fill('2026-05-01T10:15');
    await screen.getByLabelText('Value').click({ position: { x: 24, y: 20 } });
    await userEvent.keyboard('{Tab}{Tab}2027{Enter}');
    expect(setConditions.mock.calls).toEqual([[[{ path: 'created', operator: 'is', values: ['2027-05-01T08:15Z'] }]]]);
  });

  test('offers the tenants that have rows', async () => {
    const { screen, setConditions, pick } = await show();
    await screen.getByRole('button', { name: 'Filter' }).click();
    await pick('Column', 'Tenant');
    await screen.getByRole('checkbox', { name: 'Contoso' }).click();
    await screen.getByRole('checkbox', { name: 'All tenants' }).click();
    expect(await accessibilityViolations()).toEqual([]);
    await screen.getByRole('button', { name: 'Apply' }).click();
    expect(setConditions.mock.calls).toEqual([[[{ path: 'tenantId', operator: 'in', values: [tenantId, 'none'] }]]]);
  });

  test('edits and removes a filter by its chip', async () => {
    const named: Condition = { path: 'name', operator: 'starts', values: ['Pla'] };
    const { screen, setConditions } = await show([named, { path: 'created', operator: 'given', values: [] }]);
    await screen.getByRole('button', { name: 'Name starts with Pla' }).click();
    await screen.getByRole('textbox', { name: 'Value' }).fill('Harb');
    await userEvent.keyboard('{Enter}');
    expect(setConditions.mock.lastCall?.[0][0]).toEqual({ ...named, values: ['Harb'] });
    await userEvent.click([...document.querySelectorAll('.MuiChip-deleteIcon')].at(-1) ?? document.body);
    expect(setConditions.mock.lastCall).toEqual([[named]]);
    await screen.getByRole('button', { name: 'Clear all' }).click();
    expect(setConditions.mock.lastCall).toEqual([[]]);
  });
});
