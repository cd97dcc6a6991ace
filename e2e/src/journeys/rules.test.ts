import { randomUUID } from 'node:crypto';
import type { SubscriptionLookup } from '@cfs/contracts/access';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { apiAs, type Api } from '../harness/api.ts';
import { journey } from '../harness/journey.ts';
import type { Product } from '../harness/product.ts';
import { cellsOf, row, search } from '../pages/data-list.ts';
import { choose, panel, toast } from '../pages/fields.ts';
import { signIn } from '../pages/login-page.ts';

interface Listed {
  readonly value: readonly Record<string, string>[];
}

const makeBlock = async (api: Api, blockId: string): Promise<void> => {
  const lookup = (await api.call('GET', '/api/generallookup/subscriptions')) as readonly SubscriptionLookup[];
  const subscriptionId = lookup.find(({ name }) => name === 'Production')?.subscriptionId;
  await api.call('PUT', '/v1/blocks', { blockId, subscriptionId, name: 'Boiler', blockTypeId: 1 });
};

/** Returns a function that sends packets of an entity like a machine, with a tenant token. */
const createSender = async ({ address }: Product, api: Api, entityId: string) => {
  const { generatedToken } = (await api.call('PUT', '/v1/tokens', { name: 'Rules', lifetimeYears: 1 })) as {
    readonly generatedToken: string;
  };
  return async (message: object): Promise<void> => {
    const answer = await fetch(`${address}/v1/packets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${generatedToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        entityId,
        timestamp: new Date().toISOString(),
        message: { Properties: { BlockName: 'Boiler' }, ...message },
      }),
    });
    expect(answer.status).toBe(202);
  };
};

/**
 * Creates the rule in the editor: it matches a high temperature or a state reported by a sensor, colours the block and
 * sends a mail.
 */
const writeRule = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const editor = panel(page, 'Create Rule');
  await editor.getByRole('button', { name: 'Save', exact: true }).isDisabled();
  await editor.getByLabel('Lifetime').fill('00:01:00');
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await editor.getByText('Please enter a rule name').waitFor();
  await editor.getByText('Please select a Rule Type').waitFor();
  await editor.getByText('Must be at least 5 minutes.').waitFor();
  await editor.getByLabel('Name').fill(name);
  await editor.getByLabel('Lifetime').fill('00:10:00');
  await choose(editor, 'Rule Type', 'Ingestion');
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await editor.getByText('Condtions are required for rules.').waitFor();
  await editor.getByRole('button', { name: 'Add condition' }).click();
  const conditionAt = (place: number) => editor.getByRole('group', { name: `Condition ${place}` });
  await choose(conditionAt(1), 'Operand', 'Entity Id');
  await conditionAt(1).getByRole('combobox', { name: 'Value' }).fill('Boil');
  await page.getByRole('option', { name: 'Boiler' }).click();
  await editor.getByRole('button', { name: 'Add condition to alternative 1' }).click();
  await choose(conditionAt(2), 'Operand', 'Value');
  await choose(conditionAt(2), 'Operator', 'Greater than');
  await conditionAt(2).getByRole('textbox', { name: 'Value' }).fill('90');
  await editor.getByRole('button', { name: 'Add alternative' }).click();
  await choose(conditionAt(3), 'Operand', 'States');
  await conditionAt(3).getByLabel('Field').fill('Sensor');
  await conditionAt(3).getByRole('textbox', { name: 'Value' }).fill(name);
  await editor.getByRole('tab', { name: /Actions/ }).click();
  const actions = editor.getByRole('region', { name: 'Match Actions' });
  await actions.getByRole('button', { name: 'Add action' }).click();
  await page.getByRole('menuitem', { name: 'Set Color' }).click();
  await choose(actions, 'Color', 'Red');
  await actions.getByRole('button', { name: 'Add action' }).click();
  await page.getByRole('menuitem', { name: 'Send Email' }).click();
  await actions.getByLabel('To').fill('ops@example.com');
  await editor.getByRole('button', { name: 'Save & Close' }).click();
  await editor.waitFor({ state: 'hidden' });
};

describe('rules', () => {
  journey(
    'a rule fires, colours, mails, explains itself, is back-tested, silenced and expires',
    async ({ visit, product }) => {
      const api = await apiAs(product, 'admin');
      const blockId = randomUUID();
      const name = `Hot boiler ${blockId.slice(0, 8)}`;
      await makeBlock(api, blockId);
      const send = await createSender(product, api, blockId);
      const { page } = await visit();
      await signIn(page, 'admin', '/rules');
      await writeRule(page, name);
      await search(page, name);
      await expect.poll(() => cellsOf(page, 'Rules', 'Name')).toEqual([name]);

      await page.getByRole('button', { name: `More actions of ${name}` }).click();
      await page.getByRole('menuitem', { name: 'Explain' }).click();
      const question = panel(page, `Explain: ${name}`);
      await send({ Value: 50 });
      await question.getByRole('combobox', { name: 'Entity' }).fill('Boil');
      await page.getByRole('option', { name: 'Boiler' }).click();
      await question.getByText('Alternative 1 does not hold: condition 3 fails.').waitFor();
      await question.getByRole('row', { name: 'Value Greater than 90 50 Fails' }).waitFor();
      await question.getByRole('row', { name: 'Entity Id Equals Boiler Boiler Holds' }).waitFor();
      await question.getByRole('button', { name: 'Close', exact: true }).click();

      await send({ Value: 95 });
      await send({ Value: 97 });
      const block = async () => {
        const { value } = (await api.call('GET', `/v1/blocks?$filter=blockId eq ${blockId}&$expand=entityColor`)) as {
          readonly value: readonly { readonly entityColor: { readonly color: string } | null }[];
        };
        return value[0]?.entityColor?.color;
      };
      await expect.poll(block).toBe('FF3333');
      const mails = async () =>
        ((await api.call('GET', `/v1/outboxMessages?$filter=contains(subject,'${name}')`)) as Listed).value.length;
      await expect.poll(mails).toBe(1);

      await page.getByRole('button', { name: `Edit ${name}` }).click();
      const editor = panel(page, `Edit: ${name}`);
      await editor.getByRole('tab', { name: 'Back-test' }).click();
      await editor.getByRole('button', { name: 'Run back-test' }).click();
      const tested = editor.getByRole('table', { name: 'Matches of the back-test' });
      await tested.getByRole('row', { name: /^Same Boiler/ }).waitFor();
      await editor.getByRole('button', { name: 'Packets of Boiler' }).click();
      await editor.getByRole('table', { name: 'Packets', exact: true }).getByText('97').waitFor();
      await editor.getByRole('button', { name: 'Close', exact: true }).click();

      await page.getByRole('button', { name: `Rule matches of ${name}` }).click();
      const matches = panel(page, `Rule Matches: ${name}`);
      const label = `${name}: Boiler`;
      await matches.getByText('Active', { exact: true }).waitFor();
      await matches.getByRole('button', { name: `Explain ${label}` }).click();
      const explanation = panel(page, `Explain: ${label}`);
      await explanation.getByText(`The first hit of the rule "${name}" opened it.`).waitFor();
      await explanation.getByRole('table', { name: 'Hits' }).getByText('97').waitFor();
      await explanation.getByRole('button', { name: 'Close', exact: true }).click();

      const more = async (item: string): Promise<void> => {
        await matches
          .getByRole('button', { name: `More actions of ${label}` })
          .first()
          .click();
        await page.getByRole('menuitem', { name: item }).click();
      };
      await more('Acknowledge');
      await toast(page, `${label} is acknowledged.`).waitFor();
      await matches.getByText(/^Acknowledged by/).waitFor();
      await more('Silence');
      const silence = panel(page, `Silence ${label}`);
      await silence.getByLabel('Reason').fill('The boiler is being repaired');
      await silence.getByRole('button', { name: 'Silence', exact: true }).click();
      await matches.getByText(/^Silenced until .*: The boiler is being repaired$/).waitFor();
      await more('Expire Now');
      const end = panel(page, `Expire ${label} now`);
      await end.getByLabel('Reason').fill('Seen');
      await end.getByRole('button', { name: 'Expire Now' }).click();
      await matches.getByText('Ended manually').waitFor();
      await send({ Value: 99 });
      await page.reload();
      await matches.getByText('Active', { exact: true }).waitFor();
      expect(await mails()).toBe(1);
      await matches.getByRole('button', { name: 'Close', exact: true }).click();

      await page.getByRole('button', { name: `More actions of ${name}` }).click();
      await page.getByRole('menuitem', { name: 'Copy' }).click();
      const copy = panel(page, `Edit: Copy of ${name}`);
      await copy
        .getByRole('switch', { name: 'Enabled' })
        .isChecked()
        .then((isOn) => expect(isOn).toBe(false));
      await copy.getByRole('button', { name: 'Close', exact: true }).click();
      await page.getByLabel('Show Disabled Rules').check();
      await row(page, 'Rules', `Copy of ${name}`).waitFor();

      const rules = (await api.call('GET', `/v1/rules?$filter=contains(name,'${name}')`)) as Listed;
      expect(rules.value).toHaveLength(2);
      for (const rule of rules.value) await api.call('DELETE', `/v1/rules/${rule['ruleId'] ?? ''}`);
      await api.call('DELETE', `/v1/blocks/${blockId}`);
    },
  );
});
