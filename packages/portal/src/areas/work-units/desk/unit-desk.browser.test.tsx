import type { ChecklistItem } from '@cfs/contracts/work-unit-checklists';
import type { RelatedEntity } from '@cfs/contracts/work-unit-relations';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityViolations } from '../../../ui/testing/accessibility-violations.ts';
import { problem } from '../../../ui/testing/fake-server.ts';
import { render, testTenantId } from '../../../ui/testing/render.tsx';
import { WorkUnitPanel } from '../panel/work-unit-panel.tsx';
import { incident, patches, serveUnit } from '../testing/serve-unit.ts';
import type { WorkUnitRow } from '../work-unit-row.ts';

const item = (index: number, text: string, isDone = false): ChecklistItem => ({
  checklistItemId: `c0000000-0000-4000-8000-00000000000${index}`,
  workUnitId: 7,
  position: index,
  text,
  isDone,
  created: '2026-05-01T10:00:00.000Z',
  createdBy: 'ann@example.org',
  modified: '2026-05-01T10:00:00.000Z',
  modifiedBy: 'ann@example.org',
});

const related = (
  referenceType: RelatedEntity['referenceType'],
  number: number,
  stateId: 'New' | 'Closed',
): RelatedEntity => ({
  referenceType,
  referenceId: String(number),
  created: '2026-05-01T10:30:00.000Z',
  label: `Disk ${number}`,
  workUnit: { publicWorkUnitId: number, stateId },
});

const hostile = `<img src=x onerror=1>${'x'.repeat(200)}\u05d0\u05d1`;
const panel = page.getByRole('dialog', { name: /^Edit Work Unit #7/ });
const section = (name: string | RegExp) => panel.getByRole('button', { name });

const open = async (unit: Partial<WorkUnitRow> = {}, relations: readonly RelatedEntity[] = []) => {
  const server = serveUnit({ ...incident, ...unit });
  let checklist = [...(unit.checklist ?? [])];
  server.on('GET /v1/workunits/7/relations', () => ({ value: relations }));
  server.on('GET /v1/workunits/7/checklist', () => ({ value: checklist }));
  server.on('PUT /v1/workunits/7/checklist', ({ body }) => {
    const added = item(checklist.length, (body as { readonly text: string }).text);
    checklist = [...checklist, added];
    return added;
  });
  for (const { checklistItemId } of checklist)
    server.on(`POST /v1/workunits/7/checklist/${checklistItemId}`, ({ body }) => {
      const at = checklist.findIndex((each) => each.checklistItemId === checklistItemId);
      checklist = checklist.map((each, index) => (index === at ? { ...each, ...(body as object) } : each));
      return checklist[at];
    });
  const screen = await render(<WorkUnitPanel openId="7" openAs="workUnitId" onClose={() => undefined} />, {
    at: `/${testTenantId}/workunitsv2?workUnitId=7`,
    permissions: ['WorkUnits:view', 'WorkUnits:edit', 'WorkUnits:create'],
  });
  return { server, screen };
};

test('the summary line counts done items and open children, without a request for the checklist', async () => {
  const { server } = await open({ checklist: [item(1, hostile), item(0, 'Order', true)] }, [
    related('Child', 8, 'New'),
    related('Child', 9, 'Closed'),
    related('Parent', 5, 'New'),
  ]);
  await expect.element(section('Checklist: 1 of 2 done')).toBeVisible();
  await expect.element(section('Children: 1 of 2 open')).toBeVisible();
  await expect.element(section('#5: Disk 5')).toBeVisible();
  expect(server.requests.filter(({ path }) => path.endsWith('/checklist'))).toEqual([]);
  await section(/^Checklist/).click();
  await expect.element(panel.getByRole('checkbox', { name: 'Order' })).toBeChecked();
  expect(await accessibilityViolations()).toEqual([]);
});

test('items can be ticked, and added by keyboard', async () => {
  const { server } = await open({ checklist: [item(0, 'Order')] });
  await section('Checklist: 0 of 1 done').click();
  await panel.getByRole('checkbox', { name: 'Order' }).click();
  await expect.element(section('Checklist: 1 of 1 done')).toBeVisible();
  await panel.getByRole('textbox', { name: 'Add an item' }).click();
  await userEvent.keyboard('Hand it over{Enter}');
  await expect.element(section('Checklist: 1 of 2 done')).toBeVisible();
  await expect.element(panel.getByRole('textbox', { name: 'Add an item' })).toHaveValue('');
  expect(server.requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toContainEqual({
    isDone: true,
    modified: item(0, '').modified,
  });
});

test('a double click ticks an item once, and another click unticks it', async () => {
  const { server } = await open({ checklist: [item(0, 'Order')] });
  const stored = Promise.withResolvers<unknown>();
  const path = `/v1/workunits/7/checklist/${item(0, '').checklistItemId}`;
  const ticked = { ...item(0, 'Order', true), modified: '2026-05-01T11:00:00.000Z' };
  server.on(`POST ${path}`, () => stored.promise);
  server.on('GET /v1/workunits/7/checklist', () => new Promise(() => undefined));
  await section('Checklist: 0 of 1 done').click();
  const box = panel.getByRole('checkbox', { name: 'Order' });
  await box.dblClick();
  await expect.element(box).toBeChecked();
  stored.resolve(ticked);
  const sent = () => server.requests.filter((request) => request.path === path).map(({ body }) => body);
  await expect.poll(sent).toEqual([{ isDone: true, modified: item(0, '').modified }]);
  server.on(`POST ${path}`, () => ({ ...ticked, isDone: false }));
  await box.click();
  await expect.element(box).not.toBeChecked();
  await expect.poll(sent).toHaveLength(2);
  expect(sent()[1]).toEqual({ isDone: false, modified: ticked.modified });
});

test('the next item can be typed while one is being stored, and the text of a refused one is restored', async () => {
  const { server } = await open({ checklist: [item(0, 'Order')] });
  const answers: ((answer: unknown) => void)[] = [];
  server.on('PUT /v1/workunits/7/checklist', () => new Promise((resolve) => answers.push(resolve)));
  await section('Checklist: 0 of 1 done').click();
  const text = panel.getByRole('textbox', { name: 'Add an item' });
  await text.click();
  await userEvent.keyboard('Unpack{Enter}Test');
  await expect.poll(() => answers.length).toBe(1);
  answers[0]?.(item(1, 'Unpack'));
  await expect.element(text).toHaveValue('Test');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.(problem(400, 'A checklist has at most 100 items.'));
  await expect.element(text).toHaveValue('Test');
});

test('an unsaved new item is kept while the checklist is collapsed, and closing the panel asks for confirmation', async () => {
  await open();
  await section('Checklist').click();
  const text = panel.getByRole('textbox', { name: 'Add an item' });
  await text.fill('Unpack');
  await section('Children').click();
  await expect.element(panel.getByRole('button', { name: 'New child' })).toBeVisible();
  await panel.getByRole('button', { name: 'Close', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Unsaved changes' });
  await question.getByRole('button', { name: 'No' }).click();
  await section('Checklist').click();
  await expect.element(text).toHaveValue('Unpack');
});

test('an item is renamed on Enter, but not on Escape, which leaves the panel open', async () => {
  const { server } = await open({ checklist: [item(0, 'Order')] });
  await section('Checklist: 0 of 1 done').click();
  await panel.getByRole('button', { name: 'Rename Order' }).click();
  const text = panel.getByRole('textbox', { name: 'New text of Order' });
  await expect.element(text).toHaveFocus();
  await text.fill('Never mind');
  await userEvent.keyboard('{Escape}');
  await expect.element(panel.getByRole('checkbox', { name: 'Order' })).toBeVisible();
  await panel.getByRole('button', { name: 'Rename Order' }).click();
  await text.fill(' Order two ');
  await userEvent.keyboard('{Enter}');
  await expect.element(panel.getByRole('checkbox', { name: 'Order two' })).toBeVisible();
  expect(server.requests.filter(({ method, path }) => method === 'POST' && path.includes('/checklist/'))).toMatchObject(
    [{ body: { text: 'Order two', modified: item(0, '').modified } }],
  );
  expect(await accessibilityViolations()).toEqual([]);
});

test('a rename without an edit does not overwrite a concurrent change', async () => {
  const { server } = await open({ checklist: [item(0, 'Order'), item(1, 'Unpack')] });
  await section('Checklist: 0 of 2 done').click();
  await panel.getByRole('button', { name: 'Rename Order' }).click();
  const later = { ...item(0, 'Order two'), modified: '2026-05-01T11:00:00.000Z' };
  server.on('GET /v1/workunits/7/checklist', () => ({ value: [later, item(1, 'Unpack')] }));
  server.on(`POST /v1/workunits/7/checklist/${item(1, '').checklistItemId}`, () => item(1, 'Unpack'));
  // A scripted click does not move the focus; the list is fetched again after it.
  const other = panel.getByRole('checkbox', { name: 'Unpack' }).element();
  if (other instanceof HTMLElement) other.click();
  await expect.element(panel.getByRole('textbox', { name: 'New text of Order two' })).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(panel.getByRole('checkbox', { name: 'Order two' })).toBeVisible();
  const changed = server.requests.filter(({ method }) => method === 'POST').map(({ path }) => path);
  expect(changed).not.toContain(`/v1/workunits/7/checklist/${later.checklistItemId}`);
});

test('a refused rename keeps the typed text, and Enter retries with the current version of the item', async () => {
  const { server } = await open({ checklist: [item(0, 'Order')] });
  const later = { ...item(0, 'Order two'), modified: '2026-05-01T11:00:00.000Z' };
  let stored = item(0, 'Order');
  server.on('GET /v1/workunits/7/checklist', () => ({ value: [stored] }));
  server.on(`POST /v1/workunits/7/checklist/${stored.checklistItemId}`, ({ body }) => {
    const change = body as ChecklistItem;
    if (change.modified === later.modified) stored = { ...later, text: change.text };
    else stored = later;
    return stored === later ? problem(409, 'Changed.', { modified: ['Changed.'] }) : stored;
  });
  await section('Checklist: 0 of 1 done').click();
  await panel.getByRole('button', { name: 'Rename Order' }).click();
  await panel.getByRole('textbox', { name: 'New text of Order' }).fill('Order three');
  await userEvent.keyboard('{Enter}');
  const text = panel.getByRole('textbox', { name: 'New text of Order two' });
  await expect.element(page.getByText('Another user has changed this item.')).toBeVisible();
  await expect.element(text).toHaveValue('Order three');
  await text.click();
  await userEvent.keyboard('{Enter}');
  await expect.element(panel.getByRole('checkbox', { name: 'Order three' })).toBeVisible();
  await expect.element(text).not.toBeInTheDocument();
});

test('a rename refused after the next one has begun stays open, and closing the panel asks for confirmation', async () => {
  const { server } = await open({ checklist: [item(0, 'Order'), item(1, 'Unpack')] });
  server.on(`POST /v1/workunits/7/checklist/${item(0, '').checklistItemId}`, () => problem(503, 'Try again.'));
  await section('Checklist: 0 of 2 done').click();
  await panel.getByRole('button', { name: 'Rename Order' }).click();
  const text = panel.getByRole('textbox', { name: 'New text of Order' });
  await text.fill('Order soon');
  await panel.getByRole('button', { name: 'Rename Unpack' }).click();
  await expect.element(page.getByText('Try again.')).toBeVisible();
  await expect.element(text).toHaveValue('Order soon');
  await expect.element(panel.getByRole('textbox', { name: 'New text of Unpack' })).toHaveFocus();
  await panel.getByRole('button', { name: 'Close', exact: true }).click();
  await expect.element(page.getByRole('dialog', { name: 'Unsaved changes' })).toBeVisible();
});

test('a tick of a concurrently changed item shows an error and the stored item', async () => {
  const { server } = await open({ checklist: [item(0, 'Order')] });
  const stale = () => problem(409, 'Changed.', { modified: ['Changed.'] });
  server.on(`POST /v1/workunits/7/checklist/${item(0, '').checklistItemId}`, stale);
  server.on('GET /v1/workunits/7/checklist', () => ({ value: [item(0, 'Order two')] }));
  await section('Checklist: 0 of 1 done').click();
  await panel.getByRole('checkbox', { name: 'Order' }).click();
  await expect.element(page.getByText('Another user has changed this item.')).toBeVisible();
  await expect.element(panel.getByRole('checkbox', { name: 'Order two' })).not.toBeChecked();
});

test('a child is shown with its state, and a new one can be created', async () => {
  const { screen } = await open({}, [related('Child', 8, 'New')]);
  await section('Children: 1 of 1 open').click();
  await expect.element(panel.getByRole('table', { name: 'Children' })).toHaveTextContent('New');
  await panel.getByRole('button', { name: 'New child' }).click();
  expect(screen.address()).toContain('childOf=7');
});

const openChildren = '1 of 1 child work units is open: #8.';

const finish = async (answer: string) => {
  const { server } = await open();
  const patch = ({ query }: { readonly query: URLSearchParams }) =>
    query.get('openChildren') === 'leave'
      ? { ...incident, stateId: 'Closed' }
      : problem(409, openChildren, { OpenChildren: [openChildren] });
  server.on('PATCH /v1/workunits/7', patch);
  await panel.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Closed' }).click();
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Open Children' });
  await expect.element(question).toHaveTextContent(openChildren);
  await question.getByRole('button', { name: answer }).click();
  return server;
};

test('a unit with open children is closed after a confirmation', async () => {
  const server = await finish('Leave them open');
  await expect.element(page.getByText('Work unit #7 saved.')).toBeVisible();
  expect(patches(server)).toEqual([{ stateId: 'Closed' }, { stateId: 'Closed' }]);
});

test('a unit with open children is not saved if the confirmation is cancelled', async () => {
  const server = await finish('Cancel');
  await expect.element(page.getByText(`${openChildren} Nothing was saved.`)).toBeVisible();
  expect(patches(server)).toHaveLength(1);
  await expect.element(panel.getByRole('combobox', { name: 'State' })).toHaveTextContent('Closed');
});

test('a unit is merged into another, which is chosen by its title', async () => {
  const { server } = await open({ stakeHolderEmailAddress: 'ann@example.com' });
  server.on('POST /v1/workunits/7/merge', () => ({ ...incident, stateId: 'Closed' }));
  await panel.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Merge into another work unit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge #7 Into Another Work Unit' });
  server.on('GET /v1/workunits', () => ({
    value: [{ workUnitId: 8, publicWorkUnitId: 8, title: 'The disk is full', stateId: 'New' }],
  }));
  await dialog.getByRole('combobox', { name: 'Merge into' }).fill('disk');
  await page.getByRole('option', { name: '#8: The disk is full (New)' }).click();
  expect(await accessibilityViolations()).toEqual([]);
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect.element(page.getByText('Work unit #7 was merged.')).toBeVisible();
  const sent = server.requests.find(({ path }) => path.endsWith('/merge'))?.body;
  expect(sent).toEqual({ targetId: 8, copiesRequester: true });
});

test('a merge can be undone, and a refused undo shows the reason', async () => {
  const { server } = await open({ stateId: 'Closed' }, [
    related('MergedInto', 8, 'New'),
    ...[10, 11, 12, 13].map((number) => related('MergedFrom', number, 'Closed')),
  ]);
  await expect.element(section('#8: Disk 8')).toBeVisible();
  await expect.element(panel.getByText('and 1 more')).toBeVisible();
  server.on('POST /v1/workunits/7/unmerge', () => problem(409, 'Not now.'));
  await section('Undo merge').click();
  await expect.element(page.getByText('Not now.')).toBeVisible();
  server.on('POST /v1/workunits/7/unmerge', () => ({ ...incident, stateId: 'New' }));
  await section('Undo merge').click();
  await expect.element(page.getByText('Work unit #7 is no longer merged.')).toBeVisible();
  await expect.element(panel.getByRole('combobox', { name: 'State' })).toHaveTextContent('New');
});
