import { hostname } from 'node:os';
import { describe, expect } from 'vitest';
import { freshJourney } from '../harness/journey.ts';
import { loadMachine } from '../harness/machine-load.ts';
import { takeReadmePicture } from '../harness/readme-picture.ts';
import { cellsOf, list, row, search } from '../pages/data-list.ts';
import { choose, panel, toast } from '../pages/fields.ts';
import { signInByForm } from '../pages/login-page.ts';
import { openFromMenu } from '../pages/main-menu.ts';
import { shownContext, switchContext } from '../pages/tenant-picker.ts';

const machine = hostname();

/** A live reading, in percent. */
const percentage = /^\d{1,3}\.\d$/;

describe('from a fresh machine to a live fleet', () => {
  freshJourney('a person works the incident that this machine caused', async ({ visit }) => {
    const { page } = await visit();
    await signInByForm(page, 'admin');
    await switchContext(page, 'Contoso Operations', 'Production');
    await expect.poll(() => shownContext(page)).toBe('Contoso Operations, Production');

    await openFromMenu(page, 'Pending Devices');
    await row(page, 'Pending devices', machine).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Promote', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Promote' });
    await question.getByText(machine).waitFor();
    await question.getByRole('button', { name: 'Promote' }).click();
    await toast(page, `Promoted ${machine}.`).waitFor();
    await page.getByText('No pending devices').waitFor();

    await openFromMenu(page, 'Devices');
    await list(page, 'Devices').waitFor();
    await search(page, machine);
    await page.getByRole('button', { name: `Edit Device ${machine}` }).click();
    const editing = panel(page, `Edit Device: ${machine}`);
    await editing.getByLabel('Heartbeat Interval').fill('2');
    await editing.getByRole('button', { name: 'Save & Close' }).click();
    await editing.waitFor({ state: 'hidden' });
    await expect.poll(() => cellsOf(page, 'Devices', 'CPU %')).toEqual([expect.stringMatching(percentage)]);
    expect(await cellsOf(page, 'Devices', 'Memory %')).toEqual([expect.stringMatching(percentage)]);
    expect(await cellsOf(page, 'Devices', 'Age')).toEqual([expect.stringMatching(/^\d+ s$/)]);

    await openFromMenu(page, 'Blocks');
    const tile = page.getByRole('list', { name: 'Blocks' }).getByRole('button', { name: machine });
    {
      await using _load = loadMachine();
      await tile.and(page.getByRole('button', { name: /, Red$/ })).waitFor({ timeout: 60_000 });
    }
    await tile.click();
    const block = panel(page, 'Block details');
    await block.getByRole('tab', { name: 'Rule Matches' }).click();
    const match = block.getByRole('table', { name: 'Rule matches' }).getByRole('row').filter({ hasText: machine });
    expect(await match.innerText()).toMatch(/Active\s+Processor busy/);
    await block.getByRole('tab', { name: 'History' }).click();
    await block.getByRole('img', { name: /: [\d,]+ readings?, / }).waitFor();
    await block.getByRole('button', { name: 'Close', exact: true }).click();

    await openFromMenu(page, 'Work Units');
    await list(page, 'Work units').waitFor();
    await search(page, machine);
    const title = `Processor busy: ${machine}`;
    const incident = row(page, 'Work units', title);
    await incident.getByRole('button', { name: /^Acknowledge work unit \d+$/ }).click();
    const acknowledged = toast(page, /^Work unit #\d+ acknowledged\.$/);
    const number = /#(\d+)/.exec(await acknowledged.innerText())?.[1] ?? '';
    await page.getByText(`Nothing matches "${machine}"`).waitFor();

    await page.getByRole('button', { name: 'State is New' }).press('Delete');
    await incident.getByRole('button', { name: title }).click();
    const workUnit = panel(page, `Edit Work Unit #${number}: ${title}`);
    await choose(workUnit, 'Severity', 'Sev1');
    const patched = page.waitForRequest((request) => request.method() === 'PATCH');
    await workUnit.getByRole('button', { name: 'Save', exact: true }).click();
    expect((await patched).postDataJSON()).toEqual([
      { op: 'test', path: '/severityId', value: 'Sev2' },
      { op: 'replace', path: '/severityId', value: 'Sev1' },
    ]);
    const history = workUnit.getByRole('list', { name: 'Notes and history' });
    await history.getByText('Severity: Sev2 → Sev1').waitFor();
    await history.getByText('New → Acknowledged').waitFor();
    await expect.poll(() => page.title()).toBe(`WU #${number} - CFS`);

    const tenantId = new URL(page.url()).pathname.split('/')[1] ?? '';
    await page.goto(`/${tenantId}/workunitsv2?filter=workUnitTypeId~in~1&size=25&workUnitId=${number}`);
    await history.getByText('Severity: Sev2 → Sev1').waitFor();
    await expect.poll(() => workUnit.getByRole('combobox', { name: 'State' }).innerText()).toBe('Acknowledged');
    await takeReadmePicture(page);
  });
});
