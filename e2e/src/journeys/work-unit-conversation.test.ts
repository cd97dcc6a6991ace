import type { OutboxMessage, OutboxPreview } from '@cfs/contracts/outbox';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { apiAs } from '../harness/api.ts';
import { journey } from '../harness/journey.ts';
import type { Product } from '../harness/product.ts';
import { panel } from '../pages/fields.ts';
import { signIn } from '../pages/login-page.ts';
import { box, mails, workUnitPanel } from '../pages/work-unit-panel.ts';

const requesterMail = 'requester@demo.example';
const title = 'No picture on the screen';

/** The mails to an address about the request, newest first. */
const mailsTo = async (product: Product, address: string): Promise<readonly OutboxMessage[]> => {
  const filter = encodeURIComponent(`recipient eq '${address}' and contains(subject,'${title}')`);
  const path = `/v1/outboxMessages?$filter=${filter}&$orderby=created desc&$top=50`;
  const api = await apiAs(product, 'admin');
  return ((await api.call('GET', path)) as { readonly value: readonly OutboxMessage[] }).value;
};

/** Waits for the nth mail to an address about the request. Returns its text. */
const mailText = async (product: Product, address: string, count: number): Promise<string> => {
  await expect.poll(async () => (await mailsTo(product, address)).length, { timeout: 30_000 }).toBe(count);
  const [newest] = await mailsTo(product, address);
  const api = await apiAs(product, 'admin');
  return ((await api.call('POST', `/v1/outboxMessages/${newest?.messageId}/preview`)) as OutboxPreview).text;
};

/** Opens the link of a mail as its reader. */
const follow = async (page: Page, text: string): Promise<void> => {
  const link = /https?:\/\/\S+workUnitId=\d+/.exec(text)?.[0];
  expect(link, text).toBeDefined();
  await page.goto('about:blank');
  await page.goto(link ?? '');
};

journey(
  'a requester and an agent write three replies each, and follow each mail',
  { timeout: 240_000 },
  async ({ visit, product }) => {
    const [theirs, desk] = [await visit(), await visit()];
    await signIn(theirs.page, 'requester', '/resolutioncenter');
    await theirs.page.getByRole('button', { name: 'Create Request' }).click();
    const form = panel(theirs.page, 'Create Request');
    await box(form, 'Title').fill(title);
    await box(form, 'Description').fill('The screen stays dark.');
    await box(form, 'Phone Number').fill('22 33 44 55');
    await form.getByRole('button', { name: 'Save & Close' }).click();
    const details = theirs.page.getByRole('dialog', { name: new RegExp(`^#\\d+: ${title}$`) });
    await follow(theirs.page, await mailText(product, requesterMail, 1));
    await details.getByText('The screen stays dark.').waitFor();

    const workUnitId = Number(new URL(theirs.page.url()).searchParams.get('workUnitId'));
    await signIn(desk.page, 'operator', `/workunitsv2?workUnitId=${workUnitId}`);
    const unit = workUnitPanel(desk.page, { publicWorkUnitId: workUnitId });
    await unit.getByRole('button', { name: 'Assign to me (I)' }).click();
    await expect.poll(() => unit.getByRole('combobox', { name: 'Assigned To' }).inputValue()).not.toBe('');

    for (let round = 1; round <= 3; round += 1) {
      const question = `Question ${round}: is the cable in?`;
      await unit.getByLabel('External note').check();
      await box(unit, 'New note').fill(question);
      await box(unit, 'New note').press('Control+Enter');
      const asked = await mailText(product, requesterMail, round + 1);
      expect(asked).toContain(question);
      await follow(theirs.page, asked);
      await details.getByText(question).waitFor();

      const answer = `Answer ${round}: it is.`;
      await box(details, 'New note').fill(answer);
      await box(details, 'New note').press('Control+Enter');
      await details.getByText(answer).waitFor();
      const answered = await mailText(product, mails.operator, round);
      expect(answered).toContain(answer);
      await follow(desk.page, answered);
      await unit.getByText(answer).waitFor();
    }
  },
);
