import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { journey } from '../harness/journey.ts';
import { cellsOf, list, search } from '../pages/data-list.ts';
import { signIn } from '../pages/login-page.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const exported = async (page: Page, name: 'Export Page' | 'Export All'): Promise<Download> => {
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, name).click()]);
  await button(page, name).waitFor();
  return download;
};

const linesOf = async (download: Download): Promise<string[]> =>
  (await readFile(await download.path(), 'utf8'))
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .slice(0, -1);

/** Headings of exports by the column header, for columns whose export shows another value. */
const exportedHeadings: Readonly<Record<string, string>> = {
  Age: 'Last Reading',
  'Time Left': 'Due',
  'Out of Service or Silenced': 'Out of Service',
};

const exportCalls = /\/v1\/locations\/Export\(\)/;

describe('exports', () => {
  journey('a page is exported as shown in the list', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'admin', '/locations?size=10&sort=-name');
    await list(page, 'Locations').getByRole('row').nth(1).waitFor();
    const download = await exported(page, 'Export Page');
    expect(download.suggestedFilename()).toBe('locations.csv');
    const [headings, ...rows] = await linesOf(download);
    expect(headings?.split(',').slice(0, 3)).toEqual(['Name', 'City', 'State']);
    const names = await cellsOf(page, 'Locations', 'Name');
    expect(rows.map((row) => row.split(',')[0])).toEqual(names);
  });

  journey('all rows follow the search of the list', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'admin', '/locations');
    await list(page, 'Locations').getByRole('row').nth(1).waitFor();
    const [name = ''] = await cellsOf(page, 'Locations', 'Name');
    const all = await linesOf(await exported(page, 'Export All'));
    await search(page, name);
    await expect.poll(async () => new Set(await cellsOf(page, 'Locations', 'Name'))).toEqual(new Set([name]));
    const names = await cellsOf(page, 'Locations', 'Name');
    const [, ...found] = await linesOf(await exported(page, 'Export All'));
    expect(found.map((row) => row.split(',')[0])).toEqual(names);
    expect(all.length).toBeGreaterThan(found.length + 1);
  });

  journey.for([
    ['/workunitsv2', 'workunits.csv'],
    ['/devices', 'devices.csv'],
    ['/rules', 'rules.csv'],
    ['/tenants', 'tenants.csv'],
    ['/tokens', 'tokens.csv'],
    ['/pendingdevices', 'pendingdevices.csv'],
    ['/metricsources', 'metricsources.csv'],
  ] as const)('the list at %s is saved as %s', async ([screen, fileName], { visit }) => {
    const { page } = await visit();
    await signIn(page, 'admin', screen);
    const download = await exported(page, 'Export All');
    expect(download.suggestedFilename()).toBe(fileName);
    await button(page, 'List options').click();
    const columns = page.getByRole('group', { name: 'Columns' });
    await columns.waitFor();
    const names = await columns.locator('label').allTextContents();
    const [first = ''] = await linesOf(download);
    expect(first.split(',')).toEqual(names.map((name) => exportedHeadings[name] ?? name));
  });

  journey('an export is cancelled while it runs', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'admin', '/locations');
    await page.route(exportCalls, () => undefined);
    await button(page, 'Export All').click();
    expect(await button(page, 'Exporting...').isDisabled()).toBe(true);
    expect(await button(page, 'Export Page').isEnabled()).toBe(true);
    await button(page, 'Cancel Export All').click();
    await button(page, 'Export All').waitFor();
  });

  journey('a failure is shown on the button until the next attempt', async ({ visit }) => {
    const { page, browserErrors } = await visit();
    browserErrors.allow(/The export of locations\.csv failed|locations\/Export|ERR_FAILED/);
    await signIn(page, 'admin', '/locations');
    await page.route(exportCalls, (route) => route.abort());
    await button(page, 'Export All').click();
    await button(page, 'Export All failed').waitFor();
    await page.unroute(exportCalls);
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Export All failed').click()]);
    expect((await linesOf(download)).length).toBeGreaterThan(1);
    await button(page, 'Export All').waitFor();
  });
});
