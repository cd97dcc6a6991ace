import { pollIntervals } from '@cfs/contracts/sizes';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PatchOperation } from '../../../lib/forms/patch.ts';
import { fakeServer, problem } from '../../../ui/testing/fake-server.ts';
import { render, testTenantId, type RenderOptions } from '../../../ui/testing/render.tsx';
import { manualActionsKey } from '../manual-actions/manual-action-queries.ts';
import { unit } from '../testing/list-row.ts';
import { servePanel } from '../testing/serve-panel.ts';
import { me, patches } from '../testing/serve-unit.ts';
import type { WorkUnitListRow } from '../work-unit-row.ts';
import { WorkUnitsScreen } from '../work-units-screen.tsx';

const firstOrder = 'severityId asc,created desc';
const toasts = page.elementLocator(document.querySelector('#toasts') ?? document.body);
const grid = page.getByRole('grid', { name: 'Work units' });

const open = async (query: string, units: readonly WorkUnitListRow[] = [unit(1)], options: RenderOptions = {}) => {
  const server = fakeServer({
    'GET /v1/workunits': () => ({ value: units }),
    'GET /v1/currentUser': () => ({ userName: me }),
    'GET /v1/preferences': () => ({}),
    'GET /v1/savedviews': () => ({ value: [] }),
    'GET /api/generallookup/workunittypes': () => [
      { workUnitTypeId: 1, name: 'Incident' },
      { workUnitTypeId: 2, name: 'Change Request' },
      { workUnitTypeId: 3, name: 'Intake' },
      { workUnitTypeId: 4, name: 'User Request' },
    ],
  });
  servePanel(server);
  const screen = await render(<WorkUnitsScreen />, {
    at: `/${testTenantId}/workunitsv2${query}`,
    permissions: ['WorkUnits:view'],
    ...options,
  });
  /** The queries of the pages of the list, in order; a panel requests its unit without `$orderby`. */
  const questions = () =>
    server.requests
      .filter(({ path, query: asked }) => path === '/v1/workunits' && asked.has('$orderby'))
      .map(({ query: asked }) => Object.fromEntries(asked));
  return { server, screen, questions };
};

const mayEdit: RenderOptions = { permissions: ['WorkUnits:view', 'WorkUnits:edit'] };

afterEach(() => {
  vi.useRealTimers();
});

describe('the list of work units', () => {
  test('starts with new incidents, most severe and newest first', async () => {
    const { questions } = await open('');
    await expect.element(page.getByRole('button', { name: 'State is New' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Type is Incident' })).toBeVisible();
    expect(questions().at(-1)).toMatchObject({
      $filter: "(stateId in ('New')) and (workUnitTypeId in (1))",
      $orderby: firstOrder,
      $top: '10',
    });
  });

  test('hides finished units unless a state is chosen', async () => {
    const { screen, questions } = await open('?filter=none');
    const asked = () => questions().at(-1)?.['$filter'];
    await expect.poll(asked).toBe("not (stateId in ('Resolved','Closed','Canceled'))");
    screen.goTo(`/${testTenantId}/workunitsv2?filter=stateId~in~Closed`);
    await expect.poll(asked).toBe("stateId in ('Closed')");
  });

  test('shows that finished units are hidden, and can show them', async () => {
    const { screen, questions } = await open('?filter=none&search=disk', []);
    const asked = () => questions().at(-1)?.['$filter'];
    const box = page.getByRole('checkbox', { name: 'Show Finished Units' });
    await expect.element(box).not.toBeChecked();
    await expect
      .element(page.getByText(/^Change the search or clear it\. Finished work units are not shown\.$/))
      .toBeVisible();
    await page.getByRole('button', { name: 'Show finished work units' }).click();
    await expect.poll(asked).toBeUndefined();
    expect(screen.address()).toContain('search=disk&finished=shown');
    await expect.element(box).toBeChecked();
    await expect.element(page.getByText(/Finished work units are not shown/)).not.toBeInTheDocument();
    await box.click();
    await expect.poll(asked).toBe("not (stateId in ('Resolved','Closed','Canceled'))");
    screen.goTo(`/${testTenantId}/workunitsv2`);
    await expect.element(page.getByRole('button', { name: 'State is New' })).toBeVisible();
    await expect.element(box).not.toBeInTheDocument();
  });

  test('shows states in words', async () => {
    await open('?filter=stateId~in~OnHold', [unit(1, { stateId: 'OnHold' })]);
    await expect.element(grid.getByRole('gridcell', { name: 'On hold' })).toBeVisible();
    await page.getByRole('button', { name: 'State is On hold' }).click();
    await expect.element(page.getByRole('checkbox', { name: 'In progress' })).toBeVisible();
  });

  test('shows names of usual length without truncation', async () => {
    await page.viewport(1_180, 700);
    const names = { tenant: { name: 'Contoso Industries' }, assignedTo: 'operator@demo.example' };
    await open('?filter=none', [unit(1_234, names)]);
    for (const text of ['Contoso Industries', 'operator@demo.example', '1234']) {
      const cell = grid.getByRole('gridcell', { name: text, exact: true });
      await expect.element(cell).toBeVisible();
      const { scrollWidth, clientWidth } = cell.element();
      expect(scrollWidth, text).toBeLessThanOrEqual(clientWidth);
      expect(cell.element().getBoundingClientRect().right, text).toBeLessThan(1_180);
    }
  });

  test('visually hides the heading of the narrow column for row menus', async () => {
    await open('?filter=none');
    const heading = grid.getByRole('columnheader', { name: 'Actions' });
    await expect.element(heading.getByText('Actions')).toHaveStyle({ clipPath: 'inset(50%)' });
    expect(heading.element().getBoundingClientRect().width).toBeCloseTo(48, 0);
  });

  test('shows its columns in their order', async () => {
    await page.viewport(1920, 900);
    await open('?filter=none', [unit(1, { workUnitType: { name: 'Request' } })]);
    await expect.element(grid.getByText('User Request')).toBeVisible();
    const headers = grid.getByRole('columnheader').elements();
    expect(headers.map(({ textContent }) => textContent)).toEqual([
      'ID',
      'Tenant',
      'Title',
      'Severity',
      'State',
      'Time Left',
      'Assigned To',
      'Stakeholder',
      'Stakeholder Phone',
      'Stakeholder Email',
      'Last Updated',
      'Created',
      'Work Unit Type',
      'Assignment Group',
      'Actions',
    ]);
  });

  test('sorts the column of tenants by their names', async () => {
    const { questions } = await open('?filter=none');
    await grid.getByRole('columnheader', { name: 'Tenant' }).click();
    await expect.poll(() => questions().at(-1)?.['$orderby']).toBe('tenant/name asc');
  });

  test('compares nine fields when the search is exact', async () => {
    const { questions } = await open('?filter=stateId~in~New&search=42&exact=yes');
    await expect.poll(() => questions().length).toBeGreaterThan(0);
    const filter = questions().at(-1)?.['$filter'] ?? '';
    expect([...filter.matchAll(/([\w/]+)\)? eq '?42'?\)/g)].map(([, field]) => field)).toEqual([
      'title',
      'referenceId',
      'description',
      'tenant/name',
      'assignedTo',
      'workUnitId',
      'stakeHolderFullName',
      'stakeHolderPhoneNumber',
      'stakeHolderEmailAddress',
    ]);
  });

  test.for(['light', 'dark'] as const)('colours each severity except Sev4, %s', async (theme) => {
    const severities = ['Sev0', 'Sev1', 'Sev2', 'Sev3', 'Sev4'] as const;
    const units = severities.map((severityId, index) => unit(index + 1, { severityId }));
    await open('?filter=none', units, { theme });
    await expect.element(grid.getByText('Sev4', { exact: true })).toBeVisible();
    const fills = severities.map(
      (name) => getComputedStyle(grid.getByText(name, { exact: true }).element()).backgroundColor,
    );
    expect(new Set(fills).size).toBe(5);
    expect(fills.indexOf('rgba(0, 0, 0, 0)')).toBe(4);
  });

  test('does not interpret markup in texts of users', async () => {
    const title = '<img src=x onerror=alert(1)> <b>full</b>';
    await open('?filter=none', [unit(1, { title, stakeHolderFullName: '<i>Ann</i>' })]);
    await expect.element(grid.getByRole('button', { name: title })).toBeVisible();
    await expect.element(grid.getByText('<i>Ann</i>')).toBeVisible();
    expect(grid.element().querySelector('img, b, i')).toBeNull();
  });

  test('opens a unit on a click on its title, and names the page after it', async () => {
    const { screen } = await open('?filter=none');
    await expect.poll(() => document.title).toMatch(/^Work Units/);
    await grid.getByRole('button', { name: 'Disk 1 is full' }).click();
    await expect.poll(screen.address).toBe(`/${testTenantId}/workunitsv2?filter=none&workUnitId=1`);
    await expect.poll(() => document.title).toMatch(/^WU #1\b/);
  });

  test('links to the old experience of its tenant', async () => {
    await open('');
    await expect
      .element(page.getByRole('link', { name: 'Return to the old experience' }))
      .toHaveAttribute('href', `/${testTenantId}/workunits/index`);
  });
});

describe('a new unit in the list', () => {
  const acknowledge = grid.getByRole('button', { name: /^Acknowledge work unit/ });
  const units = [unit(1, { stateId: 'New' }), unit(2)];

  test('is acknowledged and assigned to the user on a click on its link', async () => {
    const { server } = await open('?filter=none', units, mayEdit);
    server.on('PATCH /v1/workunits/1', () => units[0]);
    await expect.element(acknowledge).toHaveTextContent('(ack)');
    await acknowledge.click();
    await expect.element(toasts.getByText('Work unit #1 acknowledged.')).toBeVisible();
    expect(patches(server)).toEqual([{ stateId: 'Acknowledged', assignedTo: me }]);
    const sent = server.requests.find(({ method }) => method === 'PATCH')?.body as readonly PatchOperation[];
    expect(sent.filter(({ op }) => op === 'test')).toEqual([
      { op: 'test', path: '/stateId', value: 'New' },
      { op: 'test', path: '/assignedTo', value: null },
    ]);
  });

  test('is acknowledged once by a double click', async () => {
    const { server } = await open('?filter=none', units, mayEdit);
    const saved = Promise.withResolvers<unknown>();
    server.on('PATCH /v1/workunits/1', () => saved.promise);
    await acknowledge.dblClick();
    saved.resolve(units[0]);
    await expect.element(toasts.getByText('Work unit #1 acknowledged.')).toBeVisible();
    expect(patches(server)).toHaveLength(1);
  });

  test('that another user has changed shows a conflict', async () => {
    const { server } = await open('?filter=none', units, mayEdit);
    server.on('PATCH /v1/workunits/1', () =>
      problem(409, "The current value of 'stateId' is not equal to the test value."),
    );
    await acknowledge.click();
    await expect.element(toasts.getByText(/^This Work Unit was modified by another user\./)).toBeVisible();
  });

  test('has no acknowledge link for users with read-only access', async () => {
    await open('?filter=none', units);
    await expect.element(grid.getByText('New', { exact: true })).toBeVisible();
    await expect.element(acknowledge).not.toBeInTheDocument();
  });
});

describe('the list is refreshed', () => {
  const passMinutes = (minutes: number) => vi.advanceTimersByTime(minutes * pollIntervals.workUnits);

  test('every minute until auto-refresh is switched off', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { screen, questions } = await open('?filter=none');
    const asked = () => questions().filter(({ $orderby }) => $orderby === firstOrder).length;
    await expect.element(grid.getByText('Disk 1 is full')).toBeVisible();
    expect(asked()).toBe(1);
    passMinutes(1);
    await expect.poll(asked).toBe(2);
    await page.getByRole('switch', { name: 'Auto-refresh' }).click();
    passMinutes(5);
    screen.goTo(`/${testTenantId}/workunitsv2?filter=none&sort=title`);
    await expect.poll(() => questions().at(-1)?.['$orderby']).toBe('title asc');
    expect(asked()).toBe(2);
  });

  test('only while no panel is open', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { screen, questions } = await open('?filter=none&workUnitId=1');
    const asked = () => questions().length;
    await expect.element(page.getByRole('dialog', { name: /^Edit Work Unit #1/ })).toBeVisible();
    await expect.poll(asked).toBe(1);
    passMinutes(5);
    screen.goTo(`/${testTenantId}/workunitsv2?filter=none&sort=title&workUnitId=1`);
    await expect.poll(() => questions().at(-1)?.['$orderby']).toBe('title asc');
    expect(asked()).toBe(2);
    screen.goTo(`/${testTenantId}/workunitsv2?filter=none&sort=title`);
    await expect.element(page.getByRole('dialog', { name: /^Edit Work Unit #1/ })).not.toBeInTheDocument();
    passMinutes(1);
    await expect.poll(asked).toBe(3);
  });
});

test('closing the filter panel clears the pending manual actions', async () => {
  let client: QueryClient | undefined;
  const Observer = () => {
    client = useQueryClient();
    return <WorkUnitsScreen />;
  };
  fakeServer({ 'GET /v1/workunits': () => ({ value: [unit(1)] }), 'GET /v1/preferences': () => ({}) });
  await render(<Observer />, { at: `/${testTenantId}/workunitsv2?filter=none`, permissions: ['WorkUnits:view'] });
  client?.setQueryData([manualActionsKey, 7], { workUnitEventType: 'OnNew', waiting: 1, value: [] });
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect.element(page.getByRole('dialog', { name: 'Add filter' })).toBeVisible();
  expect(client?.getQueryData([manualActionsKey, 7])).toBeDefined();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog', { name: 'Add filter' })).not.toBeInTheDocument();
  expect(client?.getQueryData([manualActionsKey, 7])).toBeUndefined();
});

describe('creating a unit', () => {
  test('starts with a menu of types, each with its own icon', async () => {
    const { screen } = await open('', [], { permissions: ['WorkUnits:view', 'WorkUnits:create'] });
    await page.getByRole('button', { name: 'Create' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'User Request' })).toBeVisible();
    const offered = page.getByRole('menuitem').elements();
    expect(offered.map(({ textContent }) => textContent)).toEqual([
      'Incident',
      'Change Request',
      'Intake',
      'User Request',
    ]);
    const pictures = offered.map((item) => item.querySelector('svg')?.innerHTML);
    expect(new Set(pictures).size).toBe(4);
    expect(pictures).not.toContain(undefined);
    await page.getByRole('menuitem', { name: 'Change Request' }).click();
    await expect.poll(screen.address).toMatch(/\?workUnitId=new&createType=2$/);
  });

  test('is offered only to users who may create units', async () => {
    await open('');
    await expect.element(grid.getByText('Disk 1 is full')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Create' })).not.toBeInTheDocument();
  });
});
