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
    // Skips the filter of the status and the name of the first control to reach its toggle.
    for (let stop = 0; stop < 3; stop += 1) await press('Tab');
    await press('ArrowRight');
    for (let control = 0; control < controls; control += 1) await press('Enter');
    expect(presses).toBe(104);
    await page.getByText('100 of 100 recorded').waitFor();
    await page.reload();
    await page.getByText('100 Compliant').waitFor();
  });

  freshJourney('a week is filled, carried over and exported', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'operator', '/compliance?week=2024-03-03');
    await page.getByText('3 Mar – 9 Mar 2024').waitFor();
    await chooseSet(page, 'Operations baseline');
    await note(page, 'ACC-1').fill('Two accounts, "old"');
    await note(page, 'ACC-2').click();
    await page.getByText('Control note successfully created.').waitFor();
    await choice(page, 'ACC-1', 'Non-compliant').click();
    await page.getByText('Control status sucessfully updated.').waitFor();

    await page.getByRole('button', { name: 'Next week' }).click();
    await page.getByText('10 Mar – 16 Mar 2024').waitFor();
    await page.getByRole('button', { name: 'Carry over last week' }).click();
    await page.getByText('1 status was carried over from last week.').waitFor();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('compliance-2024-03-10.csv');
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toContain(
      'Operations baseline,ACC-1,Leavers lose their access,2024-03-10,Non-compliant,"Two accounts, ""old"""',
    );

    await choice(page, 'ACC-1', 'Non-compliant').click();
    const question = page
      .getByRole('dialog')
      .filter({ hasText: 'Are you sure you want to delete this Control Status?' });
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Control Status successfully deleted.').waitFor();
    await page.getByText('0 of 20 recorded').waitFor();
  });

  freshJourney('two people who edit one note lose nothing', async ({ visit }) => {
    const [mine, theirs] = [await visit(), await visit()];
    for (const { page } of [mine, theirs]) {
      await signIn(page, page === mine.page ? 'operator' : 'admin', '/compliance?week=2024-04-07');
      await page.getByText('7 Apr – 13 Apr 2024').waitFor();
      await chooseSet(page, 'Operations baseline');
    }
    await note(mine.page, 'BCK-1').fill('Mine');
    await note(theirs.page, 'BCK-1').fill('Theirs');
    await note(theirs.page, 'BCK-2').click();
    await theirs.page.getByText('Control note successfully created.').waitFor();
    mine.browserErrors.allow(/409/);
    await note(mine.page, 'BCK-2').click();
    await mine.page.getByText('Control note creation failed.').waitFor();
    await mine.page.getByText('Another user changed the note of BCK-1 to "Theirs".').waitFor();
    expect(await note(mine.page, 'BCK-1').inputValue()).toBe('Mine');
    await mine.page.getByRole('button', { name: 'Save mine' }).click();
    await mine.page.getByText('Control note successfully updated.').waitFor();
    await theirs.page.reload();
    await expect.poll(() => note(theirs.page, 'BCK-1').inputValue()).toBe('Mine');
  });

  freshJourney('evidence is attached by keyboard and stays with its week', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'operator', '/compliance?week=2024-05-05');
    await page.getByText('5 May – 11 May 2024').waitFor();
    await chooseSet(page, 'Operations baseline');
    await choice(page, 'ACC-1', 'Compliant').click();
    await page.getByText('Control status sucessfully created.').waitFor();
    await note(page, 'ACC-1').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog');
    await expect
      .poll(() => panel.getByLabel('Attach a link').evaluate((field) => field === document.activeElement))
      .toBe(true);
    await page.keyboard.type('https://example.com/policy');
    await page.keyboard.press('Enter');
    await panel.getByRole('link', { name: 'https://example.com/policy' }).waitFor();

    await panel.getByLabel('Files of the evidence').setInputFiles({
      name: 'review.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('All accounts reviewed'),
    });
    const downloading = page.waitForEvent('download');
    await panel.getByRole('button', { name: 'review.txt', exact: true }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('review.txt');
    expect(await readFile(await download.path(), 'utf8')).toBe('All accounts reviewed');

    await panel.getByLabel('Attach a rule').fill('a');
    const rule = page.getByRole('option').first();
    const ruleName = (await rule.textContent()) ?? '';
    await rule.click();
    await panel.getByRole('link', { name: ruleName, exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Evidence of ACC-1: 3' }).waitFor();

    await page.getByRole('button', { name: 'Next week' }).click();
    await page.getByText('12 May – 18 May 2024').waitFor();
    await page.getByRole('button', { name: 'Carry over last week' }).click();
    await page.getByText('1 status was carried over from last week.').waitFor();
    await page.getByRole('button', { name: 'Evidence of ACC-1: none' }).click();
    await panel.getByRole('button', { name: 'https://example.com/policy' }).click();
    await panel.getByRole('link', { name: 'https://example.com/policy' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Evidence of ACC-1: 1' }).waitFor();
  });

  freshJourney('past weeks are opened and exported as OSCAL, and the set is retired', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'admin', '/compliance?week=2024-06-02');
    await importFile(page, file('Retired drills'));
    await page.getByText('Retired drills: 100 added, 0 changed, 0 unchanged, 0 retired.').waitFor();
    await choice(page, 'D-1', 'POA&M').click();
    await page.getByText('Control status sucessfully created.').waitFor();

    await page.getByRole('tab', { name: 'Weeks' }).click();
    const cell = page.getByRole('gridcell', { name: 'D-1, week of 2 Jun 2024: POA&M' });
    expect(await cell.textContent()).toBe('P');
    await cell.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await page.getByText('26 May – 1 Jun 2024').waitFor();
    await expect
      .poll(() => choice(page, 'D-2', 'Not set').evaluate((button) => button === document.activeElement))
      .toBe(true);

    await page.getByRole('button', { name: 'Next week' }).click();
    await page.getByText('1 of 100 recorded').waitFor();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export OSCAL' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('assessment-results-2024-06-02.json');
    const document = JSON.parse(await readFile(await download.path(), 'utf8')) as Record<string, unknown>;
    expect(document).toHaveProperty('assessment-results.metadata.oscal-version');

    await page.getByRole('button', { name: 'Retire Retired drills' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retire' }).click();
    await page.getByText('Retired drills was retired.').waitFor();
    await expect
      .poll(() => page.getByLabel('Control Set', { exact: true }).textContent())
      .not.toContain('Retired drills');
  });
});
