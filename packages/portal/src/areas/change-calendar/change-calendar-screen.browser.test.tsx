import type { ChangeCalendar, MaintenanceWindow, PlannedChange } from '@cfs/contracts/change-calendar';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityViolations } from '../../ui/testing/accessibility-violations.ts';
import { fakeServer, problem } from '../../ui/testing/fake-server.ts';
import { render, testTenantId } from '../../ui/testing/render.tsx';
import { ChangeCalendarScreen } from './change-calendar-screen.tsx';

const change = (workUnitId: number, title: string, start: string, finish: string): PlannedChange => ({
  workUnitId,
  publicWorkUnitId: workUnitId,
  title,
  tenantId: testTenantId,
  tenantName: 'Contoso',
  stateId: 'New',
  severityId: 'Sev2',
  assignedTo: null,
  plannedStartTime: `${start}:00.000Z`,
  plannedFinishTime: `${finish}:00.000Z`,
  plannedOutage: workUnitId === 1,
  affectedResources: ['srv-1'],
  overlaps: [],
  maintenance: [],
});

const clashing = [
  {
    ...change(1, 'Replace the disk', '2026-03-03T18:00', '2026-03-03T20:00'),
    overlaps: [{ workUnitId: 2, resources: ['srv-1'] }],
    maintenance: [{ ruleId: testTenantId, name: 'Patch night', isWhole: true }],
  },
  {
    ...change(2, 'Patch it', '2026-03-03T19:00', '2026-03-03T21:00'),
    overlaps: [{ workUnitId: 1, resources: ['srv-1'] }],
  },
  change(3, 'Move the mail', '2026-03-05T09:00', '2026-03-10T09:00'),
];

const night: MaintenanceWindow = {
  ruleId: testTenantId,
  name: 'Patch night',
  tenantId: testTenantId,
  tenantName: 'Contoso',
  timeZone: 'Europe/Oslo',
  startTime: '2026-03-03T17:00:00.000Z',
  finishTime: '2026-03-04T01:00:00.000Z',
  affectedResources: [],
  isWholeTenant: true,
};

const plan: ChangeCalendar = {
  value: clashing,
  clashPartners: [],
  isComplete: true,
  windows: [night],
  hasAllWindows: true,
};
const route = 'GET /v1/workunits/calendar';

const open = async (query: string, answer: Partial<ChangeCalendar> = {}) => {
  const server = fakeServer({ [route]: () => ({ ...plan, ...answer }) });
  const screen = await render(
    <div style={{ height: '100vh' }}>
      <ChangeCalendarScreen />
    </div>,
    { at: `/${testTenantId}/changecalendar${query}`, permissions: ['WorkUnits:view'] },
  );
  return { screen, server };
};

describe('the change calendar', () => {
  test('requests the complete weeks of its month', async () => {
    const { screen, server } = await open('?date=2026-03-03');
    await expect.element(screen.getByText('3 changes planned')).toBeVisible();
    const asked = server.requests.find(({ path }) => path === '/v1/workunits/calendar');
    expect(asked?.query.get('from')).toBe('2026-02-22T23:00:00.000Z');
    expect(asked?.query.get('to')).toBe('2026-04-05T22:00:00.000Z');
  });

  test('marks clashes by icon and word, and lists them', async () => {
    const { screen } = await open('?date=2026-03-03');
    const bar = screen.getByRole('button', { name: /^#1 Replace the disk, New, Contoso, 3 Mar 19:00 – 21:00/ });
    await expect.element(bar).toHaveTextContent('Clash');
    await expect.element(bar).toHaveAccessibleName(/planned outage, clashes with 1 change, within maintenance/);
    const list = screen.getByRole('region', { name: '1 clash' });
    await expect.element(list).toHaveTextContent('srv-1, 3 Mar 20:00 – 21:00');
    expect(await accessibilityViolations()).toEqual([]);
  });

  test('lists a clash with a change outside the span, with its number and times', async () => {
    const beside = change(9, 'Pull the cables', '2026-03-03T23:30', '2026-03-04T03:00');
    const night = {
      ...change(8, 'Move the racks', '2026-03-03T20:00', '2026-03-04T02:00'),
      overlaps: [{ workUnitId: 9, resources: ['srv-1'] }],
    };
    const { screen } = await open('?span=day&date=2026-03-03', { value: [night], clashPartners: [beside] });
    const list = screen.getByRole('region', { name: '1 clash' });
    await expect.element(list).toHaveTextContent('srv-1, 4 Mar 00:30 – 03:00');
    await expect.element(screen.getByText('Clash with #9 on srv-1')).toBeVisible();
    await expect.element(screen.getByText('1 change planned')).toBeVisible();
    await list.getByRole('button', { name: '#9 Pull the cables' }).click();
    await expect.poll(() => screen.address()).toContain('workUnitId=9');
  });

  test('shows a change of several days once in each week', async () => {
    const { screen } = await open('?date=2026-03-03');
    await expect.element(screen.getByRole('button', { name: /^#3 / }).first()).toBeVisible();
    expect(screen.getByRole('button', { name: /^#3 / }).elements()).toHaveLength(2);
  });

  test('counts the changes that do not fit, and opens their day', async () => {
    const many = Array.from({ length: 40 }, (_, index) =>
      change(100 + index, `Change ${index}`, '2026-03-03T08:00', '2026-03-03T09:00'),
    );
    const { screen } = await open('?date=2026-03-03', { value: many });
    await screen.getByRole('button', { name: /^\+\d+ more on Tuesday, 3 March$/ }).click();
    await expect.element(screen.getByRole('heading', { name: 'Tuesday, 3 March 2026' })).toBeVisible();
    expect(screen.address()).toContain('span=day');
    expect(screen.getByRole('listitem').elements()).toHaveLength(41);
  });

  test('moves by arrow keys into another month', async () => {
    const { screen } = await open('?date=2026-03-31');
    const day = screen.getByRole('button', { name: 'Tuesday, 31 March, 0 changes' });
    await expect.element(day).toBeVisible();
    day.element().focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(screen.getByRole('heading', { name: 'April 2026' })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Wednesday, 1 April, 0 changes' })).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}{PageDown}');
    await expect.element(screen.getByRole('heading', { name: 'April 2026' })).toBeVisible();
    await expect.poll(() => screen.address()).toContain('date=2026-04-25');
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByRole('heading', { name: 'Saturday, 25 April 2026' })).toBeVisible();
  });

  test('shows a week by hours, with its maintenance windows', async () => {
    const { screen } = await open('?span=week&date=2026-03-03');
    await expect.element(screen.getByText('Maintenance: Patch night').first()).toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: /^#2 Patch it, / })).toHaveTextContent('20:00 – 22:00');
    expect(await accessibilityViolations()).toEqual([]);
  });

  test('is a list of days on a phone', async () => {
    await page.viewport(390, 844);
    const { screen } = await open('?date=2026-03-03');
    const day = screen.getByRole('region', { name: 'Tuesday, 3 March' });
    await expect.element(day).toHaveTextContent('18:00 – 4 Mar 02:00');
    await expect.element(day).toHaveTextContent('Clash with #2 on srv-1');
    await expect.element(day).toHaveTextContent('Within maintenance Patch night');
    expect(await accessibilityViolations()).toEqual([]);
  });

  test('shows warnings if not all changes and windows are included', async () => {
    const { screen } = await open('?date=2026-03-03', { isComplete: false, hasAllWindows: false });
    await expect.element(screen.getByText(/^More than 1,000 changes are planned here/)).toBeVisible();
    await expect.element(screen.getByText(/^There are more maintenance windows/)).toBeVisible();
  });

  test('shows that nothing is planned', async () => {
    const { screen } = await open('?date=2026-03-03&span=day', { value: [], windows: [] });
    await expect.element(screen.getByText('Nothing is planned on Tuesday, 3 March 2026')).toBeVisible();
    await expect.element(screen.getByText(/^No change is planned · Times in Europe\/Oslo/)).toBeVisible();
  });

  test('offers a retry after a failure', async () => {
    const { screen, server } = await open('?date=2026-03-03');
    await expect.element(screen.getByText('3 changes planned')).toBeVisible();
    server.on(route, () => problem(400, 'Out of order'));
    screen.goTo(`/${testTenantId}/changecalendar?date=2026-08-03`);
    await expect.element(screen.getByText('Out of order')).toBeVisible();
    server.on(route, () => plan);
    await screen.getByRole('button', { name: 'Try again' }).click();
    await expect.element(screen.getByRole('heading', { name: 'August 2026' })).toBeVisible();
    await expect.element(screen.getByText('3 changes planned')).toBeVisible();
  });

  test('requests the tenants of its filter chips', async () => {
    const { screen, server } = await open(`?date=2026-03-03&filter=tenantId~in~${testTenantId}`);
    await expect.element(screen.getByText('3 changes planned')).toBeVisible();
    const asked = server.requests.find(({ path }) => path === '/v1/workunits/calendar');
    expect(asked?.query.get('tenantIds')).toBe(testTenantId);
  });

  test('navigates to another span and back, and puts the open work unit into the URL', async () => {
    const { screen } = await open('?date=2026-03-03');
    await screen.getByRole('button', { name: 'Next month' }).click();
    await expect.element(screen.getByRole('heading', { name: 'April 2026' })).toBeVisible();
    screen.goBack();
    await expect.element(screen.getByRole('heading', { name: 'March 2026' })).toBeVisible();
    await screen.getByRole('button', { name: /^#1 Replace the disk, / }).click();
    await expect.poll(() => screen.address()).toContain('date=2026-03-03&workUnitId=1');
  });
});
