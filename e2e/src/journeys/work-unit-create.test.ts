import { describe, expect } from 'vitest';
import { journey } from '../harness/journey.ts';
import { panel, toast } from '../pages/fields.ts';
import { signIn } from '../pages/login-page.ts';
import { box, choosePerson, plan, saveButton } from '../pages/work-unit-panel.ts';

describe('a new work unit', () => {
  journey.for([
    ['Incident', 'Sev0'],
    ['User Request', 'Sev3'],
  ] as const)('of type %s starts empty', async ([type, severity], { visit }) => {
    const { page } = await visit();
    await signIn(page, 'operator', '/workunitsv2');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('menuitem', { name: type }).click();
    const creation = panel(page, 'Create Work Unit');
    await creation.getByText(severity, { exact: true }).waitFor();
    expect(await creation.getByRole('combobox', { name: 'State' }).innerText()).toBe('New');
    await box(creation, 'Title').fill('ab');
    await saveButton(creation).click();
    await creation.getByText('The title must be at least 3 characters long.').waitFor();
    await box(creation, 'Title').fill(`A blank ${type}`);
    if (type === 'User Request') {
      await saveButton(creation).click();
      await creation.getByText("Please enter the stakeholder's name.").waitFor();
      for (const [label, value] of [
        ['Name', 'Ann Vik'],
        ['Email', 'ann.vik@example.com'],
        ['Phone', '22 33 44 55'],
      ] as const)
        await box(creation, label).fill(value);
    }
    await saveButton(creation).click();
    await panel(page, new RegExp(`^Edit Work Unit #\\d+: A blank ${type}$`)).waitFor();
    await toast(page, 'Successfully created work unit.').waitFor();
  });

  journey('of type Change Request requires its plan', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'operator', '/workunitsv2');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Change Request' }).click();
    const creation = panel(page, 'Create Work Unit');
    await box(creation, 'Title').fill('Replace the disk');
    await saveButton(creation).click();
    await creation.getByText('Please enter the implementation plan.').waitFor();
    for (const [label, value] of [
      ['Resolution', plan.resolution],
      ['Implementation Plan', plan.implementationPlan],
      ['Rollback Plan', plan.rollbackPlan],
      ['Affected Resources', plan.affectedResources],
      ['Environment', plan.environment],
      ['Expected CFS Alerts', plan.expectedCFSAlerts],
    ] as const)
      await box(creation, label).fill(value);
    await choosePerson(creation, 'Approver 1', 'admin');
    await creation.getByLabel('Planned Start Time').fill('2026-12-01T18:00');
    await creation.getByLabel('Planned Finish Time').fill('2026-12-01T17:00');
    await saveButton(creation).click();
    await creation.getByText('Planned Finish Time must be equal to or greater than Planned Start Time.').waitFor();
    await creation.getByLabel('Planned Finish Time').fill('2026-12-01T19:00');
    await saveButton(creation).click();
    const editing = panel(page, /^Edit Work Unit #\d+: Replace the disk$/);
    await editing.getByRole('group', { name: 'Decision of approver 1' }).getByText('Pending').waitFor();
  });
});
