import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeServer } from '../../../ui/testing/fake-server.ts';
import { accessibilityViolations } from '../../../ui/testing/accessibility-violations.ts';
import { render, testTenantId, type RenderOptions } from '../../../ui/testing/render.tsx';
import { unit } from '../testing/list-row.ts';
import { incident, me, patches, serveUnit } from '../testing/serve-unit.ts';
import { WorkUnitsScreen } from '../work-units-screen.tsx';

const counts = [
  { key: 'my-open', count: 3 },
  { key: 'unassigned', count: 1_000 },
  { key: 'my-approvals', count: 0 },
  { key: 'breaching', count: 2 },
];

const open = async (query: string, options: RenderOptions = {}) => {
  const server = fakeServer({
    'GET /v1/workunits': () => ({ value: [unit(7)] }),
    'GET /v1/workunits/shippedViews': () => ({ value: counts }),
    'GET /v1/currentUser': () => ({ userName: me }),
    'GET /v1/preferences': () => ({}),
    'GET /v1/savedviews': () => [],
    'PATCH /v1/workunits/7': () => ({ ...unit(7), assignedTo: me }),
    'PUT /v1/workunits/7/watch': () => ({ userId: testTenantId, mail: me, displayName: 'Ann' }),
  });
  const screen = await render(<WorkUnitsScreen />, {
    at: `/${testTenantId}/workunitsv2${query}`,
    permissions: ['WorkUnits:view', 'WorkUnits:edit'],
    ...options,
  });
  const asked = () =>
    server.requests
      .filter(({ path, query: of }) => path === '/v1/workunits' && of.has('$orderby'))
      .at(-1)
      ?.query.get('$filter');
  return { server, screen, asked };
};

const unfinished = "not (stateId in ('Resolved','Closed','Canceled'))";

describe('shipped views', () => {
  test('are listed with their counts before saved views, and can be applied', async () => {
    const { screen, asked } = await open('?filter=none');
    await page.getByRole('button', { name: 'Saved views' }).click();
    const views = page.getByRole('list', { name: 'Shipped views' });
    await expect.element(views.getByRole('button', { name: 'My open 3' })).toBeVisible();
    await expect.element(views.getByRole('button', { name: 'Unassigned 999+' })).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
    await views.getByRole('button', { name: 'My open' }).click();
    await expect.poll(asked).toBe(`(${unfinished}) and (tolower(assignedTo) eq @me)`);
    expect(screen.address()).toContain('filter=assignedTo~is~me');
    await expect.element(page.getByRole('button', { name: 'Saved views: My open' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Assigned To is me' })).toBeVisible();
  });

  test('are marked as changed when their filter is edited', async () => {
    await open('?view=unassigned&filter=assignedTo~empty');
    await expect.element(page.getByRole('button', { name: 'Saved views: Unassigned' })).toBeVisible();
    await userEvent.click(document.querySelector('.MuiChip-deleteIcon') ?? document.body);
    await expect.element(page.getByRole('button', { name: 'Saved views: Unassigned, changed' })).toBeVisible();
  });

  test('can filter by units that wait for approval by the user', async () => {
    const { asked } = await open('?filter=waitsForApproval~is~me');
    await expect.poll(asked).toBe(`(${unfinished}) and ((waitsForApprover1 eq @me or waitsForApprover2 eq @me))`);
  });
});

test('a filter by person accepts the user or a mail address', async () => {
  const { asked } = await open('?filter=watchers~is~Ben@example.org');
  await expect.poll(asked).toContain("watchers/any(w:w/mail eq 'ben@example.org')");
  await page.getByRole('button', { name: 'Watched by is Ben@example.org' }).click();
  await page.getByRole('button', { name: 'Me', exact: true }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(asked).toContain('watchers/any(w:w/mail eq @me)');
});

test('the menu of a row assigns the unit to the user and watches it', async () => {
  const { server } = await open('?filter=none');
  await page.getByRole('button', { name: 'More actions of work unit 7' }).click();
  await page.getByRole('menuitem', { name: 'Assign to me' }).click();
  await expect.poll(() => patches(server)).toEqual([{ assignedTo: me }]);
  await page.getByRole('button', { name: 'More actions of work unit 7' }).click();
  await page.getByRole('menuitem', { name: 'Watch' }).click();
  await expect.poll(() => server.requests.filter(({ path }) => path === '/v1/workunits/7/watch')).toHaveLength(1);
});

test('the keys I and W assign and watch the unit in the panel, and unsaved text is kept', async () => {
  await page.viewport(1440, 900);
  const server = serveUnit({ ...incident, watchers: [] });
  server.on('GET /v1/preferences', () => ({}));
  server.on('GET /v1/savedviews', () => []);
  server.on('PUT /v1/workunits/7/watch', () => ({ userId: testTenantId, mail: me, displayName: 'Ann' }));
  await render(<WorkUnitsScreen />, {
    at: `/${testTenantId}/workunitsv2?workUnitId=7`,
    permissions: ['WorkUnits:view', 'WorkUnits:edit'],
  });
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  await title.fill('Disk is almost full');
  await page.getByRole('tab', { name: 'Work Unit', exact: true }).click();
  await userEvent.keyboard('i');
  await expect.poll(() => patches(server)).toEqual([{ assignedTo: me }]);
  await expect.element(page.getByRole('button', { name: 'Assign to me (I)' })).toBeDisabled();
  await expect.element(title).toHaveValue('Disk is almost full');
  await expect.element(page.getByRole('button', { name: 'Save', exact: true })).toBeEnabled();
  await userEvent.keyboard('w');
  await expect.element(page.getByRole('button', { name: 'Stop watching (W)' })).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
});

test('a letter that is a shortcut does not select an option in a focused select', async () => {
  await page.viewport(1440, 900);
  const server = serveUnit({ ...incident, stateId: 'Acknowledged', watchers: [] });
  server.on('GET /v1/preferences', () => ({}));
  server.on('GET /v1/savedviews', () => []);
  await render(<WorkUnitsScreen />, {
    at: `/${testTenantId}/workunitsv2?workUnitId=7`,
    permissions: ['WorkUnits:view', 'WorkUnits:edit'],
  });
  await page.getByRole('tab', { name: 'Work Unit', exact: true }).click();
  await userEvent.keyboard('s');
  const state = page.getByRole('combobox', { name: 'State' });
  await expect.element(state).toHaveFocus();
  await userEvent.keyboard('n');
  await expect.element(page.getByRole('textbox', { name: 'New note' })).toHaveFocus();
  await expect.element(state).toHaveTextContent('Acknowledged');
  await expect.element(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
});

describe('an assignment and a save at the same time', () => {
  const at = (second: number): string => `2026-05-01T12:00:0${second}.000Z`;
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const assigned = { ...incident, assignedTo: me, modified: at(1) };
  const both = { ...assigned, title: 'Disk is almost full', modified: at(2) };

  test.for([
    { first: 'the assignment', order: [1, 0] },
    { first: 'the save', order: [0, 1] },
  ])('leave nothing unsaved if $first completes first', async ({ order }) => {
    await page.viewport(1440, 900);
    const server = serveUnit({ ...incident, watchers: [] });
    const answers: ((answer: unknown) => void)[] = [];
    server.on('GET /v1/preferences', () => ({}));
    server.on('GET /v1/savedviews', () => []);
    server.on('PATCH /v1/workunits/7', () => new Promise((resolve) => answers.push(resolve)));
    await render(<WorkUnitsScreen />, {
      at: `/${testTenantId}/workunitsv2?workUnitId=7`,
      permissions: ['WorkUnits:view', 'WorkUnits:edit'],
    });
    await title.fill(both.title);
    await save.click();
    await expect.poll(() => answers.length).toBe(1);
    await page.getByRole('button', { name: 'Assign to me (I)' }).click();
    await expect.poll(() => answers.length).toBe(2);
    for (const index of order) {
      answers[index]?.([both, assigned][index]);
      await expect.element(page.getByRole('button', { name: 'Assign to me (I)' })).toBeDisabled();
    }
    await expect.element(title).toHaveValue(both.title);
    await title.click();
    await expect.element(save).toBeDisabled();
    await title.fill('Disk is full');
    await expect.element(save).toBeEnabled();
  });
});
