import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { journey } from '../harness/journey.ts';
import { cellsOf, search } from '../pages/data-list.ts';
import { choose, panel, toast } from '../pages/fields.ts';
import { signIn } from '../pages/login-page.ts';

const screen = 'Work Unit Communications';

/**
 * Opens a report of the communication. Returns its content on the screen, printed at a width of 180 mm, and as a file.
 */
const readReport = async (page: Page, title: 'External Report' | 'Internal Report') => {
  await page.getByRole('button', { name: `${title}: Badge readers are offline` }).click();
  const report = panel(page, title);
  await report.getByText('Guards stand at the doors').waitFor();
  const shown = await report.innerText();
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 680, height: 960 });
  for (const button of await report.getByRole('button', { includeHidden: true }).all())
    expect(await button.isVisible()).toBe(false);
  expect(await page.locator('#root').isVisible()).toBe(false);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(680);
  const printed = await report.innerText();
  await page.emulateMedia({ media: null });
  await page.setViewportSize({ width: 1440, height: 900 });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    report.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  const file = await readFile(await download.path(), 'utf8');
  await report.getByRole('button', { name: 'Close' }).click();
  return { fileName: download.suggestedFilename(), file, forms: [shown, printed, file] };
};

/** The lines about the communication itself in a report's file, without the header and the steps. */
const fieldsOf = (file: string): string[] => (file.split('\r\n\r\n')[0] ?? '').split('\r\n').slice(1);

describe('communications', () => {
  journey('a communication is updated from its first report to its root cause', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'admin', '/workunitcommunications');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const creation = panel(page, 'Create Work Unit Communication');
    await creation.getByLabel('Title').fill('Badge readers are offline');
    await creation.getByLabel('Service Manager').fill('operator');
    await page
      .getByRole('option', { name: /operator/i })
      .first()
      .click();
    await creation.getByLabel('Current Impact').fill('Doors open by key alone');
    await creation.getByLabel('Internal Bridge').fill('Bridge 4711');
    await creation.getByRole('button', { name: 'Save', exact: true }).click();

    const editing = panel(page, /^WUCOMM #\d+: Badge readers are offline$/);
    await editing.getByRole('tab', { name: 'Activities' }).click();
    for (const [details, isFacing] of [
      ['Guards stand at the doors', true],
      ['Suspect the last update', false],
    ] as const) {
      await editing.getByRole('button', { name: 'Add Activity' }).click();
      const adding = panel(page, 'Add Activity');
      await adding.getByLabel('Details').fill(details);
      if (isFacing) await adding.getByLabel('Customer-facing').check();
      await adding.getByRole('button', { name: 'Save & Close' }).click();
      await adding.waitFor({ state: 'hidden' });
      await editing.getByText(details).waitFor();
    }
    await editing.getByRole('tab', { name: 'Work Units' }).click();
    await editing.getByLabel('Link a work unit').fill('1');
    await page.getByRole('option').first().click();
    await editing.getByRole('table', { name: 'Work Units' }).waitFor();
    await editing.getByRole('button', { name: /^Remove #/ }).click();
    await page.getByRole('dialog', { name: 'Remove Work Unit' }).getByRole('button', { name: 'Remove' }).click();
    await editing.getByText('No work units linked.').waitFor();

    await editing.getByRole('tab', { name: 'Communication' }).click();
    for (const status of ['Open - Confirmed Impact', 'Open - Service Restored']) {
      await choose(editing, 'Status', status);
      await editing.getByLabel('Next Update', { exact: true }).fill('2090-01-01T10:00');
      const saving = editing.getByRole('button', { name: 'Save', exact: true });
      await saving.click();
      await expect.poll(() => saving.isDisabled()).toBe(true);
    }
    await editing.getByRole('tab', { name: 'Activities' }).click();
    await editing.getByRole('button', { name: 'Edit Guards stand at the doors' }).click();
    const step = panel(page, 'Edit Activity');
    await step.getByLabel('Complete: a past step').check();
    await step.getByRole('button', { name: 'Save & Close' }).click();
    await editing.getByRole('row', { name: /Past step.*Guards stand at the doors/ }).waitFor();

    await editing.getByRole('tab', { name: 'Communication' }).click();
    await choose(editing, 'Status', 'Closed - Resolved');
    const nextUpdate = editing.getByLabel('Next Update', { exact: true });
    expect([await nextUpdate.isDisabled(), await nextUpdate.inputValue()]).toEqual([true, '']);
    await editing.getByRole('button', { name: 'Save & Close' }).click();
    await editing.locator('[name="rootCause"][aria-invalid="true"]').waitFor();
    await editing.getByLabel('Root Cause').fill('A faulty update of the controllers');
    await editing.getByRole('button', { name: 'Save & Close' }).click();
    await editing.waitFor({ state: 'hidden' });
    await search(page, 'doors OPEN');
    await expect.poll(() => cellsOf(page, screen, 'Status')).toEqual(['Closed - Resolved']);

    const internal = await readReport(page, 'Internal Report');
    const external = await readReport(page, 'External Report');
    expect(internal.fileName).toMatch(/^internal-report-\d+\.csv$/);
    expect(external.fileName).toBe(internal.fileName.replace('internal', 'external'));
    for (const text of [
      'Badge readers are offline',
      'Closed - Resolved',
      'Doors open by key alone',
      'A faulty update of the controllers',
      'Past step',
      'Guards stand at the doors',
    ])
      for (const form of [...internal.forms, ...external.forms]) expect(form).toContain(text);
    for (const text of ['Bridge 4711', 'Next step', 'Suspect the last update', 'Service Manager', 'Created By']) {
      for (const form of internal.forms) expect(form).toContain(text);
      for (const form of external.forms) expect(form).not.toContain(text);
    }
    // The external report contains the same values as the internal one.
    expect(fieldsOf(internal.file)).toEqual(expect.arrayContaining(fieldsOf(external.file)));

    await page.getByRole('button', { name: 'Notify Internal: Badge readers are offline' }).click();
    await toast(
      page,
      /^Internal Notification (?:sent\.|failed\. The tenant has no internal notification address\.)/,
    ).waitFor();
  });

  journey('the legacy page has a separate filter for each field', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'viewer', '/workunitcommunications');
    await page.getByRole('link', { name: 'Return to the old experience' }).click();
    const filters = page.getByRole('form', { name: 'Filters' });
    const event = 'Slow connections to the data centre';
    await expect.poll(() => cellsOf(page, screen, 'Title')).toContain(event);
    await choose(filters, 'Status', 'Closed - Cancelled');
    await filters.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => cellsOf(page, screen, 'Title')).toEqual([]);
    await choose(filters, 'Status', 'Open - Confirmed Impact');
    await choose(filters, 'Tenant', 'Contoso Operations');
    await filters.getByLabel('Created Start').fill('2022-01-01T00:00');
    await filters.getByLabel('Next Update End').fill('2090-01-01T00:00');
    await filters.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => cellsOf(page, screen, 'Title')).toEqual([event]);
    await page.goBack();
    await expect.poll(() => cellsOf(page, screen, 'Title')).toEqual([]);
    await page.getByRole('link', { name: 'Go to the new experience' }).click();
    await expect.poll(() => cellsOf(page, screen, 'Title')).toContain(event);
  });
});
