import { describe, expect } from 'vitest';
import { apiAs } from '../harness/api.ts';
import { freshJourney } from '../harness/journey.ts';
import type { Product } from '../harness/product.ts';
import { row } from '../pages/data-list.ts';
import { choose, panel, toast } from '../pages/fields.ts';
import { signIn } from '../pages/login-page.ts';
import { openFromMenu } from '../pages/main-menu.ts';

/** Sends a gauge like an OpenTelemetry exporter. Returns the number of data points that were not stored. */
const sendTemperature = async (product: Product, token: string, degrees: number): Promise<number> => {
  const answer = await fetch(`${product.address}/v1/otlp/v1/metrics`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      resourceMetrics: [
        {
          resource: { attributes: [{ key: 'service.name', value: { stringValue: 'oven' } }] },
          scopeMetrics: [
            {
              metrics: [
                {
                  name: 'oven.temperature',
                  unit: 'Cel',
                  gauge: { dataPoints: [{ asDouble: degrees, timeUnixNano: `${Date.now()}000000` }] },
                },
              ],
            },
          ],
        },
      ],
    }),
  });
  expect(answer.status).toBe(200);
  const { partialSuccess } = (await answer.json()) as { partialSuccess?: { rejectedDataPoints: string } };
  return Number(partialSuccess?.rejectedDataPoints ?? 0);
};

describe('metric sources', () => {
  freshJourney('a sender of metrics is accepted as a block and removed by Forget', async ({ product, visit }) => {
    const api = await apiAs(product, 'admin');
    const token = { name: 'Oven', lifetimeYears: 1, canEnrol: false, canSendPackets: true };
    const { generatedToken } = (await api.call('PUT', '/v1/tokens', token)) as { generatedToken: string };
    expect(await sendTemperature(product, generatedToken, 180)).toBe(1);

    const { page } = await visit();
    await signIn(page, 'admin');
    await openFromMenu(page, 'Metric Sources');
    const source = row(page, 'Metric Sources', 'oven');
    await source.getByText('Waiting').waitFor();
    await source.getByRole('button', { name: 'oven', exact: true }).click();
    const accepting = panel(page, 'Accept Source: oven');
    await accepting.getByRole('table', { name: 'Fields' }).getByText('oven.temperature').waitFor();
    await choose(accepting, 'Subscription', 'Production');
    await accepting.getByRole('button', { name: 'Accept', exact: true }).click();
    await toast(page, 'Accepted oven as a block.').waitFor();
    await source.getByText('Accepted').waitFor();

    expect(await sendTemperature(product, generatedToken, 181.5)).toBe(0);
    await openFromMenu(page, 'Blocks');
    await page.getByRole('button', { name: 'oven: oven.temperature 181.5 Cel' }).waitFor();

    await openFromMenu(page, 'Metric Sources');
    await source.getByRole('button', { name: 'oven', exact: true }).click();
    await panel(page, 'oven').getByRole('button', { name: 'Forget' }).click();
    await page.getByRole('dialog', { name: 'Forget' }).getByRole('button', { name: 'Forget' }).click();
    await toast(page, 'Forgot oven.').waitFor();
    await page.getByText('No metric sources').waitFor();
    expect(await sendTemperature(product, generatedToken, 182)).toBe(1);
  });
});
