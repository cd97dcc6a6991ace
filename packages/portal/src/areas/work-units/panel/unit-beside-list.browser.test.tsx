import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { problem } from '../../../ui/testing/fake-server.ts';
import { render, testTenantId } from '../../../ui/testing/render.tsx';
import { unit } from '../testing/list-row.ts';
import { incident, patches, serveUnit } from '../testing/serve-unit.ts';
import { WorkUnitsScreen } from '../work-units-screen.tsx';

const numbers = [7, 8, 9];
const panel = (number: number) => page.getByRole('dialog', { name: new RegExp(`^Edit Work Unit #${number}:`) });
const box = (name: string) => panel(7).getByRole('textbox', { name, exact: true });

const open = async (query: string) => {
  const server = serveUnit(incident);
  server.on('GET /v1/workunits', (asked) => {
    if (asked.query.has('$orderby')) return { value: numbers.map((number) => unit(number)) };
    const number = Number(/(\d+)$/.exec(asked.query.get('$filter') ?? '')?.[1]);
    return { value: [number === 7 ? incident : { ...incident, ...unit(number) }] };
  });
  server.on('GET /v1/preferences', () => ({}));
  server.on('GET /v1/savedviews', () => ({ value: [] }));
  const screen = await render(<WorkUnitsScreen />, {
    at: `/${testTenantId}/workunitsv2${query}`,
    permissions: ['WorkUnits:view', 'WorkUnits:edit'],
  });
  return { server, screen };
};

beforeEach(() => page.viewport(1440, 900));

test('the list next to a unit opens another one', async () => {
  const { screen } = await open('?workUnitId=7');
  await expect.element(panel(7)).toBeVisible();
  await page.getByRole('button', { name: 'Disk 8 is full' }).click();
  await expect.element(panel(8)).toBeVisible();
  expect(screen.address()).toContain('workUnitId=8');
  await userEvent.keyboard('{Escape}');
  await expect.element(panel(8)).not.toBeInTheDocument();
});

test('J and K open the next and the previous unit, but not while text is typed', async () => {
  await open('?workUnitId=7');
  await expect.element(panel(7)).toBeVisible();
  await expect.element(panel(7).getByRole('button', { name: 'Previous work unit (K)' })).toBeDisabled();
  await userEvent.keyboard('jj');
  await expect.element(panel(9)).toBeVisible();
  await expect.element(panel(9).getByRole('button', { name: 'Next work unit (J)' })).toBeDisabled();
  await userEvent.keyboard('kk');
  await expect.element(panel(7)).toBeVisible();
  await box('New note').click();
  await userEvent.keyboard('jk');
  await expect.element(box('New note')).toHaveValue('jk');
});

/** Serves unit 7 in such a way that its Action History can be opened. */
const serveActionHistory = ({ server }: Awaited<ReturnType<typeof open>>): void => {
  const numbered = (number: number) => ({ internalWorkUnitId: `00000000-0000-4000-8000-00000000000${number}` });
  server.on('GET /v1/workunits', (asked) => {
    if (asked.query.has('$orderby')) return { value: numbers.map((number) => unit(number)) };
    const number = Number(/(\d+)$/.exec(asked.query.get('$filter') ?? '')?.[1]);
    return { value: [{ ...incident, ...unit(number), ...numbered(number), protocolId: null }] };
  });
  server.on('GET /v1/actionhistory', () => ({ value: [] }));
  server.on('GET /v1/savedviews', () => []);
};

test('shortcuts have no effect on the unit while something else is open above it', async () => {
  const opened = await open('');
  const { server, screen } = opened;
  serveActionHistory(opened);
  screen.goTo(`/${testTenantId}/workunitsv2?workUnitId=7&tab=protocols`);
  await panel(7).getByRole('button', { name: 'Action History' }).click();
  const history = page.getByRole('dialog', { name: /^Action History/ });
  await expect.element(history).toBeVisible();
  await userEvent.keyboard('iwj');
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }));
  await userEvent.keyboard('{Escape}');
  await expect.element(history).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Saved views' }).click();
  await expect.element(page.getByRole('list', { name: 'Shipped views' })).toBeVisible();
  await userEvent.keyboard('{Tab}iwj{Escape}');
  await expect.element(page.getByRole('list', { name: 'Shipped views' })).not.toBeInTheDocument();
  expect(screen.address()).toContain('workUnitId=7');
  expect(server.requests.filter(({ path, method }) => method !== 'GET' && !path.endsWith('/presence'))).toEqual([]);
  await userEvent.keyboard('j');
  await expect.element(panel(8)).toBeVisible();
});

test('opening another unit closes the drawer above the current one', async () => {
  const opened = await open('');
  const { server, screen } = opened;
  serveActionHistory(opened);
  screen.goTo(`/${testTenantId}/workunitsv2?workUnitId=7`);
  const saved = Promise.withResolvers<unknown>();
  server.on('PATCH /v1/workunits/7', () => saved.promise);
  await box('Title').fill('Disk is full');
  await panel(7).getByRole('button', { name: 'Save', exact: true }).click();
  await panel(7).getByRole('tab', { name: 'Protocols' }).click();
  await userEvent.keyboard('j');
  await panel(7).getByRole('button', { name: 'Action History' }).click();
  await expect.poll(screen.address).toContain('history=');
  saved.resolve({ ...incident, ...unit(7), title: 'Disk is full', modified: '2026-05-01T11:00:00.000Z' });
  await expect.element(panel(8)).toBeVisible();
  expect(screen.address()).not.toContain('history=');
});

test('a prefetched unit is updated with changes made since', async () => {
  const { server } = await open('?workUnitId=7');
  const asksFor8 = () =>
    server.requests.filter(({ path, query }) => path === '/v1/workunits/panel' && query.get('workUnitId') === '8');
  await expect.poll(() => asksFor8().length).toBe(1);
  const changed = { ...incident, ...unit(8), title: 'Disk 8 was replaced', modified: '2030-01-01T00:00:00.000Z' };
  server.on('GET /v1/workunits', () => ({ value: [changed] }));
  await userEvent.keyboard('j');
  await expect
    .element(panel(8).getByRole('textbox', { name: 'Title', exact: true }))
    .toHaveValue('Disk 8 was replaced');
  await expect.element(panel(8).getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
});

test('another unit is opened only after a confirmation if there are unsaved changes', async () => {
  await open('?workUnitId=7');
  await box('Title').fill('Disk is full');
  await page.getByRole('button', { name: 'Disk 8 is full' }).click();
  await page.getByRole('button', { name: 'No' }).click();
  await expect.element(box('Title')).toHaveValue('Disk is full');
  await page.getByRole('button', { name: 'Disk 8 is full' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect.element(panel(8)).toBeVisible();
});

test('Ctrl+S saves, and a toast confirms it', async () => {
  const { server } = await open('?workUnitId=7');
  await box('Title').fill('Disk is full');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(page.getByText('Work unit #7 saved.')).toBeVisible();
  expect(patches(server)).toEqual([{ title: 'Disk is full' }]);
});

test('Ctrl+Enter sends a note', async () => {
  const { server } = await open('?workUnitId=7');
  server.on('PUT /v1/workunitnotes', () => ({ id: 1 }));
  await box('New note').fill('Looked at it');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByText('Note added successfully!')).toBeVisible();
  expect(server.requests.find(({ path }) => path === '/v1/workunitnotes')?.body).toMatchObject({
    detail: 'Looked at it',
  });
});

test('collapsed details show a summary, and expand after a refused save', async () => {
  const { server } = await open('?workUnitId=7');
  await panel(7).getByRole('button', { name: 'Details' }).click();
  await expect.element(panel(7).getByText('Acknowledged, not assigned')).toBeVisible();
  await expect.element(panel(7).getByRole('combobox', { name: 'State' })).not.toBeInTheDocument();
  server.on('PATCH /v1/workunits/7', () => problem(400, 'Invalid.', { ReferenceUrl: ['No address.'] }));
  await box('Title').fill('Disk is full');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(panel(7).getByText('No address.')).toBeVisible();
  await panel(7).getByRole('button', { name: 'Details' }).click();
  await expect.element(panel(7).getByText('No address.')).not.toBeVisible();
});

test('in a narrow window the panel covers the list', async () => {
  await page.viewport(1024, 768);
  await open('?workUnitId=7');
  await expect.element(panel(7)).toHaveAttribute('aria-modal', 'true');
});
