import type { WorkUnit } from '@cfs/contracts/work-units';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { accessibilityViolations } from '../harness/accessibility-violations.ts';
import { journey } from '../harness/journey.ts';
import type { Product } from '../harness/product.ts';
import { cellsOf, row } from '../pages/data-list.ts';
import { choose, panel, toast } from '../pages/fields.ts';
import { signIn } from '../pages/login-page.ts';
import { box, save, storeWorkUnit, workUnitPanel } from '../pages/work-unit-panel.ts';

const name = 'Work units';

const storeWorkUnits = async (product: Product, titles: readonly string[]): Promise<readonly WorkUnit[]> => {
  const units: WorkUnit[] = [];
  for (const title of titles) units.push(await storeWorkUnit(product, title));
  return units;
};

/** Opens the list of the units whose title contains the words, oldest first. */
const listOf = (words: string): string =>
  `/workunitsv2?filter=none&sort=publicWorkUnitId&search=${encodeURIComponent(words)}`;

const boxOf = (page: Page, { title }: WorkUnit): Locator => row(page, name, title).getByRole('checkbox');
const selection = (page: Page): Locator => page.getByRole('group', { name: 'Selection' });
const editing = (page: Page): Locator => panel(page, /^Edit \d+ work units?$/);
const severities = (page: Page): Promise<string[]> => cellsOf(page, name, 'Severity');

/** Opens the bulk edit panel. */
const edit = async (page: Page): Promise<Locator> => {
  await selection(page).getByRole('button', { name: 'Edit' }).click();
  await editing(page).waitFor();
  return editing(page);
};

const apply = (form: Locator): Promise<void> => form.getByRole('button', { name: /^Apply to/ }).click();

describe('several work units', () => {
  journey('are bulk edited, and restored by Undo', async ({ visit, product }) => {
    const units = await storeWorkUnits(product, [
      'Fan one of the rack',
      'Fan two of the rack',
      'Fan three of the rack',
    ]);
    const [one, , three] = units;
    if (!one || !three) throw new Error('No units were stored.');
    const { page } = await visit();
    await signIn(page, 'operator', listOf('of the rack'));
    await boxOf(page, one).click();
    await boxOf(page, three).click({ modifiers: ['Shift'] });
    await selection(page).getByText('3 selected').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    const form = await edit(page);
    await choose(form, 'Severity', 'Sev0');
    await choose(form, 'State', 'Acknowledged');
    await apply(form);
    await toast(page, '3 work units changed.').waitFor();
    await expect.poll(() => severities(page)).toEqual(['Sev0', 'Sev0', 'Sev0']);
    expect(await cellsOf(page, name, 'State')).toEqual(['Acknowledged', 'Acknowledged', 'Acknowledged']);
    expect(await selection(page).getByRole('button').count()).toBe(0);

    await toast(page, '3 work units changed.').getByRole('button', { name: 'Undo' }).click();
    await toast(page, '3 work units restored.').waitFor();
    await expect.poll(() => severities(page)).toEqual(['Sev2', 'Sev2', 'Sev2']);
    expect(await cellsOf(page, name, 'State')).toEqual(['New(ack)', 'New(ack)', 'New(ack)']);
  });

  journey('that were changed concurrently are skipped and listed', async ({ visit, product }) => {
    const units = await storeWorkUnits(product, [
      'Pump one of the hall',
      'Pump two of the hall',
      'Pump three of the hall',
    ]);
    const [, two, three] = units;
    if (!two || !three) throw new Error('No units were stored.');
    const [first, second] = [await visit(), await visit()];
    const { page } = first;
    await signIn(page, 'operator', listOf('of the hall'));
    for (const unit of units) await boxOf(page, unit).click();
    const form = await edit(page);
    await choose(form, 'Severity', 'Sev1');

    await signIn(second.page, 'admin', listOf('of the hall'));
    const giveSeverity = async (unit: WorkUnit, before: string, severity: string): Promise<void> => {
      await row(second.page, name, unit.title).getByRole('button', { name: unit.title }).click();
      const other = workUnitPanel(second.page, unit);
      await box(other, 'Title').waitFor();
      // A prefetched unit is shown before its current version has loaded.
      await expect.poll(() => other.getByRole('combobox', { name: 'Severity' }).innerText()).toBe(before);
      await choose(other, 'Severity', severity);
      await save(other);
      await other.getByRole('button', { name: 'Close', exact: true }).click();
      await other.waitFor({ state: 'hidden' });
    };
    await giveSeverity(two, 'Sev2', 'Sev4');

    await apply(form);
    const refused = form.getByRole('table', { name: 'Not changed' });
    await refused
      .getByRole('row')
      .filter({ hasText: `#${two.publicWorkUnitId}` })
      .waitFor();
    expect(await refused.getByRole('row').nth(1).innerText()).toContain('Another user has changed it.');
    expect(await accessibilityViolations(page)).toEqual([]);
    await form.getByRole('button', { name: 'Close', exact: true }).last().click();
    // Hovering keeps the toast open until its button is needed.
    const undo = toast(page, '2 work units changed.').getByRole('button', { name: 'Undo' });
    await undo.hover();
    await selection(page).getByText('1 selected').waitFor();
    expect(await boxOf(page, two).isChecked()).toBe(true);
    await expect.poll(() => severities(page)).toEqual(['Sev1', 'Sev4', 'Sev1']);

    await giveSeverity(three, 'Sev1', 'Sev3');
    await undo.click();
    await toast(page, `#${three.publicWorkUnitId} ${three.title}: Another user has changed it.`).waitFor();
    await expect.poll(() => severities(page)).toEqual(['Sev2', 'Sev4', 'Sev3']);
  });

  journey('are selected, edited and restored by keyboard only', async ({ visit, product }) => {
    const units = await storeWorkUnits(product, ['Valve one of the line', 'Valve two of the line']);
    const [one] = units;
    if (!one) throw new Error('No units were stored.');
    const { page } = await visit();
    await signIn(page, 'operator', listOf('of the line'));
    await boxOf(page, one).focus();
    for (const key of ['Space', 'ArrowDown', 'Space']) await page.keyboard.press(key);
    await selection(page).getByText('2 selected').waitFor();
    await selection(page).getByRole('button', { name: 'Edit' }).focus();
    await page.keyboard.press('Enter');
    const severity = editing(page).getByRole('combobox', { name: 'Severity' });
    await severity.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'Sev3' }).focus();
    await page.keyboard.press('Enter');
    await editing(page)
      .getByRole('button', { name: /^Apply to/ })
      .focus();
    await page.keyboard.press('Enter');
    const done = toast(page, '2 work units changed.');
    await done.waitFor();
    await page.keyboard.press('Tab');
    await expect
      .poll(() => done.getByRole('button', { name: 'Undo' }).evaluate((button) => button === document.activeElement))
      .toBe(true);
    await page.keyboard.press('Enter');
    await toast(page, '2 work units restored.').waitFor();
    await expect.poll(() => severities(page)).toEqual(['Sev2', 'Sev2']);
  });
});
