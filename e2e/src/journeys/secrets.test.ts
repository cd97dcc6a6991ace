import { describe, expect } from 'vitest';
import { apiAs } from '../harness/api.ts';
import { journey } from '../harness/journey.ts';
import { search } from '../pages/data-list.ts';
import { panel } from '../pages/fields.ts';
import { signIn } from '../pages/login-page.ts';

describe('secrets', () => {
  journey(
    'a secret is added, revealed, replaced, kept while an action uses it, and deleted',
    async ({ visit, product }) => {
      const { page, context, browserErrors } = await visit();
      browserErrors.allow(/status of 409/);
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await signIn(page, 'admin', '/tenants');
      await search(page, 'contoso');
      await page.getByRole('button', { name: 'Edit Contoso Operations' }).click();
      const editing = panel(page, 'Edit Tenant: Contoso Operations');
      await editing.getByRole('tab', { name: 'Secrets' }).click();
      await editing.getByText('No secrets yet').waitFor();
      await editing.getByRole('button', { name: 'Add secret' }).click();
      const adding = panel(page, 'Add Secret');
      await adding.getByLabel('Name').fill('pager-token');
      await adding.getByLabel('Value').fill('first value');
      await adding.getByRole('button', { name: 'Add', exact: true }).click();
      await adding.waitFor({ state: 'hidden' });

      const shown = editing.getByRole('status', { name: 'Value of pager-token' });
      await editing.getByRole('button', { name: 'Reveal pager-token' }).click();
      expect(await shown.innerText()).toBe('first value');
      await editing.getByRole('button', { name: 'Copy value of pager-token' }).click();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('first value');
      await editing.getByRole('tab', { name: 'Details' }).click();
      await editing.getByRole('tab', { name: 'Secrets' }).click();
      await editing.getByRole('button', { name: 'Reveal pager-token' }).waitFor();
      expect(await shown.count()).toBe(0);

      await editing.getByRole('button', { name: 'Replace pager-token' }).click();
      const replacing = panel(page, 'Replace Secret: pager-token');
      await replacing.getByLabel('New value').fill('second value');
      await replacing.getByRole('button', { name: 'Replace', exact: true }).click();
      await replacing.waitFor({ state: 'hidden' });
      await editing.getByRole('button', { name: 'Reveal pager-token' }).click();
      await expect.poll(() => shown.innerText()).toBe('second value');

      const api = await apiAs(product, 'admin');
      const { actionDefinitionId } = (await api.call('PUT', '/v1/actionDefinitions', {
        name: 'Page the office',
        actionDefinitionTypeId: 4,
        endpointUrl: 'https://pager.example.com/',
        headers: 'Authorization: Bearer {{secret:pager-token}}',
      })) as { actionDefinitionId: string };
      const remove = async (): Promise<void> => {
        await editing.getByRole('button', { name: 'Delete pager-token' }).click();
        await panel(page, 'Delete Secret').getByRole('button', { name: 'Delete' }).click();
      };
      await remove();
      await page.getByText('The secret is used by the action "Page the office".').waitFor();
      await api.call('DELETE', `/v1/actionDefinitions/${actionDefinitionId}`, {});
      await remove();
      await editing.getByText('No secrets yet').waitFor();
    },
  );
});
