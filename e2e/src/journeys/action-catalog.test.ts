import { describe, expect } from 'vitest';
import { apiAs } from '../harness/api.ts';
import { startHttpPeer } from '../harness/http-peer.ts';
import { browsing, journey, openVisits } from '../harness/journey.ts';
import { copyFirstRun } from '../harness/made-first-run.ts';
import { startProduct } from '../harness/product.ts';
import { cellsOf, list, search } from '../pages/data-list.ts';
import { choose, panel, toast } from '../pages/fields.ts';
import { signIn } from '../pages/login-page.ts';

/** A journey on a product whose actions may call this machine, with another system for them to call. */
const calling = browsing
  .extend('product', { scope: 'file' }, async ({}, { onCleanup }) => {
    const directory = await copyFirstRun();
    const product = await startProduct({
      dataDirectory: directory.path,
      environment: { FEATURES: 'private-action-addresses' },
    });
    onCleanup(async () => {
      await product.stop();
      await directory[Symbol.asyncDispose]();
    });
    return product;
  })
  .extend('peer', async ({}, { onCleanup }) => {
    const peer = await startHttpPeer();
    onCleanup(() => peer.close());
    return peer;
  })
  .extend('visit', openVisits);

describe('the action catalog', () => {
  calling('an HTTP action is created, tested, followed and deleted', async ({ visit, product, peer }) => {
    const { page } = await visit();
    await signIn(page, 'admin', '/actioncatalog');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const creation = panel(page, 'Create Action Definition');
    await creation.getByLabel('Name').fill('Call the pager');
    await choose(creation, 'Type', 'Protocol or Rule Action');
    await choose(creation, 'HTTP Method', 'PUT');
    await creation.getByLabel('Input Parameters').fill('Who');
    const url = creation.getByLabel('Endpoint URL');
    await url.fill(`${peer.address}/people/`);
    await url.press('End');
    await url.pressSequentially('{{wh');
    await page.getByRole('listbox', { name: 'Placeholders' }).getByRole('option', { name: 'Who', exact: true }).click();
    expect(await url.inputValue()).toBe(`${peer.address}/people/{{Who}}`);
    await creation.getByLabel('Headers').fill('X-About: {{Label}}\nAuthorization: Bearer literal');
    const body = creation.getByLabel('Body');
    await body.fill('{"about":"{{Labell}}"}');
    await creation.getByRole('button', { name: 'Save', exact: true }).click();
    await creation.getByText('The placeholder {{Labell}} is not known.').waitFor();
    await body.fill('{"about":"{{Label}}"}');
    await creation.getByRole('button', { name: 'Save & Close' }).click();
    await creation.waitFor({ state: 'hidden' });
    await search(page, 'the pager');
    await expect.poll(() => cellsOf(page, 'Action Catalog', 'Name')).toEqual(['Call the pager']);
    expect(await cellsOf(page, 'Action Catalog', 'Type')).toEqual(['Protocol or Rule Action']);

    peer.status = 503;
    await page.getByRole('button', { name: 'Test Call the pager' }).click();
    const testing = panel(page, 'Test Action Definition: Call the pager');
    await testing.getByLabel('Who').fill('Ann & Bob');
    await testing.getByRole('button', { name: 'Add', exact: true }).click();
    await testing.getByRole('textbox', { name: 'Param' }).fill('Label');
    await testing.getByRole('textbox', { name: 'Value' }).fill('said "hot"');
    await testing.getByRole('button', { name: 'Test', exact: true }).click();
    const attempts = testing.getByRole('table', { name: 'Action History' });
    await attempts.getByText('503').first().waitFor();
    peer.status = 200;
    await attempts.getByText('Success', { exact: true }).waitFor();
    const last = peer.calls.at(-1);
    expect(last).toMatchObject({ method: 'PUT', path: '/people/Ann%20%26%20Bob' });
    expect(JSON.parse(last?.body ?? '')).toEqual({ about: 'said "hot"' });
    expect(last?.headers['x-about']).toBe('said "hot"');
    expect(new Set(peer.calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    await testing.getByRole('button', { name: 'Close', exact: true }).click();
    await testing.waitFor({ state: 'hidden' });

    await page.getByRole('button', { name: 'Action History of Call the pager' }).click();
    const history = panel(page, 'Action History: Call the pager');
    await expect
      .poll(() => cellsOf(page, 'Action History', 'Result'))
      .toEqual(['Success', ...Array.from({ length: peer.calls.length - 1 }, () => 'Failure'), 'Enqueue success']);
    await list(page, 'Action History').getByRole('row').nth(2).getByRole('button').first().click();
    const details = panel(page, 'Action History Details: Call the pager');
    await details.getByText(`PUT ${peer.address}/people/Ann%20%26%20Bob`).waitFor();
    await details.getByText('authorization: (hidden)').waitFor();
    expect(await details.getByText('literal').count()).toBe(0);
    const every = details.getByRole('table', { name: 'Attempts' });
    expect(await every.getByRole('row').count()).toBe(peer.calls.length + 2);
    await every.getByRole('button', { name: `Details of attempt ${peer.calls.length}` }).click();
    await details.getByText('HTTP 200: noted').waitFor();
    await details.getByRole('button', { name: 'Close', exact: true }).click();
    await history.getByRole('button', { name: 'Close', exact: true }).click();
    await history.waitFor({ state: 'hidden' });

    const api = await apiAs(product, 'admin');
    const { value } = (await api.call('GET', "/v1/actionDefinitions?$filter=name eq 'Call the pager'")) as {
      value: readonly { actionDefinitionId: string }[];
    };
    await api.call('PUT', '/v1/rules', {
      name: 'Too hot',
      ruleTypeId: 1,
      matchLifetime: '00:05:00',
      conditions: [{ Type: 0, LeftOperand: 1, Operator: 3, RightOperand: '1000' }],
      matchActions: [{ ActionDefinitionId: value[0]?.actionDefinitionId, Parameters: { Who: 'Ann' } }],
    });
    await page.getByRole('button', { name: 'Delete Call the pager' }).click();
    const dependencies = panel(page, 'Confirm Action Dependencies Before Delete');
    await dependencies.getByRole('list', { name: 'Rules' }).getByText('Too hot').waitFor();
    await dependencies.getByText('No protocol uses this action.').waitFor();
    await dependencies.getByRole('button', { name: 'Continue' }).click();
    const question = panel(page, 'Delete Action Definition');
    await question
      .getByText(
        'Are you sure that you would like to delete this action definition and remove any Protocol and/or Rule associations?',
      )
      .waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    await toast(page, 'Action Definition deleted successfully.').waitFor();
    await page.getByText('Nothing matches "the pager"').waitFor();
    const rules = (await api.call('GET', "/v1/rules?$filter=name eq 'Too hot'")) as {
      value: readonly { matchActions: string }[];
    };
    expect(rules.value).toMatchObject([{ matchActions: '[]' }]);
  });

  journey(
    'is read-only without edit permission, and built-in actions are read-only for everyone',
    async ({ visit }) => {
      const { page } = await visit();
      await signIn(page, 'viewer', '/actioncatalog');
      await page.getByRole('button', { name: 'View Send Email' }).click();
      const view = panel(page, 'View Action Definition');
      await view.getByText('Built-in actions can be neither edited nor deleted.').waitFor();
      expect(await view.getByLabel('Name').isDisabled()).toBe(true);
      await view.getByRole('button', { name: 'Close', exact: true }).click();
      for (const name of ['Create', 'Test Send Email', 'Delete Send Email'])
        expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
    },
  );

  journey('the history of a work unit opens from its protocols', async ({ visit, product }) => {
    const api = await apiAs(product, 'admin');
    const { value } = (await api.call(
      'GET',
      '/v1/workunits?$filter=protocolId ne null&$orderby=workUnitId&$top=1&$select=workUnitId',
    )) as { value: readonly { workUnitId: number }[] };
    const { page } = await visit();
    await signIn(page, 'operator', `/workunitsv2?workUnitId=${value[0]?.workUnitId ?? ''}`);
    await page.getByRole('tab', { name: 'Protocols' }).click();
    await page.getByRole('button', { name: 'Action History' }).click();
    await panel(page, /^Action History: #/).waitFor();
    await list(page, 'Action History').waitFor();
  });
});
