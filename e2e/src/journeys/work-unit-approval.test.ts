import { describe, expect } from 'vitest';
import { apiAs } from '../harness/api.ts';
import { journey } from '../harness/journey.ts';
import { choose, panel, toast } from '../pages/fields.ts';
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

const request = { ...plan, workUnitTypeId: 2, approver1: mails.operator, approver2: mails.admin } as const;

describe('a Change Request', () => {
  journey('can be approved by its approvers only', async ({ visit, product }) => {
    const unit = await storeWorkUnit(product, 'Disk to approve', request);
    const [one, other] = [await visit(), await visit()];
    await signIn(one.page, 'admin', addressOf(unit));
    const own = workUnitPanel(one.page, unit).getByRole('group', { name: 'Decision of approver 2' });
    const foreign = workUnitPanel(one.page, unit).getByRole('group', { name: 'Decision of approver 1' });
    await own.getByRole('button', { name: 'Approve' }).waitFor();
    await foreign.getByText('Pending').waitFor();
    expect(await foreign.getByRole('button').count()).toBe(0);

    await signIn(other.page, 'operator', addressOf(unit));
    const form = workUnitPanel(other.page, unit);
    const decision = form.getByRole('group', { name: 'Decision of approver 1' });
    await decision.getByRole('button', { name: 'Approve' }).click();
    await decision.getByText(`Approved by ${mails.operator}`).waitFor();

    await form.getByRole('button', { name: 'Plan', exact: true }).click();
    await box(form, 'Rollback Plan').fill('Hope');
    await form.getByText(`Saving these changes voids the approval of ${mails.operator}`).waitFor();
    await save(form);
    await decision.getByText('Pending').waitFor();
  });

  journey('can be approved by a viewer, and is not started before', async ({ visit, product }) => {
    const unit = await storeWorkUnit(product, 'Disk that waits', {
      ...request,
      approver1: 'viewer@demo.example',
      approver2: null,
      isApproverRequired: true,
    });
    const [desk, approver] = [await visit(), await visit()];
    desk.browserErrors.allow(/status of 400/);
    await signIn(desk.page, 'operator', addressOf(unit));
    const form = workUnitPanel(desk.page, unit);
    await choose(form, 'State', 'Acknowledged');
    await save(form);
    await choose(form, 'State', 'In progress');
    await saveButton(form).click();
    await toast(desk.page, /it cannot become InProgress before it is approved/).waitFor();

    await signIn(approver.page, 'viewer', addressOf(unit));
    const decision = workUnitPanel(approver.page, unit).getByRole('group', { name: 'Decision of approver 1' });
    await decision.getByRole('button', { name: 'Approve' }).click();
    await decision.getByText('Approved by viewer@demo.example').waitFor();
    await saveButton(form).click();
    await expect.poll(() => saveButton(form).isDisabled()).toBe(true);
  });

  journey('goes from a draft through two approvals to Closed', async ({ visit, product }) => {
    const { page } = await visit();
    await signIn(page, 'operator', '/workunitsv2?workUnitId=new&createType=2');
    const draft = panel(page, 'Create Work Unit');
    await box(draft, 'Title').fill('Replace the core switch');
    for (const [label, value] of [
      ['Resolution', plan.resolution],
      ['Implementation Plan', plan.implementationPlan],
      ['Rollback Plan', plan.rollbackPlan],
      ['Affected Resources', plan.affectedResources],
      ['Environment', plan.environment],
      ['Expected CFS Alerts', plan.expectedCFSAlerts],
    ] as const)
      await box(draft, label).fill(value);
    await choosePerson(draft, 'Approver 1', 'admin');
    await choosePerson(draft, 'Approver 2', 'viewer');
    await draft.getByLabel('Approver Required').click();
    await draft.getByLabel('Planned Start Time').fill('2026-12-01T18:00');
    await draft.getByLabel('Planned Finish Time').fill('2026-12-01T19:00');
    await saveButton(draft).click();
    const form = panel(page, /^Edit Work Unit #\d+: Replace the core switch$/);
    await choose(form, 'State', 'Acknowledged');
    await save(form);

    const workUnitId = Number(new URL(page.url()).searchParams.get('workUnitId'));
    for (const [user, number] of [
      ['admin', 1],
      ['viewer', 2],
    ] as const) {
      const approver = await visit();
      await signIn(approver.page, user, addressOf({ workUnitId }));
      const decision = workUnitPanel(approver.page, { publicWorkUnitId: workUnitId }).getByRole('group', {
        name: `Decision of approver ${number}`,
      });
      await decision.getByRole('button', { name: 'Approve' }).click();
      await decision.getByText(/^Approved by /).waitFor();
    }

    await page.reload();
    for (const number of [1, 2])
      await form
        .getByRole('group', { name: `Decision of approver ${number}` })
        .getByText(/^Approved by /)
        .waitFor();
    for (const state of ['In progress', 'Resolved', 'Closed']) {
      await choose(form, 'State', state);
      await save(form);
    }
    const api = await apiAs(product, 'operator');
    expect(await api.call('GET', `/v1/workunits/${workUnitId}`)).toMatchObject({ stateId: 'Closed' });
  });

  journey('is canceled when declined, with the reason', async ({ visit, product }) => {
    const unit = await storeWorkUnit(product, 'Disk to decline', request);
    const { page } = await visit();
    await signIn(page, 'operator', addressOf(unit));
    const form = workUnitPanel(page, unit);
    const decision = form.getByRole('group', { name: 'Decision of approver 1' });
    await decision.getByRole('button', { name: 'Decline' }).click();
    const question = page.getByRole('dialog', { name: 'Decline' });
    await question.getByLabel('Notes').fill('Not in the holidays');
    await question.getByRole('button', { name: 'Decline' }).click();
    await decision.getByText(`Declined by ${mails.operator}`).waitFor();
    await decision.getByText('Not in the holidays').waitFor();
    expect(await form.getByRole('combobox', { name: 'State' }).innerText()).toBe('Canceled');
  });
});
