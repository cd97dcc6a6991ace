import { describe, expect } from 'vitest';
import { journey } from '../harness/journey.ts';
import { cellsOf } from '../pages/data-list.ts';
import { toast } from '../pages/fields.ts';
import { signIn } from '../pages/login-page.ts';
import {
  addressOf,
  box,
  choosePerson,
  mails,
  plan,
  save,
  saveButton,
  storeWorkUnit,
  workUnitPanel,
} from '../pages/work-unit-panel.ts';

describe('a work unit', () => {
  journey('edited by two people shows both values to the second', async ({ visit, product }) => {
    const unit = await storeWorkUnit(product, 'Disk of two minds');
    const [one, other] = [await visit(), await visit()];
    other.browserErrors.allow(/status of 409/);
    await signIn(one.page, 'admin', addressOf(unit));
    await signIn(other.page, 'operator', addressOf(unit));
    const [first, second] = [workUnitPanel(one.page, unit), workUnitPanel(other.page, unit)];
    await box(second, 'Title').fill('Disk of the second');
    await box(second, 'Source').fill('Phone');
    await box(first, 'Title').fill('Disk of the first');
    await save(first);

    await saveButton(second).click();
    await second.getByText(/^This Work Unit was modified by another user\./).waitFor();
    await second.getByRole('radio', { name: 'Theirs: Disk of the first' }).waitFor();
    await second.getByRole('button', { name: 'Keep theirs' }).click();
    await save(second);
    expect(await box(second, 'Title').inputValue()).toBe('Disk of the first');
    await one.page.reload();
    await expect.poll(() => box(first, 'Source').inputValue()).toBe('Phone');
  });

  journey('changes from Incident to Change Request', async ({ visit, product }) => {
    const unit = await storeWorkUnit(product, 'Disk to be replaced', { ...plan, approver1: mails.admin });
    const { page } = await visit();
    await signIn(page, 'operator', addressOf(unit));
    const form = workUnitPanel(page, unit);
    const change = async (): Promise<void> => {
      await form.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Change type to Change Request' }).click();
    };
    await box(form, 'Title').waitFor();
    await change();
    await box(form, 'Rollback Plan').waitFor();
    await save(form);
    await form.getByRole('group', { name: 'Decision of approver 1' }).getByText('Pending').waitFor();
    await change();
    await toast(page, 'This Work Unit already is a Change Request.').waitFor();
  });

  journey('is assigned, and unassigned by another group', async ({ visit, product }) => {
    const unit = await storeWorkUnit(product, 'Disk for somebody');
    const { page } = await visit();
    await signIn(page, 'admin', addressOf(unit));
    const form = workUnitPanel(page, unit);
    await choosePerson(form, 'Assigned To', 'operator');
    await save(form);
    await form.getByRole('combobox', { name: 'Assignment Group' }).click();
    await page.getByRole('option').nth(1).click();
    await page.getByRole('dialog', { name: 'Assignment Group' }).getByRole('button', { name: 'Yes' }).click();
    await save(form);
    expect(await form.getByRole('combobox', { name: 'Assigned To' }).inputValue()).toBe('');
  });

  journey('is acknowledged from the list', async ({ visit, product }) => {
    const { publicWorkUnitId, title } = await storeWorkUnit(product, 'Disk to acknowledge');
    const { page } = await visit();
    await signIn(page, 'operator', `/workunitsv2?filter=none&search=${encodeURIComponent(title)}`);
    await page.getByRole('button', { name: `Acknowledge work unit ${publicWorkUnitId}` }).click();
    await toast(page, `Work unit #${publicWorkUnitId} acknowledged.`).waitFor();
    await expect.poll(() => cellsOf(page, 'Work units', 'State')).toEqual(['Acknowledged']);
    expect(await cellsOf(page, 'Work units', 'Assigned To')).toEqual([mails.operator]);
  });

  journey('is opened by a shared link together with its list', async ({ visit, product }) => {
    const unit = await storeWorkUnit(product, 'Disk that is shared', { severityId: 'Sev4' });
    const search = JSON.stringify({
      pageSize: 25,
      page: 0,
      sort: [{ field: 'created', sort: 'desc' }],
      filters: [{ field: 'title', operator: 'equals', value: unit.title }],
    });
    const { page } = await visit();
    await signIn(page, 'operator', `/workunitsv2?search=${encodeURIComponent(search)}`);
    await expect.poll(() => cellsOf(page, 'Work units', 'Title')).toEqual([unit.title]);

    await page.goto(`/workunitsv2?publicWorkUnitId=${unit.publicWorkUnitId}`);
    await box(workUnitPanel(page, unit), 'Title').waitFor();
    await expect.poll(() => page.title()).toContain(`WU #${unit.publicWorkUnitId}`);
  });
});
