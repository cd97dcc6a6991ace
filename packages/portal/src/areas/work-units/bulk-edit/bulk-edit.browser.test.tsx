import type { PatchedUnit } from '@cfs/contracts/work-unit-batch';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PatchOperation } from '../../../lib/forms/patch.ts';
import { accessibilityViolations } from '../../../ui/testing/accessibility-violations.ts';
import { fakeServer, problem, type FakeServer, type SeenRequest } from '../../../ui/testing/fake-server.ts';
import { render, testTenantId, type RenderOptions } from '../../../ui/testing/render.tsx';
import { BulkEditPanel } from './bulk-edit-panel.tsx';
import { unit } from '../testing/list-row.ts';
import type { WorkUnitListRow } from '../work-unit-row.ts';
import { WorkUnitsScreen } from '../work-units-screen.tsx';

const otherTenantId = '3f2504e0-4f89-41d3-9a0c-0305e82c3302';

interface UnitPatch {
  readonly workUnitId: number;
  readonly operations: readonly PatchOperation[];
}

interface Serving {
  readonly server: FakeServer;
  /** The calls that patched units, oldest first. */
  readonly batches: () => readonly (readonly UnitPatch[])[];
  /** Changes a unit as another user would. */
  readonly change: (workUnitId: number, fields: Partial<WorkUnitListRow>) => void;
  readonly stored: (workUnitId: number) => WorkUnitListRow | undefined;
  /** Responds to patches as the server does. */
  readonly patch: (request: SeenRequest) => { readonly value: readonly PatchedUnit[] };
}

/** A server with units, which it patches independently of each other as the real one does. */
const serve = (units: readonly WorkUnitListRow[]): Serving => {
  const rows = new Map(units.map((each) => [each.workUnitId, each]));
  const refused = (workUnitId: number, status: number, detail: string): PatchedUnit => ({
    workUnitId,
    status,
    detail,
    workUnit: null,
  });
  const patchOne = ({ workUnitId, operations }: UnitPatch): PatchedUnit => {
    const row = rows.get(workUnitId);
    if (!row) return refused(workUnitId, 404, 'WorkUnit was not found.');
    const fields: Record<string, unknown> = { ...row };
    for (const { op, path, value } of operations) {
      const name = path.slice(1);
      if (op === 'replace') fields[name] = value;
      else if ((fields[name] ?? null) !== value)
        return refused(workUnitId, 409, `The current value of '${name}' is not equal to the test value.`);
    }
    if (row.stateId === 'New' && fields['stateId'] === 'InProgress')
      return refused(workUnitId, 400, 'A New work unit can only become Acknowledged or Canceled.');
    rows.set(workUnitId, fields as WorkUnitListRow);
    return { workUnitId, status: 200, detail: null, workUnit: fields };
  };
  const patch = ({ body }: SeenRequest) => ({ value: (body as readonly UnitPatch[]).map(patchOne) });
  const server = fakeServer({
    'GET /v1/workunits': ({ query }) =>
      query.get('$top') === '0'
        ? { value: [], '@odata.count': rows.size }
        : {
            value: [...rows.values()].slice(
              Number(query.get('$skip') ?? 0),
              Number(query.get('$skip') ?? 0) + Number(query.get('$top') ?? 10),
            ),
          },
    'GET /v1/currentUser': () => ({ userName: 'ann@example.org' }),
    'GET /v1/preferences': () => ({}),
    'GET /v1/savedviews': () => ({ value: [] }),
    'GET /api/generallookup/workunittypes': () => [{ workUnitTypeId: 1, name: 'Incident' }],
    'GET /api/generallookup/workunitcatgories': () => [
      { workUnitCategoryId: 4, tenantId: null, workUnitTypeId: 1, name: 'Storage' },
    ],
    'GET /api/generallookup/workunitsubcatgories': () => [
      { workUnitSubcategoryId: 40, workUnitCategoryId: 4, tenantId: null, name: 'Disks' },
    ],
    [`GET /v1/tenants/${testTenantId}/assignmentGroups`]: () => ['Storage', 'Network'],
    'GET /api/peopleandgroups': () => [{ mail: 'ben@example.org', displayName: 'Ben' }],
    'POST /v1/workunits/batchpatch': patch,
  });
  return {
    server,
    patch,
    batches: () =>
      server.requests
        .filter(({ path }) => path === '/v1/workunits/batchpatch')
        .map(({ body }) => body as readonly UnitPatch[]),
    change: (workUnitId, fields) => {
      const row = rows.get(workUnitId);
      if (row) rows.set(workUnitId, { ...row, ...fields });
    },
    stored: (workUnitId) => rows.get(workUnitId),
  };
};

const open = (options: RenderOptions = {}) =>
  render(<WorkUnitsScreen />, {
    at: `/${testTenantId}/workunitsv2?filter=none`,
    permissions: ['WorkUnits:view', 'WorkUnits:edit'],
    ...options,
  });

const panel = page.getByRole('dialog', { name: /^Edit \d+ work unit/ });
const toasts = page.elementLocator(document.querySelector('#toasts') ?? document.body);
const count = page.getByRole('group', { name: 'Selection' }).getByRole('status');
const box = (id: number) =>
  page
    .getByRole('row')
    .filter({ has: page.getByText(`Disk ${id} is full`, { exact: true }) })
    .getByRole('checkbox');

const choose = async (label: string, option: string): Promise<void> => {
  await panel.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

/** Selects the units and opens the bulk edit panel. */
const edit = async (...ids: readonly number[]): Promise<void> => {
  for (const id of ids) await box(id).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect.element(panel).toBeVisible();
};

const apply = () => panel.getByRole('button', { name: /^Apply to/ }).click();
const undo = () => toasts.getByRole('button', { name: 'Undo' });
/** Clicks Undo once only one toast is left: a toast closing below it would move the button away from the pointer. */
const takeBack = async (): Promise<void> => {
  await expect.poll(() => document.querySelectorAll('#toasts .toast')).toHaveLength(1);
  await undo().click();
};

describe('work units in a bulk edit', () => {
  test('can be selected only by users who may edit', async () => {
    serve([unit(1)]);
    await open({ permissions: ['WorkUnits:view'] });
    await expect.element(page.getByText('Disk 1 is full')).toBeVisible();
    expect(page.getByRole('checkbox', { name: /select/i }).elements()).toEqual([]);
  });

  test('get the filled-in values in one call, and are deselected', async () => {
    const { batches } = serve([unit(1), unit(2, { severityId: 'Sev1' }), unit(3)]);
    await open();
    await edit(1, 2);
    await expect.element(panel.getByRole('button', { name: 'Apply to 2 work units' })).toBeDisabled();
    await choose('Severity', 'Sev0');
    await apply();
    await expect.element(toasts.getByText('2 work units changed.')).toBeVisible();
    await expect.element(panel).not.toBeInTheDocument();
    await expect.element(count).toBeEmptyDOMElement();
    expect(batches()).toEqual([
      [
        {
          workUnitId: 1,
          operations: [
            { op: 'test', path: '/severityId', value: 'Sev2' },
            { op: 'replace', path: '/severityId', value: 'Sev0' },
          ],
        },
        {
          workUnitId: 2,
          operations: [
            { op: 'test', path: '/severityId', value: 'Sev1' },
            { op: 'replace', path: '/severityId', value: 'Sev0' },
          ],
        },
      ],
    ]);
  });

  test('are sent once by a double click', async () => {
    const { batches } = serve([unit(1)]);
    await open();
    await edit(1);
    await choose('Severity', 'Sev0');
    await panel.getByRole('button', { name: 'Apply to 1 work unit' }).dblClick();
    await expect.element(toasts.getByText('1 work unit changed.')).toBeVisible();
    await undo().dblClick();
    await expect.element(toasts.getByText('1 work unit restored.')).toBeVisible();
    expect(batches()).toHaveLength(2);
  });

  test('that are refused are listed with the reason, and stay selected', async () => {
    const { change, stored } = serve([unit(1), unit(2), unit(3, { stateId: 'New' })]);
    await open();
    await edit(1, 2, 3);
    change(2, { stateId: 'OnHold' });
    await choose('State', 'In progress');
    await apply();
    await expect.element(panel.getByText('1 work unit changed, 2 not changed.', { exact: false })).toBeVisible();
    const refused = panel.getByRole('table', { name: 'Not changed' });
    await expect
      .element(refused.getByRole('row', { name: '#2 Disk 2 is full Another user has changed it.' }))
      .toBeVisible();
    await expect
      .element(refused.getByRole('row', { name: '#3 Disk 3 is full A New work unit can only become Acknowledged or' }))
      .toBeVisible();
    await panel.getByRole('button', { name: 'Close', exact: true }).last().click();
    await expect.element(count).toHaveTextContent('2 selected');
    await expect.element(box(1)).not.toBeChecked();
    await takeBack();
    await expect.element(toasts.getByText('1 work unit restored.')).toBeVisible();
    expect([1, 2, 3].map((id) => stored(id)?.stateId)).toEqual(['Acknowledged', 'OnHold', 'New']);
  });

  test('are undone, except for those that another user has changed since', async () => {
    const { change, stored } = serve([unit(1, { assignedTo: 'cid@example.org' }), unit(2)]);
    await open();
    await edit(1, 2);
    await panel.getByRole('combobox', { name: 'Assigned To' }).click();
    await userEvent.keyboard('ben');
    await page.getByRole('option', { name: 'Ben (ben@example.org)' }).click();
    await apply();
    await expect.element(toasts.getByText('2 work units changed.')).toBeVisible();
    expect(stored(1)?.assignedTo).toBe('ben@example.org');
    change(2, { assignedTo: 'dan@example.org' });
    await takeBack();
    await expect.element(toasts.getByText('1 work unit restored.')).toBeVisible();
    await expect.element(toasts.getByText('#2 Disk 2 is full: Another user has changed it.')).toBeVisible();
    expect([1, 2].map((id) => stored(id)?.assignedTo)).toEqual(['cid@example.org', 'dan@example.org']);
  });

  test('are undone in the tenant in which they were changed', async () => {
    const { server, stored } = serve([unit(1)]);
    const { goTo } = await open();
    await edit(1);
    await choose('Severity', 'Sev0');
    await apply();
    await expect.element(undo()).toBeVisible();
    goTo(`/${otherTenantId}/workunitsv2?filter=none`);
    await takeBack();
    await expect.element(toasts.getByText('1 work unit restored.')).toBeVisible();
    const sent = server.requests.filter(({ path }) => path === '/v1/workunits/batchpatch');
    expect(sent.map(({ headers }) => headers.get('x-tenant-id'))).toEqual([testTenantId, testTenantId]);
    expect(stored(1)?.severityId).toBe('Sev2');
  });

  test('are not undone from New if the state rule forbids it, and the reason is shown', async () => {
    const { stored } = serve([unit(1, { stateId: 'InProgress' }), unit(2)]);
    await open();
    await edit(1, 2);
    await choose('State', 'New');
    await apply();
    await expect.element(toasts.getByText('2 work units changed.')).toBeVisible();
    await takeBack();
    await expect.element(toasts.getByText('1 work unit restored.')).toBeVisible();
    await expect
      .element(toasts.getByText('#1 Disk 1 is full: A New work unit can only become Acknowledged or Canceled.'))
      .toBeVisible();
    expect([1, 2].map((id) => stored(id)?.stateId)).toEqual(['New', 'Acknowledged']);
  });

  test('are undone by Ctrl+Z, but not in a text field', async () => {
    const { batches, stored } = serve([unit(1)]);
    await open();
    await edit(1);
    await choose('Severity', 'Sev0');
    await apply();
    await expect.element(undo()).toBeVisible();
    await page.getByRole('textbox', { name: /^Search/ }).click();
    await userEvent.keyboard('{Control>}z{/Control}');
    expect(batches()).toHaveLength(1);
    await page.getByRole('heading', { name: 'Work Units' }).click();
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(toasts.getByText('1 work unit restored.')).toBeVisible();
    expect(stored(1)?.severityId).toBe('Sev2');
  });

  test('that the server fails to change are listed, and a failed undo is offered again', async () => {
    const { server, patch, stored } = serve([unit(1)]);
    await open();
    await edit(1);
    await choose('Severity', 'Sev0');
    server.on('POST /v1/workunits/batchpatch', () => problem(500, 'Broken.'));
    await apply();
    await expect.element(panel.getByText('The server could not change it at the moment.')).toBeVisible();
    await panel.getByRole('button', { name: 'Close', exact: true }).last().click();
    await expect.element(count).toHaveTextContent('1 selected');

    server.on('POST /v1/workunits/batchpatch', patch);
    await edit();
    await choose('Severity', 'Sev0');
    await apply();
    await expect.element(undo()).toBeVisible();
    server.on('POST /v1/workunits/batchpatch', () => problem(503, 'Busy.'));
    await takeBack();
    await expect.element(toasts.getByText('The change of 1 work unit could not be undone.')).toBeVisible();
    server.on('POST /v1/workunits/batchpatch', patch);
    await takeBack();
    await expect.element(toasts.getByText('1 work unit restored.')).toBeVisible();
    expect(stored(1)?.severityId).toBe('Sev2');
  });

  test('beyond a hundred are sent in several calls, and can be stopped between them', async () => {
    const units = Array.from({ length: 250 }, (_, index) => unit(index + 1));
    const { server, batches, patch, stored } = serve(units);
    const first = Promise.withResolvers<void>();
    const second = Promise.withResolvers<void>();
    const calls = [first, second];
    server.on('POST /v1/workunits/batchpatch', async (request) => {
      await calls.shift()?.promise;
      return patch(request);
    });
    const deselect = vi.fn<(ids: ReadonlySet<string>) => void>();
    const selection = { selected: new Map(), select: () => undefined, deselect, clear: () => undefined };
    const Screen = () => {
      const [isOpen, setOpen] = useState(true);
      return isOpen && <BulkEditPanel units={units} selection={selection} onClose={() => setOpen(false)} />;
    };
    await render(<Screen />);
    await choose('Severity', 'Sev0');
    await apply();
    await expect.element(panel.getByText('0 of 250')).toBeVisible();
    first.resolve();
    await expect.element(panel.getByText('100 of 250')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await panel.getByRole('button', { name: 'Stop' }).click();
    await expect.element(panel.getByRole('button', { name: 'Stopping…' })).toBeDisabled();
    second.resolve();
    await expect.element(panel.getByText('200 work units changed, 50 not changed.', { exact: false })).toBeVisible();
    await expect.element(panel.getByText('The change was not sent.').first()).toBeVisible();
    expect(batches().map((batch) => batch.length)).toEqual([100, 100]);
    expect(deselect.mock.lastCall?.[0].size).toBe(200);
    await panel.getByRole('button', { name: 'Close', exact: true }).last().click();
    await takeBack();
    await expect.element(toasts.getByText('200 work units restored.')).toBeVisible();
    expect(stored(1)?.severityId).toBe('Sev2');
  });

  test('of several tenants or types cannot change their groups or categories, and the reason is shown', async () => {
    serve([unit(1), unit(2, { tenantId: otherTenantId }), unit(3, { workUnitTypeId: 3 })]);
    await open();
    await edit(1, 2);
    await expect.element(panel.getByRole('combobox', { name: 'Assignment Group' })).toHaveAttribute('aria-disabled');
    await expect.element(panel.getByText('Each tenant has its own groups: choose units of one tenant.')).toBeVisible();
    await expect
      .element(panel.getByText('Each tenant has its own categories: choose units of one tenant.'))
      .toBeVisible();
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await box(2).click();
    await edit(3);
    await expect.element(panel.getByText('Each type has its own categories: choose units of one type.')).toBeVisible();
    await choose('Assignment Group', 'Network');
  });

  test('can change their group and have their assignees cleared', async () => {
    const { stored } = serve([unit(1, { assignedTo: 'ann@example.org', assignmentGroup: 'Storage' }), unit(2)]);
    await open();
    await edit(1, 2);
    await choose('Assignment Group', 'Network');
    await panel.getByRole('switch', { name: 'Clear the assignee of 1 work unit, and set the state to New' }).click();
    await choose('Category', 'Storage');
    await choose('Subcategory', 'Disks');
    await apply();
    await expect.element(toasts.getByText('2 work units changed.')).toBeVisible();
    expect(stored(1)).toMatchObject({ assignmentGroup: 'Network', assignedTo: null, stateId: 'New' });
    expect(stored(2)).toMatchObject({ assignmentGroup: 'Network', stateId: 'Acknowledged', workUnitSubcategoryId: 40 });
  });

  test('that already have the values are not changed', async () => {
    const { batches } = serve([unit(1)]);
    await open();
    await edit(1);
    await choose('Severity', 'Sev2');
    await apply();
    await expect.element(toasts.getByText(/^Nothing to change/)).toBeVisible();
    expect(batches()).toEqual([]);
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Yes' }).click();
    await expect.element(panel).not.toBeInTheDocument();
    await expect.element(count).toHaveTextContent('1 selected');
  });

  test.for(['light', 'dark'] as const)('have no accessibility violations, %s', async (theme) => {
    const { change } = serve([unit(1), unit(2)]);
    await open({ theme });
    await edit(1, 2);
    for (const width of [1440, 1024, 390]) {
      await page.viewport(width, 900);
      expect(await accessibilityViolations()).toEqual([]);
    }
    change(2, { severityId: 'Sev3' });
    await choose('Severity', 'Sev0');
    await apply();
    await expect.element(panel.getByRole('table', { name: 'Not changed' })).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
    await panel.getByRole('button', { name: 'Close', exact: true }).last().click();
    change(1, { severityId: 'Sev3' });
    await takeBack();
    await expect.element(toasts.getByText(/^1 work unit skipped/)).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
  });
});
