import { builtInActions } from '@cfs/contracts/action-enumerations';
import type { ProtocolActionCreate } from '@cfs/contracts/protocols';
import { describe, expect } from 'vitest';
import { apiAs } from '../harness/api.ts';
import { journey } from '../harness/journey.ts';
import type { Product } from '../harness/product.ts';
import { signIn } from '../pages/login-page.ts';
import { addressOf, storeWorkUnit, workUnitPanel } from '../pages/work-unit-panel.ts';

/** Creates a protocol that sends a mail to the team for every new unit; returns its id. */
async function storeProtocol(product: Product): Promise<string> {
  const admin = await apiAs(product, 'admin');
  const protocol = (await admin.call('PUT', '/v1/protocols', { name: 'Mail on demand' })) as { protocolId: string };
  await admin.call('PUT', '/v1/protocolActions', {
    protocolId: protocol.protocolId,
    actionDefinitionId: builtInActions.sendEmail,
    workUnitEventTypeId: 'OnNew',
    parameters: { Template: 'Simple', Subject: 'About {{Title}}' },
    summary: 'Tell the team',
  } satisfies Partial<ProtocolActionCreate>);
  return protocol.protocolId;
}

describe('work on a unit', () => {
  journey('runs a manual action with parameters and a preview', async ({ visit, product }) => {
    const unit = await storeWorkUnit(product, 'Disk <b>full</b>', { protocolId: await storeProtocol(product) });
    const { page } = await visit();
    await signIn(page, 'operator', addressOf(unit));
    const form = workUnitPanel(page, unit);
    await form
      .getByText('There are pending actions that require manual approval. Go to "Pending Actions" to review.')
      .waitFor();
    await form.getByRole('tab', { name: /^Protocol/ }).click();
    await form.getByRole('button', { name: 'Dry Run' }).click();
    const dryRun = page.getByRole('dialog', { name: `Dry Run: #${unit.publicWorkUnitId}` });
    await dryRun.getByRole('button', { name: 'Details of 1. Tell the team' }).click();
    await dryRun.getByText('Subject: About Disk <b>full</b>').waitFor();
    await dryRun.getByRole('button', { name: 'Close', exact: true }).click();

    await form.getByRole('tab', { name: /^Pending Actions/ }).click();
    await form.getByRole('button', { name: 'Run Tell the team' }).click();
    const dialog = page.getByRole('dialog', { name: 'Run Action: Tell the team' });
    await dialog.getByLabel('To').fill('team@contoso.example');
    await dialog.getByLabel('Body').fill('Please look <i>now</i>');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('About Disk <b>full</b>').waitFor();
    await dialog.frameLocator('iframe').getByText('Please look <i>now</i>').waitFor();
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    const runs = form.getByRole('list', { name: 'History of Tell the team' });
    await runs.getByText('Succeeded').waitFor();
    expect(await form.getByRole('button', { name: 'Run Tell the team' }).isDisabled()).toBe(true);

    await form.getByRole('tab', { name: 'Work Unit', exact: true }).click();
    await form.getByRole('button', { name: /^Actions \(/ }).click();
    await form.getByRole('list', { name: 'Notes and history' }).getByText('Run: Tell the team').waitFor();
  });

  journey('a note with a mention and a file appears in a second browser', async ({ visit, product }) => {
    const unit = await storeWorkUnit(product, 'Disk to talk about');
    const [one, other] = [await visit(), await visit()];
    await signIn(other.page, 'operator', addressOf(unit));
    const reading = workUnitPanel(other.page, unit).getByRole('list', { name: 'Notes and history' });
    await signIn(one.page, 'admin', addressOf(unit));
    const writing = workUnitPanel(one.page, unit);
    const note = writing.getByRole('textbox', { name: 'New note' });
    await note.pressSequentially('Please look, @operator');
    await one.page
      .getByRole('listbox', { name: 'People to mention' })
      .getByRole('option', { name: /operator@demo\.example/ })
      .click();
    const text = await note.inputValue();
    expect(text).toMatch(/^Please look, @\S/);
    const file = { name: '<i>disk.txt', mimeType: 'text/plain', buffer: Buffer.from('<script>alert(1)</script>') };
    await writing.getByLabel('Files').setInputFiles(file);
    await writing.getByRole('button', { name: 'Add note' }).click();

    await reading.getByText(text.slice('Please look, '.length).trim()).waitFor();
    const link = reading.getByRole('button', { name: '<i>disk.txt (25 B)' });
    await link.waitFor();
    const arriving = other.page.waitForEvent('download');
    await link.click();
    const download = await arriving;
    const stored = await download.createReadStream();
    expect(Buffer.concat(await stored.toArray()).toString()).toBe('<script>alert(1)</script>');
  });
});
