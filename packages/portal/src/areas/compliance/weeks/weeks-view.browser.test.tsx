import { addWeeks } from '@cfs/contracts/control-statuses';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityViolations } from '../../../ui/testing/accessibility-violations.ts';
import { fakeServer, problem } from '../../../ui/testing/fake-server.ts';
import { render, testTenantId } from '../../../ui/testing/render.tsx';
import { ComplianceScreen } from '../compliance-screen.tsx';

const setId = '11111111-1111-4111-8111-111111111111';
const last = '2026-11-22';
const controlIdOf = (index: number) => `22222222-2222-4222-8222-${String(index).padStart(12, '0')}`;
/** The statuses of the first control in the newest weeks; all others have no record. */
const newest = '-01234';

const weeksServer = (count: number) => {
  const weeksOf = (query: URLSearchParams) =>
    Array.from({ length: Number(query.get('weeks')) }, (_, at, weeks = Number(query.get('weeks'))) =>
      addWeeks(last, at + 1 - weeks),
    );
  const controls = Array.from({ length: count }, (_, index) => ({
    id: controlIdOf(index),
    name: `AC-${index + 1}`,
    title: `Control ${index + 1}`,
  }));
  return fakeServer({
    'GET /v1/controlsets': () => ({
      value: [{ id: setId, name: 'Baseline', description: null, tenantId: null, modified: '1' }],
    }),
    'GET /v1/controlsets/checklist': () => ({
      controlSetId: setId,
      controls: controls.map((control) => ({ ...control, record: null })),
    }),
    [`GET /v1/controlsets/${setId}/history`]: ({ query }) => ({
      weeks: weeksOf(query),
      controls: controls.map((control, index) => ({
        ...control,
        statuses: (index === 0 ? newest : '').padStart(weeksOf(query).length, '-'),
      })),
    }),
    [`GET /v1/controlsets/${setId}/trend`]: ({ query }) => ({
      controls: 4,
      weeks: weeksOf(query).map((week, at, all) => ({
        week,
        Notset: 0,
        Compliant: at < all.length - 5 ? 0 : at % 4,
        NonCompliant: at < all.length - 5 ? 0 : 1,
        Poam: 0,
        Exempt: 0,
      })),
    }),
  });
};

const open = async (query = '', theme: 'light' | 'dark' = 'light') =>
  render(
    <div style={{ height: '100vh', display: 'flex', flexDirection: 'column' }}>
      <ComplianceScreen />
    </div>,
    {
      at: `/${testTenantId}/compliance?week=${last}&view=weeks${query}`,
      permissions: ['Compliance:view', 'Compliance:edit'],
      theme,
    },
  );
const map = page.getByRole('grid', { name: 'Statuses by week' });
const cellOf = (name: string, text: string) => map.getByRole('gridcell', { name: `${name}, week of ${text}` });

test('loads history and trend of 26 weeks with one call each, and shows a letter for each status', async () => {
  const server = weeksServer(3);
  await open();
  await expect.element(map).toHaveAttribute('aria-colcount', '27');
  for (const [text, letter] of [
    ['22 Nov 2026: Exempt', 'E'],
    ['15 Nov 2026: POA&M', 'P'],
    ['8 Nov 2026: Non-compliant', 'N'],
    ['1 Nov 2026: Compliant', 'C'],
    ['25 Oct 2026: Not set', '–'],
    ['18 Oct 2026: No record', ''],
  ] as const)
    await expect.element(cellOf('AC-1', text)).toHaveTextContent(letter);
  const reads = server.requests.filter(({ path }) => /history|trend/.test(path));
  expect(reads.map(({ query }) => query.toString())).toEqual(
    Array(2).fill(`checkDate=${last}&weeks=26&tenantId=${testTenantId}`),
  );
});

test('shows the trend as a line and as a table', async () => {
  weeksServer(3);
  await open();
  await expect.element(page.getByRole('img', { name: /^Compliant share by week, from 25\.0 % to/ })).toBeVisible();
  await page.getByText('The trend as a table').click();
  const table = page.getByRole('table', { name: 'Compliant share by week' });
  await expect.element(table.getByRole('row').nth(1)).toHaveTextContent('22 Nov 202625.0 %');
  await expect.element(table.getByRole('row').nth(10)).toHaveTextContent('No record');
});

test('shows 52 weeks when they are chosen', async () => {
  weeksServer(3);
  const screen = await open();
  await page.getByLabelText('Weeks', { exact: true }).selectOptions('52');
  await expect.element(map).toHaveAttribute('aria-colcount', '53');
  expect(screen.address()).toContain('weeks=52');
});

test('renders only the visible ones of 1,200 controls, and every cell can be reached by keyboard', async () => {
  weeksServer(1_200);
  await open();
  await expect.element(map).toHaveAttribute('aria-rowcount', '1201');
  expect(document.querySelectorAll('[data-week]').length).toBeLessThan(26 * 90);
  cellOf('AC-1', '22 Nov 2026').element().focus();
  await userEvent.keyboard('{ArrowDown}{ArrowLeft}');
  await expect.element(cellOf('AC-2', '15 Nov 2026')).toHaveFocus();
  await userEvent.keyboard('{Control>}{End}{/Control}');
  await expect.element(cellOf('AC-1200', '22 Nov 2026')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{ArrowRight}{Home}');
  await expect.element(cellOf('AC-1200', '31 May 2026')).toHaveFocus();
  await userEvent.keyboard('{PageUp}{ArrowUp}{End}');
  await expect.element(cellOf('AC-1179', '22 Nov 2026')).toHaveFocus();
  await userEvent.keyboard('{Control>}{Home}{/Control}');
  await expect.element(cellOf('AC-1', '31 May 2026')).toHaveFocus();
  expect(document.querySelectorAll('[data-week][tabindex="0"]')).toHaveLength(1);
});

test('a chosen cell opens the checklist of its week and focuses the control', async () => {
  weeksServer(300);
  const screen = await open();
  await expect.element(cellOf('AC-1', '22 Nov 2026')).toBeInTheDocument();
  cellOf('AC-1', '22 Nov 2026').element().focus();
  await userEvent.keyboard('{Control>}{End}{/Control}{ArrowLeft}{Enter}');
  await expect.element(page.getByText('15 Nov – 21 Nov 2026')).toBeVisible();
  await expect
    .element(page.getByRole('group', { name: 'Status of AC-300' }).getByRole('button', { name: 'Not set' }))
    .toHaveFocus();
  expect(screen.address()).not.toContain('view=');
  await page.getByRole('textbox', { name: 'Search control and title' }).fill('control 300');
  await expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '2');
  await expect.element(page.getByRole('textbox', { name: 'Search control and title' })).toHaveFocus();
});

test('searches controls by name and title', async () => {
  weeksServer(30);
  await open();
  await page.getByRole('textbox', { name: 'Search control and title' }).fill('control 30');
  await expect.element(map).toHaveAttribute('aria-rowcount', '2');
  await page.getByRole('textbox', { name: 'Search control and title' }).fill('nothing like it');
  await expect.element(page.getByText('No control matches "nothing like it"')).toBeVisible();
});

test('shows an error if the trend cannot be loaded', async () => {
  const server = weeksServer(3);
  server.on(`GET /v1/controlsets/${setId}/trend`, () => problem(500, 'It broke.'));
  await open();
  await expect.element(page.getByText('It broke.')).toBeVisible();
});

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  test.each([1440, 1024, 390])('there are no accessibility violations at %i px', async (width) => {
    await page.viewport(width, 900);
    weeksServer(12);
    await open('', theme);
    await expect.element(cellOf('AC-1', '22 Nov 2026')).toBeInTheDocument();
    expect(await accessibilityViolations()).toEqual([]);
  });
});
