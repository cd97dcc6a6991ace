import { builtInActions } from '@cfs/contracts/action-enumerations';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { apiAs } from '../harness/api.ts';
import { journey } from '../harness/journey.ts';
import { cellsOf, search } from '../pages/data-list.ts';
import { choose, panel, toast } from '../pages/fields.ts';
import { signIn } from '../pages/login-page.ts';
import { networkIdle } from '../pages/network-idle.ts';

interface Created {
  readonly protocolId: string;
  readonly ruleId: string;
}

const actionsOf = (drawer: Locator, event: string): Promise<string[]> =>
  drawer
    .getByRole('list', { name: `Actions of ${event}` })
    .locator('.link-cell')
    .allInnerTexts();

/** Adds a Send Email action for OnNew in the open Protocol Actions drawer. */
async function addMail(page: Page, summary: string): Promise<void> {
  await panel(page, /^Protocol Actions: /)
    .getByRole('button', { name: 'Create', exact: true })
    .click();
  const creation = panel(page, 'Create Protocol Action');
  await choose(creation, 'Event', 'OnNew');
  await choose(creation, 'Action', 'Send Email');
  await creation.getByLabel('Summary').fill(summary);
  await creation.getByLabel('Subject').pressSequentially('About {{Ti');
  await page.getByRole('option', { name: 'Title' }).click();
  expect(await creation.getByLabel('Subject').inputValue()).toBe('About {{Title}}');
  await creation.getByRole('button', { name: 'Save & Close' }).click();
  await creation.waitFor({ state: 'hidden' });
}

/** Drags the handle of one action to that of another. */
async function drag(page: Page, action: string, over: string): Promise<void> {
  const middleOf = async (name: string) => {
    const box = await page.getByRole('button', { name: `Move ${name}` }).boundingBox();
    if (!box) throw new Error(`${name} cannot be moved.`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [from, to] = [await middleOf(action), await middleOf(over)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y + (to.y > from.y ? 4 : -4), { steps: 5 });
  await page.mouse.up();
}

describe('work unit protocols', () => {
  journey('a protocol is created with three actions, reordered, edited and deleted', async ({ visit, product }) => {
    const { page, browserErrors } = await visit();
    browserErrors.allow(/status of 409/);
    await signIn(page, 'admin', '/protocols');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const creation = panel(page, 'Create Protocol');
    await creation.getByLabel('Timer Interval').fill('00:09:00');
    await creation.getByRole('button', { name: 'Save', exact: true }).click();
    await creation.getByText('Please enter a name.').waitFor();
    await creation.getByText('Timer Interval must be at least 10 minutes, as HH:mm:ss.').waitFor();
    await creation.getByLabel('Name').fill('Flooding');
    await creation.getByLabel('Description').fill('Pumps and sandbags');
    await creation.getByLabel('Timer Interval').fill('00:30:00');
    await creation.getByRole('button', { name: 'Save & Close' }).click();
    await creation.waitFor({ state: 'hidden' });
    await search(page, 'sandbags');
    await expect.poll(() => cellsOf(page, 'Work Unit Protocols', 'Name')).toEqual(['Flooding']);

    await page.getByRole('button', { name: 'View Protocol Actions of Flooding' }).click();
    const actions = panel(page, 'Protocol Actions: Flooding');
    await actions.getByText('No actions yet').waitFor();
    for (const summary of ['Alert', 'Call', 'Note']) await addMail(page, summary);
    await expect.poll(() => actionsOf(actions, 'OnNew')).toEqual(['Alert', 'Call', 'Note']);

    await actions.getByRole('button', { name: 'Move Note' }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    await actions.getByText('Note is dropped at position 1 of 3.').waitFor();
    await expect.poll(() => actionsOf(actions, 'OnNew')).toEqual(['Note', 'Alert', 'Call']);
    // The next move must wait until the order is stored.
    await networkIdle(page);
    await drag(page, 'Note', 'Alert');
    await expect.poll(() => actionsOf(actions, 'OnNew')).toEqual(['Alert', 'Note', 'Call']);
    await page.reload();
    await expect.poll(() => actionsOf(actions, 'OnNew')).toEqual(['Alert', 'Note', 'Call']);

    await actions.getByRole('button', { name: 'Edit Note' }).click();
    const editing = panel(page, 'Edit Protocol Action: Note');
    await editing.getByLabel('Run automatically').click();
    await editing.getByRole('button', { name: 'Save & Close' }).click();
    await editing.waitFor({ state: 'hidden' });
    await actions.getByRole('listitem').filter({ hasText: 'Note' }).getByText('Automatic').waitFor();
    await actions.getByRole('button', { name: 'Delete Alert' }).click();
    await panel(page, 'Delete Protocol Action').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => actionsOf(actions, 'OnNew')).toEqual(['Note', 'Call']);
    await actions.getByRole('button', { name: 'Close', exact: true }).click();

    const api = await apiAs(product, 'admin');
    const found = (await api.call('GET', "/v1/protocols?$filter=name eq 'Flooding'")) as { readonly value: Created[] };
    const protocolId = found.value[0]?.protocolId ?? '';
    const rule = (await api.call('PUT', '/v1/rules', {
      name: 'Water in the cellar',
      ruleTypeId: 1,
      matchLifetime: '00:05:00',
      conditions: [{ Type: 0, LeftOperand: 1, Operator: 14 }],
      matchActions: [{ ActionDefinitionId: builtInActions.createWorkUnit, Parameters: { ProtocolId: protocolId } }],
    })) as Created;
    await page.getByRole('button', { name: 'Delete Protocol Flooding' }).click();
    await panel(page, 'Delete Protocol').getByRole('button', { name: 'Delete' }).click();
    const refusal = panel(page, 'Could not delete Flooding');
    await refusal.getByText('The protocol is in use by 1 rule (Water in the cellar).').waitFor();
    await refusal.getByRole('link', { name: 'Water in the cellar' }).click();
    await panel(page, 'Edit: Water in the cellar').waitFor();
    await page.goBack();

    await page.getByRole('button', { name: 'Edit Protocol Flooding' }).click();
    const protocol = panel(page, 'Edit Protocol: Flooding');
    await protocol.getByRole('tab', { name: 'Assigned Rules' }).click();
    await protocol.getByRole('link', { name: 'Water in the cellar' }).waitFor();
    await page.reload();
    await protocol.getByRole('link', { name: 'Water in the cellar' }).waitFor();
    await protocol.getByRole('button', { name: 'Close', exact: true }).click();

    await api.call('DELETE', `/v1/rules/${rule.ruleId}`);
    await page.getByRole('button', { name: 'Delete Protocol Flooding' }).click();
    await panel(page, 'Delete Protocol').getByRole('button', { name: 'Delete' }).click();
    await toast(page, 'Protocol deleted successfully.').waitFor();
    await page.getByText('Nothing matches "sandbags"').waitFor();
  });

  journey('two people who reorder at the same time do not overwrite each other', async ({ visit, product }) => {
    const api = await apiAs(product, 'admin');
    const { protocolId } = (await api.call('PUT', '/v1/protocols', { name: 'Two at once' })) as Created;
    for (const summary of ['Alert', 'Call', 'Note'])
      await api.call('PUT', '/v1/protocolActions', {
        protocolId,
        actionDefinitionId: builtInActions.sendEmail,
        workUnitEventTypeId: 'OnNew',
        summary,
      });
    const [one, other] = [await visit(), await visit()];
    other.browserErrors.allow(/status of 409/);
    const drawers = [one, other].map(({ page }) => panel(page, 'Protocol Actions: Two at once'));
    for (const { page } of [one, other]) {
      await signIn(page, 'admin', `/protocols?actions=${protocolId}`);
      await panel(page, 'Protocol Actions: Two at once').getByText('Note').waitFor();
    }
    const [mine, theirs] = drawers as [Locator, Locator];
    await drag(one.page, 'Note', 'Alert');
    await expect.poll(() => actionsOf(mine, 'OnNew')).toEqual(['Note', 'Alert', 'Call']);
    await drag(other.page, 'Alert', 'Note');
    await toast(other.page, 'Somebody has changed the actions of this event in the meantime.').waitFor();
    await expect.poll(() => actionsOf(theirs, 'OnNew')).toEqual(['Note', 'Alert', 'Call']);
    await api.call('DELETE', `/v1/protocols/${protocolId}`);
  });
});
