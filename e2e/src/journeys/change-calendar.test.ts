import { ruleOperators } from '@cfs/contracts/rule-operators';
import { workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import type { WorkUnit } from '@cfs/contracts/work-units';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { apiAs } from '../harness/api.ts';
import { journey } from '../harness/journey.ts';
import type { Product } from '../harness/product.ts';
import { signIn } from '../pages/login-page.ts';
import { openFromMenu } from '../pages/main-menu.ts';
import { mails, plan, storeWorkUnit, workUnitPanel } from '../pages/work-unit-panel.ts';

/** A change in a year without demo data, in a month per journey; times in Oslo. */
const storeChange = (product: Product, title: string, start: string, finish: string, affectedResources: string) =>
  storeWorkUnit(product, title, {
    ...plan,
    workUnitTypeId: workUnitTypes.ChangeRequest,
    approver1: mails.operator,
    affectedResources,
    plannedStartTime: start,
    plannedFinishTime: finish,
  });

const storeWindow = async (product: Product, name: string, day: string): Promise<void> => {
  const api = await apiAs(product, 'admin');
  const [tenant] = (await api.call('GET', '/api/generallookup/tenants')) as readonly { readonly tenantId: string }[];
  const tenantId = tenant?.tenantId ?? '';
  await api.call('PUT', '/v1/rules', {
    name,
    ruleTypeId: 5,
    tenantId,
    matchLifetime: '00:05:00',
    timeConditions: {
      TimeZoneId: 'America/New_York',
      StartRange: day,
      EndRange: day,
      DailyStartTime: '12:00:00',
      DailyEndTime: '14:00:00',
    },
    conditions: [{ Type: 0, LeftOperand: 20, Operator: ruleOperators.Equals, RightOperand: tenantId }],
  });
};

const bar = (page: Page, { publicWorkUnitId }: WorkUnit): Locator =>
  page.getByRole('button', { name: `#${publicWorkUnitId} ` }).first();
const query = (page: Page): string => new URL(page.url()).search;

describe('the change calendar', () => {
  journey('marks and lists clashes, and opens their units', async ({ visit, product }) => {
    const [from, to] = ['2038-02-09T18:00:00Z', '2038-02-09T20:00:00Z'];
    const disk = await storeChange(product, 'Disk of the calendar', from, to, 'cal-1, cal-2');
    const patch = await storeChange(product, 'Patch of the calendar', '2038-02-09T19:00:00Z', to, 'CAL-1');
    const calm = await storeChange(product, 'Paint of the calendar', from, to, 'wall');
    const { page } = await visit();
    await signIn(page, 'viewer', '/changecalendar?date=2038-02-09');
    await page.getByRole('heading', { name: 'February 2038' }).waitFor();
    await bar(page, disk).waitFor();
    expect(await bar(page, disk).innerText()).toMatch(/Clash$/);
    expect(await bar(page, disk).getAttribute('aria-label')).toContain('clashes with 1 change');
    expect(await bar(page, calm).innerText()).not.toContain('Clash');
    const clashes = page.getByRole('region', { name: '1 clash' });
    await clashes.getByText('cal-1, 9 Feb 20:00 – 21:00').waitFor();
    await clashes.getByRole('button', { name: `#${patch.publicWorkUnitId} ${patch.title}` }).click();
    await workUnitPanel(page, patch).waitFor();
    expect(query(page)).toBe(`?date=2038-02-09&workUnitId=${patch.workUnitId}`);
    await page.goBack();
    await workUnitPanel(page, patch).waitFor({ state: 'hidden' });
    await page.getByRole('heading', { name: 'February 2038' }).waitFor();
  });

  journey('shows maintenance in local time by month, week and day', async ({ visit, product }) => {
    await storeWindow(product, 'Noon in New York', '2038-03-17');
    const change = await storeChange(product, 'Within', '2038-03-17T16:30:00Z', '2038-03-17T17:00:00Z', 'cal-3');
    const { page } = await visit();
    await signIn(page, 'operator');
    await openFromMenu(page, 'Change Calendar');
    await page.getByRole('button', { name: 'Next month' }).waitFor();
    await page.goto(`${new URL(page.url()).pathname}?date=2038-03-17`);
    await page.getByText('Noon in New York').waitFor();
    await page.getByRole('button', { name: 'Week', exact: true }).click();
    await page.getByRole('heading', { name: 'Week 11, 15 to 21 March 2038' }).waitFor();
    await page.getByText('Maintenance: Noon in New York').waitFor();
    await bar(page, change).waitFor();
    await page.getByRole('button', { name: 'Day', exact: true }).click();
    await page.getByRole('heading', { name: 'Wednesday, 17 March 2038' }).waitFor();
    // New York has daylight saving time already, Oslo has not: the difference is five hours.
    await page.getByText('17:00 – 19:00').waitFor();
    await page.getByText('Within maintenance Noon in New York').waitFor();
    await page.getByRole('button', { name: 'Next day' }).click();
    await page.getByText('Nothing is planned on Thursday, 18 March 2038').waitFor();
    await page.goBack();
    await page.getByText('17:00 – 19:00').waitFor();
  });

  journey('is operated by keyboard, and Enter opens a day', async ({ visit, product }) => {
    const many = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((name) =>
      storeChange(product, `Change ${name}`, '2038-05-03T08:00:00Z', '2038-05-03T09:00:00Z', `cal-${name}`),
    );
    const [first] = await Promise.all(many);
    const { page } = await visit();
    await signIn(page, 'operator', '/changecalendar?date=2038-04-30');
    const day = page.getByRole('button', { name: /^Friday, 30 April, / });
    await day.focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('heading', { name: 'May 2038' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => query(page)).toBe('?date=2038-05-03');
    await page.getByRole('button', { name: /^\+\d more on Monday, 3 May$/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Monday, 3 May 2038' }).waitFor();
    expect(query(page)).toBe('?date=2038-05-03&span=day');
    const shown = page.getByRole('region', { name: 'Monday, 3 May' }).getByRole('listitem');
    await expect.poll(() => shown.count()).toBe(many.length);
    await shown.filter({ hasText: 'Change A' }).getByRole('button').press('Enter');
    await workUnitPanel(page, first as WorkUnit).waitFor();
  });

  journey('creates a Change Request on the shown day', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'operator', '/changecalendar?span=day&date=2038-06-15');
    await page.getByRole('button', { name: 'Create Change Request' }).click();
    const form = page.getByRole('dialog', { name: 'Create Work Unit' });
    expect(await form.getByLabel('Planned Start Time').inputValue()).toBe('2038-06-15T00:00');
    await form.getByRole('button', { name: 'Close', exact: true }).click();
    await form.waitFor({ state: 'hidden' });
    expect(query(page)).toBe('?span=day&date=2038-06-15');
  });

  journey('offers no creation without permission', async ({ visit }) => {
    const { page } = await visit({ width: 390, height: 844 });
    await signIn(page, 'viewer', '/changecalendar?date=2038-07-01');
    await page.getByText('Nothing is planned in July 2038').waitFor();
    expect(await page.getByRole('button', { name: 'Create Change Request' }).count()).toBe(0);
  });
});
