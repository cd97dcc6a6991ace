import { describe, expect } from 'vitest';
import { apiAs } from '../harness/api.ts';
import { freshJourney } from '../harness/journey.ts';
import type { Product } from '../harness/product.ts';
import { choose, panel, toast } from '../pages/fields.ts';
import { signIn } from '../pages/login-page.ts';

const minute = 60_000;

/** Sends readings of an entity as a machine does: the newest now, each a minute after the one before. */
const sendReadings = async (product: Product, token: string, entityId: string, values: readonly unknown[]) => {
  const now = Date.now();
  const packets = values.map((Value, index) => ({
    entityId,
    timestamp: new Date(now - (values.length - 1 - index) * minute).toISOString(),
    message: { Value, Properties: { ValueName: 'Pressure', Unit: 'bar' } },
  }));
  const answer = await fetch(`${product.address}/v1/packets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(packets),
  });
  expect(await answer.json()).toMatchObject({ accepted: values.length });
};

describe('blocks', () => {
  freshJourney('a block is created, receives packets, is charted and deleted', async ({ product, visit }) => {
    const { page } = await visit();
    await signIn(page, 'admin', '/blocks');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const creating = panel(page, 'Block details');
    expect(await creating.getByRole('tab').count()).toBe(0);
    const blockId = await creating.getByLabel('Block ID').inputValue();
    expect(blockId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    await creating.getByLabel('Name').fill('Boiler');
    await choose(creating, 'Subscription', 'Production');
    await creating.getByRole('button', { name: 'Save', exact: true }).click();
    await creating.getByRole('tab', { name: 'History' }).click();
    await creating.getByText('No History Found.').waitFor();
    await creating.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('button', { name: 'Boiler: No data reported' }).waitFor();

    const api = await apiAs(product, 'admin');
    const token = { name: 'Boiler sensor', lifetimeYears: 1, canEnrol: false, canSendPackets: true };
    const { generatedToken } = (await api.call('PUT', '/v1/tokens', token)) as { generatedToken: string };
    await sendReadings(product, generatedToken, blockId, [1.5, 1.6, 9.5, 'error', 1.7]);
    await page.getByRole('button', { name: 'Boiler: Pressure 1.7 bar' }).click();
    const block = panel(page, 'Block details');
    await block.getByRole('tab', { name: 'History' }).click();
    await block.getByRole('img', { name: /^Pressure: 4 readings, 1.5 to 9.5 bar/ }).waitFor();
    await block.getByRole('button', { name: '30 d' }).click();
    await block.getByRole('table', { name: 'History' }).getByRole('row', { name: /error/ }).waitFor();

    await page.reload();
    await block.getByRole('img', { name: /^Pressure: 4 readings/ }).waitFor();
    expect(new URL(page.url()).search).toBe(`?blockId=${blockId}&tab=history&range=30d`);
    await block.getByRole('tab', { name: 'Details' }).click();
    await block.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Are you sure you want to delete this block?').waitFor();
    await page.getByRole('dialog', { name: 'Delete Boiler' }).getByRole('button', { name: 'Yes' }).click();
    await toast(page, 'Block deleted successfully.').waitFor();

    const tenant = new URL(page.url()).pathname.split('/')[1];
    await page.goto(`${product.address}/packets/${blockId}`);
    await page.waitForURL(`**/${tenant}/packets/${blockId}`);
    const side = page.getByRole('complementary', { name: 'Details of the entity' });
    await side.getByText('1.7 bar').waitFor();
    await page.getByRole('button', { name: 'Hide details' }).click();
    await side.waitFor({ state: 'hidden' });
    await page.getByRole('tab', { name: 'Logs' }).click();
    await page.getByText('No Logs Found.').waitFor();
    await page.setViewportSize({ width: 800, height: 900 });
    await page.reload();
    await page.getByRole('button', { name: 'Show details' }).waitFor();
  });
});
