import { readFile } from 'node:fs/promises';
import { describe, expect } from 'vitest';
import { freshJourney } from '../harness/journey.ts';
import { signIn } from '../pages/login-page.ts';
import type { Page } from 'playwright-core';

const controls = 100;

/** A control set in the simple format. */
const file = (name: string, title = 'Drill') => ({
  name: `${name.toLowerCase()}.json`,
  mimeType: 'application/json',
  buffer: Buffer.from(
    JSON.stringify({
      name,
      controls: Array.from({ length: controls }, (_, index) => ({
        name: `D-${index + 1}`,
        title: `${title} ${index + 1}`,
      })),
    }),
  ),
});

const importFile = async (page: Page, chosen: ReturnType<typeof file>): Promise<void> => {
  await page.getByLabel('File of a control set').setInputFiles(chosen);
};
const choice = (page: Page, control: string, status: string) =>
  page
    .getByRole('group', { name: `Status of ${control}`, exact: true })
    .getByRole('button', { name: status, exact: true });
const chooseSet = async (page: Page, name: string): Promise<void> => {
  await page.getByLabel('Control Set', { exact: true }).selectOption({ label: name });
};
const note = (page: Page, control: string) => page.getByRole('textbox', { name: `Notes of ${control}`, exact: true });

describe('the compliance checklist', () => {
  freshJourney('a hundred controls are recorded by keyboard alone', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'operator', '/compliance');
    await importFile(page, file('Drills'));
    await page.getByText('Drills: 100 added, 0 changed, 0 unchanged, 0 retired.').waitFor();
    await page.getByText('0 of 100 recorded').waitFor();

    let presses = 0;
    const press = async (key: string): Promise<void> => {
      presses += 1;
      await page.keyboard.press(key);
    };
    await page.getByRole('textbox', { name: 'Search control and title' }).focus();
    // Past the name of the first control to its toggle.
    await press('Tab');
    await press('Tab');
    await press('ArrowRight');
    for (let control = 0; control < controls; control += 1) await press('Enter');
    expect(presses).toBe(103);
    await page.getByText('100 of 100 recorded').waitFor();
    await page.reload();
    await page.getByText('100 Compliant').waitFor();
  });

  freshJourney('a week is filled, carried over and exported', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'operator', '/compliance?week=2026-03-01');
    await page.getByText('1 Mar – 7 Mar 2026').waitFor();
    await chooseSet(page, 'Operations baseline');
    await note(page, 'ACC-1').fill('Two accounts, "old"');
    await note(page, 'ACC-2').click();
    await page.getByText('Control note successfully created.').waitFor();
    await choice(page, 'ACC-1', 'Non-compliant').click();
    await page.getByText('Control status sucessfully updated.').waitFor();

    await page.getByRole('button', { name: 'Next week' }).click();
    await page.getByText('8 Mar – 14 Mar 2026').waitFor();
    await page.getByRole('button', { name: 'Carry over last week' }).click();
    await page.getByText('1 status is carried over from last week.').waitFor();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('compliance-2026-03-08.csv');
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toContain(
      'Operations baseline,ACC-1,Leavers lose their access,2026-03-08,Non-compliant,"Two accounts, ""old"""',
    );

    await choice(page, 'ACC-1', 'Non-compliant').click();
    const question = page
      .getByRole('dialog')
      .filter({ hasText: 'Are you sure you want to delete this Control Status?' });
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Control Status successfully deleted.').waitFor();
    await page.getByText('0 of 20 recorded').waitFor();
  });

  freshJourney('of two people at one note nothing is lost', async ({ visit }) => {
    const [mine, theirs] = [await visit(), await visit()];
    for (const { page } of [mine, theirs]) {
      await signIn(page, page === mine.page ? 'operator' : 'admin', '/compliance?week=2026-04-05');
      await page.getByText('5 Apr – 11 Apr 2026').waitFor();
      await chooseSet(page, 'Operations baseline');
    }
    await note(mine.page, 'BCK-1').fill('Mine');
    await note(theirs.page, 'BCK-1').fill('Theirs');
    await note(theirs.page, 'BCK-2').click();
    await theirs.page.getByText('Control note successfully created.').waitFor();
    mine.browserErrors.allow(/409/);
    await note(mine.page, 'BCK-2').click();
    await mine.page.getByText('Control note creation failed.').waitFor();
    await mine.page.getByText('Somebody else changed the note of BCK-1 to "Theirs".').waitFor();
    expect(await note(mine.page, 'BCK-1').inputValue()).toBe('Mine');
    await mine.page.getByRole('button', { name: 'Save mine' }).click();
    await mine.page.getByText('Control note successfully updated.').waitFor();
    await theirs.page.reload();
    await expect.poll(() => note(theirs.page, 'BCK-1').inputValue()).toBe('Mine');
  });
});
