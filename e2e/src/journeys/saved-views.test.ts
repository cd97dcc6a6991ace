import { describe, expect } from 'vitest';
import type { Page } from 'playwright-core';
import { journey } from '../harness/journey.ts';
import { search } from '../pages/data-list.ts';
import { signIn } from '../pages/login-page.ts';
import { openFromMenu } from '../pages/main-menu.ts';
import { networkIdle } from '../pages/network-idle.ts';

const button = (page: Page) => page.getByRole('button', { name: /^Saved views/ });
const views = (page: Page) => page.getByRole('dialog', { name: 'Saved views' });

const openViews = async (page: Page): Promise<void> => {
  await button(page).click();
  await views(page).waitFor();
};

const act = async (page: Page, view: string, action: string): Promise<void> => {
  await views(page)
    .getByRole('button', { name: `More for ${view}` })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
};

const save = async (page: Page, name: string): Promise<void> => {
  await openViews(page);
  await views(page).getByRole('button', { name: 'Save current view…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save current view' });
  await dialog.getByLabel('Name').fill(name);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
};

const remove = async (page: Page, name: string): Promise<void> => {
  await openViews(page);
  await act(page, name, 'Delete…');
  await page.getByRole('dialog', { name: 'Delete View' }).getByRole('button', { name: 'Delete' }).click();
  // An earlier toast may still be fading out.
  await page.getByText(`The view ${name} was deleted.`).last().waitFor();
};

describe('saved views', () => {
  journey('restore a list, including as default and in another browser', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'admin', '/locations?size=25');
    await networkIdle(page);
    await search(page, 'oslo');
    await save(page, 'In Oslo');
    await expect.poll(() => button(page).getAttribute('aria-label')).toBe('Saved views: In Oslo');
    await search(page, 'bergen');
    await expect.poll(() => button(page).getAttribute('aria-label')).toBe('Saved views: In Oslo, changed');
    await openViews(page);
    await views(page).getByRole('button', { name: 'In Oslo', exact: true }).click();
    await expect.poll(() => page.url()).toContain('search=oslo');
    await openViews(page);
    const kept = page.waitForResponse((answer) => answer.url().includes('/v1/preferences/default-view'));
    await act(page, 'In Oslo', 'Set as default');
    await views(page).getByText('Default').waitFor();
    expect((await kept).ok()).toBe(true);

    const elsewhere = await visit();
    await signIn(elsewhere.page, 'admin');
    await openFromMenu(elsewhere.page, 'Locations');
    await expect
      .poll(() => elsewhere.page.url())
      .toMatch(/search=oslo&size=25|size=25.*search=oslo|search=oslo.*size=25/);
    await expect.poll(() => button(elsewhere.page).getAttribute('aria-label')).toBe('Saved views: In Oslo');

    await remove(elsewhere.page, 'In Oslo');
    await elsewhere.page.getByRole('button', { name: 'Undo' }).click();
    await views(elsewhere.page).getByRole('button', { name: 'In Oslo Default' }).waitFor();
    await elsewhere.page.keyboard.press('Escape');
    await views(elsewhere.page).waitFor({ state: 'hidden' });
    await remove(elsewhere.page, 'In Oslo');
    await views(elsewhere.page).getByText('No views yet.').waitFor();
    await networkIdle(elsewhere.page);
  });

  journey('are private', async ({ visit }) => {
    const one = await visit();
    await signIn(one.page, 'operator', '/devices?size=25');
    await networkIdle(one.page);
    await save(one.page, 'Mine');
    const other = await visit();
    await signIn(other.page, 'viewer', '/devices');
    await openViews(other.page);
    await views(other.page).getByText('No views yet.').waitFor();
    await remove(one.page, 'Mine');
  });
});
