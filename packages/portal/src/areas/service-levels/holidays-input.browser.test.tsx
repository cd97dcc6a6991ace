import type { BusinessCalendar, Holiday } from '@cfs/contracts/service-levels';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useOpenRow } from '../../ui/drawers/use-open-row.ts';
import { fakeServer } from '../../ui/testing/fake-server.ts';
import { render, testTenantId } from '../../ui/testing/render.tsx';
import { CalendarPanel } from './calendar-panel.tsx';

const calendar: BusinessCalendar = {
  businessCalendarId: 'c0000000-0000-4000-8000-000000000001',
  tenantId: testTenantId,
  name: 'Office',
  timeZone: 'Europe/Oslo',
  isAlwaysOpen: false,
  hours: [{ day: 1, from: '08:00', until: '17:00' }],
  holidays: [],
  modified: '2026-05-01T10:00:00.000Z',
};

const Panel = () => <CalendarPanel drawer={useOpenRow('open', true)} />;
const text = page.getByRole('textbox', { name: 'Holidays' });
const button = (name: string) => page.getByRole('button', { name, exact: true });

const open = async (holidays: readonly Holiday[]) => {
  const address = `/v1/businesscalendars/${calendar.businessCalendarId}`;
  const server = fakeServer({
    [`GET ${address}`]: () => ({ ...calendar, holidays }),
    [`POST ${address}`]: ({ body }) => ({ ...calendar, ...(body as Partial<BusinessCalendar>) }),
    'GET /api/generalLookup/timezones': () => [{ id: 'Europe/Oslo', name: 'Oslo' }],
    'GET /api/generallookup/tenants': () => [],
  });
  await render(<Panel />, {
    at: `/${testTenantId}/service-levels?open=${calendar.businessCalendarId}`,
    permissions: ['WorkUnits.ServiceLevels:view', 'WorkUnits.ServiceLevels:edit'],
  });
  await expect.element(text, { timeout: 20_000 }).toBeVisible();
  return server;
};

test('text typed while a file is read is kept, and not counted as imported', async () => {
  const server = await open([{ date: '2026-05-01', name: 'Labour Day', isYearly: false }]);
  const answer = Promise.withResolvers<unknown>();
  server.on('POST /v1/businesscalendars/readholidays', () => answer.promise);
  const file = new File(['BEGIN:VCALENDAR'], 'holidays.ics', { type: 'text/calendar' });
  await userEvent.upload(page.getByLabelText('File of holidays'), file);
  await expect.element(button('Reading...')).toBeVisible();
  await text.fill('2026-05-01 Labour Day\n2026-06-15 Works outing');
  answer.resolve({ holidays: [{ date: '2026-12-25', name: 'Christmas', isYearly: true }], skipped: 0 });
  await expect.element(page.getByText('1 holidays added. Save the calendar to keep them.')).toBeVisible();
  await expect.element(text).toHaveValue('2026-05-01 Labour Day\n2026-06-15 Works outing\n2026-12-25 yearly Christmas');
});

test('a name that begins with the word yearly is unchanged when another line is typed', async () => {
  const stocktaking = { date: '2026-05-02', name: 'Yearly stocktaking', isYearly: false };
  const server = await open([stocktaking]);
  await expect.element(text).toHaveValue('2026-05-02 "Yearly stocktaking"');
  await text.fill('2026-05-02 "Yearly stocktaking"\n2026-06-15 Works outing');
  await button('Save').click();
  const saved = () => server.requests.find(({ method }) => method === 'POST')?.body;
  await expect.poll(saved).toMatchObject({
    holidays: [stocktaking, { date: '2026-06-15', name: 'Works outing', isYearly: false }],
  });
});
