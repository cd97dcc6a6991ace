import { describe, expect } from 'vitest';
import { journey } from '../harness/journey.ts';
import { cellsOf, search } from '../pages/data-list.ts';
import { choose, panel, toast } from '../pages/fields.ts';
import { signIn } from '../pages/login-page.ts';

const screen = 'Work Unit Communications';

describe('communications', () => {
  journey('a communication lives from its first report to its root cause', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'admin', '/workunitcommunications');
    await page.getByRole('button', { name: 'Create' }).click();
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
    await choose(editing, 'Status', 'Closed - Resolved');
    expect(await editing.getByLabel('Next Update', { exact: true }).isDisabled()).toBe(true);
    await editing.getByLabel('Root Cause').fill('A faulty update of the controllers');
    await editing.getByRole('button', { name: 'Save & Close' }).click();
    await editing.waitFor({ state: 'hidden' });
    await search(page, 'doors OPEN');
    await expect.poll(() => cellsOf(page, screen, 'Status')).toEqual(['Closed - Resolved']);

    await page.getByRole('button', { name: 'Internal Report: Badge readers are offline' }).click();
    const internal = panel(page, 'Internal Report');
    await internal.getByText('Suspect the last update').waitFor();
    const inside = await internal.innerText();
    await internal.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'External Report: Badge readers are offline' }).click();
    const external = panel(page, 'External Report');
    await external.getByText('Guards stand at the doors').waitFor();
    const outside = await external.innerText();
    for (const text of ['Doors open by key alone', 'A faulty update of the controllers', 'Guards stand at the doors']) {
      expect(inside).toContain(text);
      expect(outside).toContain(text);
    }
    for (const text of ['Bridge 4711', 'Suspect the last update', 'Service Manager']) {
      expect(inside).toContain(text);
      expect(outside).not.toContain(text);
    }
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      external.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^external-report-\d+\.csv$/);
    await external.getByRole('button', { name: 'Close' }).click();

    await page.getByRole('button', { name: 'Notify Internal: Badge readers are offline' }).click();
    await toast(
      page,
      /^Internal Notification (?:sent\.|failed\. The tenant has no internal notification address\.)/,
    ).waitFor();
  });
});
