import type { PacketChart } from '@cfs/contracts/packet-charts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityViolations } from '../../ui/testing/accessibility-violations.ts';
import { fakeServer } from '../../ui/testing/fake-server.ts';
import { render, testTenantId, type RenderOptions } from '../../ui/testing/render.tsx';
import { EntityHistory } from './entity-history.tsx';

const entityId = '10000000-0000-4000-8000-000000000001';
const start = Date.parse('2026-06-01T10:00:00.000Z');
const at = (minutes: number): string => new Date(start + minutes * 60_000).toISOString();

const point = (minutes: number, average: number, isAfterGap = false) => ({
  ...{ from: at(minutes), to: at(minutes), minimum: average, maximum: average, average, count: 1, isAfterGap },
});
const chart: PacketChart = {
  from: at(0),
  to: at(60),
  resolution: 'Packets',
  bucketMilliseconds: 5_000,
  points: [point(5, 10), point(10, 20), point(40, 95, true), point(45, 30)],
  states: [{ from: at(20), to: at(30), value: 'error', changes: 1 }],
};

const show = async (answer: PacketChart = chart, options: RenderOptions = {}) => {
  const server = fakeServer({
    [`GET /v1/blocks/${entityId}/history`]: () => ({
      totalCount: 2,
      historyItems: [
        { receivedTimestamp: at(45), timestamp: at(45), value: '30' },
        { receivedTimestamp: at(40), timestamp: at(40), value: null },
      ],
    }),
    [`GET /v1/blocks/${entityId}/chart`]: () => answer,
    'GET /v1/rulematches': () => ({
      value: [
        { ruleMatchId: 'm1', firstMatch: at(40), expires: at(50), ended: at(50), rule: { name: 'Too hot' } },
        { ruleMatchId: 'm2', firstMatch: at(45), expires: at(99), ended: null, rule: { name: 'Too hot' } },
      ],
    }),
    [`GET /v1/rules/GetThresholds(entityId=${entityId})`]: () => ({
      value: [
        { ruleId: entityId, ruleName: 'Too hot', operator: 3, value: 90 },
        { ruleId: entityId, ruleName: 'Far away', operator: 3, value: 1e6 },
      ],
    }),
  });
  const screen = await render(<EntityHistory entityId={entityId} label="Temperature" unit="°C" />, options);
  await expect.element(page.getByRole('img', { name: /^Temperature: / })).toBeVisible();
  return { server, screen };
};
const drawn = (selector: string): number => document.querySelectorAll(selector).length;

test('draws numbers as a line that is interrupted at gaps, and texts as bands', async () => {
  await show();
  await expect
    .element(page.getByRole('img'))
    .toHaveAccessibleName('Temperature: 4 readings, 10 to 95 °C, average 38.75 °C; 1 gap; 0 changes of state');
  expect([drawn('.chart-line'), drawn('[data-gap]'), drawn('[data-lane="error"] rect')]).toEqual([2, 1, 1]);
});

test('marks where matches opened and closed, and shows the thresholds of rules', async () => {
  await show();
  await expect.poll(() => drawn('[data-mark="opened"]')).toBe(2);
  expect(drawn('[data-mark="closed"]')).toBe(1);
  await expect.element(page.getByText('Too hot: > 90')).toBeInTheDocument();
  expect(drawn('[data-threshold]')).toBe(1);
  await expect.element(page.getByText(/2 matches opened/)).toBeVisible();
});

test('keeps the range in the URL, and rejects a custom range that ends before it starts', async () => {
  const { server, screen } = await show();
  await userEvent.click(page.getByRole('button', { name: '30 d' }));
  await expect.poll(() => screen.address()).toContain('range=30d');
  const span = (): number => {
    const query = server.requests.findLast(({ path }) => path.endsWith('/chart'))?.query;
    return Date.parse(query?.get('to') ?? '') - Date.parse(query?.get('from') ?? '');
  };
  await expect.poll(span).toBe(30 * 86_400_000);
  await userEvent.click(page.getByRole('button', { name: 'Custom' }));
  await page.getByLabelText('From', { exact: true }).fill('2026-05-01T00:00');
  await page.getByLabelText('To', { exact: true }).fill('2026-05-03T00:00');
  await userEvent.click(page.getByRole('button', { name: 'Show' }));
  await expect.poll(span).toBe(2 * 86_400_000);
  await page.getByLabelText('To', { exact: true }).fill('2026-04-03T00:00');
  await expect.element(page.getByRole('alert')).toHaveTextContent('Choose a start before the end');
  await expect.element(page.getByRole('button', { name: 'Show' })).toBeDisabled();
});

test('shows an empty state for a range without readings', async () => {
  fakeServer({
    [`GET /v1/blocks/${entityId}/history`]: () => ({
      totalCount: 1,
      historyItems: [{ receivedTimestamp: at(0), timestamp: at(0), value: '1' }],
    }),
    [`GET /v1/blocks/${entityId}/chart`]: () => ({ ...chart, points: [], states: [] }),
  });
  await render(<EntityHistory entityId={entityId} label="Temperature" />);
  await expect.element(page.getByText('No readings in this range.')).toBeVisible();
  await expect.element(page.getByRole('table', { name: 'History' })).toBeVisible();
});

for (const theme of ['light', 'dark'] as const)
  test(`the history is accessible in the ${theme} theme`, async () => {
    await show(chart, { theme, at: `/${testTenantId}/blocks?range=7d` });
    expect(await accessibilityViolations()).toEqual([]);
  });
