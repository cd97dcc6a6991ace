import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import type { WorkUnit } from '@cfs/contracts/work-units';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { apiAs, type Api } from '../harness/api.ts';
import { journey } from '../harness/journey.ts';
import { row } from '../pages/data-list.ts';
import { signIn } from '../pages/login-page.ts';
import { box, mails, storeWorkUnit, workUnitPanel } from '../pages/work-unit-panel.ts';

const unitCount = 20;
const pressesPerUnit = 10;
/** More than the number of tab stops before the first row of the list. */
const stopsBeforeTheList = 80;

/** A keyboard that counts presses: a chord such as Ctrl+S counts as one, typing the text of a note as none. */
const countedKeyboard = ({ keyboard }: Page) => {
  let count = 0;
  return {
    count: () => count,
    press: async (...keys: readonly string[]): Promise<void> => {
      for (const key of keys) {
        count += 1;
        await keyboard.press(key);
      }
    },
    type: (text: string) => keyboard.type(text),
  };
};

const isFocused = (element: Locator): Promise<boolean> => element.evaluate((node) => node === document.activeElement);
const hasFocus = (element: Locator): Promise<void> => expect.poll(() => isFocused(element)).toBe(true);

const tabTo = async (page: Page, element: Locator): Promise<void> => {
  for (let stop = 0; stop < stopsBeforeTheList && !(await isFocused(element)); stop += 1)
    await page.keyboard.press('Tab');
  await hasFocus(element);
};

const notesOf = async (api: Api, { workUnitId }: Pick<WorkUnit, 'workUnitId'>): Promise<readonly string[]> => {
  const path = `/v1/workunits/GetWorkUnitHistoryRecords(workUnitId=${workUnitId})`;
  const { value } = (await api.call('GET', path)) as { readonly value: readonly WorkUnitHistoryRecord[] };
  return value.map(({ detail }) => detail ?? '');
};

journey('twenty units are handled by keyboard alone', { timeout: 360_000 }, async ({ visit, product }) => {
  const units: WorkUnit[] = [];
  for (let number = 1; number <= unitCount; number += 1)
    units.push(await storeWorkUnit(product, `Switch ${number} of the hallway`));
  const [first] = units;
  if (!first) throw new Error('No units were stored.');
  const { page } = await visit();
  await signIn(page, 'operator', '/workunitsv2?filter=none&sort=publicWorkUnitId&search=of%20the%20hallway');
  const title = row(page, 'Work units', first.title).getByRole('button', { name: first.title });
  await title.waitFor();
  await tabTo(page, title);
  await page.keyboard.press('Enter');

  const keys = countedKeyboard(page);
  for (const unit of units) {
    const before = keys.count();
    const form = workUnitPanel(page, unit);
    await box(form, 'Title').waitFor();
    await keys.press('i', 's', 'ArrowDown');
    await page.getByRole('option', { name: 'Acknowledged' }).waitFor();
    await keys.press('a', 'Enter');
    await hasFocus(form.getByRole('combobox', { name: 'State' }));
    await keys.press('Control+s', 'n');
    await hasFocus(box(form, 'New note'));
    await keys.type(`Looked at ${unit.title}`);
    await keys.press('Control+Enter');
    if (unit !== units.at(-1)) await keys.press('j');
    expect(keys.count() - before).toBeLessThanOrEqual(pressesPerUnit);
  }
  expect(keys.count()).toBeLessThanOrEqual(pressesPerUnit * unitCount);

  const api = await apiAs(product, 'operator');
  for (const { workUnitId, title: about } of units) {
    const found = async () => {
      const { stateId, assignedTo } = (await api.call('GET', `/v1/workunits/${workUnitId}`)) as WorkUnit;
      return { stateId, assignedTo };
    };
    await expect.poll(found, { message: about }).toEqual({ stateId: 'Acknowledged', assignedTo: mails.operator });
    await expect.poll(() => notesOf(api, { workUnitId })).toContain(`Looked at ${about}`);
  }
});
