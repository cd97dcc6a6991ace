import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { CDPSession, Page } from 'playwright-core';
import { request } from 'undici';
import { traceMainThread, type MainThread } from './page-trace.ts';
import { launchBrowser, signIn } from './portal-page.ts';
import { percentile, report } from './report.ts';
import { createPacketToken } from './load-packets.ts';
import type { Serving } from './serving.ts';

const tiles = 1_000;
const maxTaskMilliseconds = 50;
const maxFrameMilliseconds = 8;

/** Packets arrive continuously; blocks and packets are requested every 10 s, trends every minute. */
const measuredMilliseconds = 70_000;
const sendEveryMilliseconds = 2_000;
const pixelsPerSecond = 2_000;
const colors = ['009900', 'FF3333', 'FFFF33'];

/** A thousand blocks, a third of them coloured, with a day of hourly averages each. */
const seedBlocks = async (owner: pg.Client, tenantId: string): Promise<readonly string[]> => {
  const subscriptionId = randomUUID();
  const ids = Array.from({ length: tiles }, () => randomUUID());
  await owner.query(
    `insert into cfs.subscriptions (tenant_id, subscription_id, name, created, created_by, modified, modified_by)
     values ($1, $2, 'Benchmark', now(), 'bench', now(), 'bench')`,
    [tenantId, subscriptionId],
  );
  await owner.query(
    `insert into cfs.blocks (tenant_id, block_id, subscription_id, name, block_type_id, created, created_by, modified, modified_by)
     select $1, id, $2, 'Block ' || lpad(n::text, 4, '0'), 1, now(), 'bench', now(), 'bench'
     from unnest($3::uuid[]) with ordinality blocks(id, n)`,
    [tenantId, subscriptionId, ids],
  );
  await owner.query(
    `insert into cfs.entity_colors (tenant_id, entity_id, color, moment, position, modified)
     select $1, id, ($3::text[])[1 + n / 3 % 3], now(), 0, now() from unnest($2::uuid[]) with ordinality blocks(id, n) where n % 3 = 0`,
    [tenantId, ids, colors],
  );
  await owner.query(
    `insert into cfs.packet_hours (tenant_id, entity_id, hour, packet_count, number_count, minimum, maximum, average)
     select $1, id, date_trunc('hour', now()) - hours * interval '1 hour', 60, 60, 0, 100, 50 + 40 * sin(n + hours / 3.0)
     from unnest($2::uuid[]) with ordinality blocks(id, n) cross join generate_series(1, 24) hours`,
    [tenantId, ids],
  );
  return ids;
};

const sendReadings = async (origin: string, token: string, ids: readonly string[], turn: number): Promise<void> => {
  const timestamp = new Date().toISOString();
  const packets = ids.map((entityId, index) => ({
    entityId,
    timestamp,
    message: {
      Value: Math.round(10_000 * Math.abs(Math.sin(index + turn))) / 100,
      Properties: { ValueName: 'Temperature', Unit: '°C' },
    },
  }));
  const { statusCode, body } = await request(`${origin}/v1/packets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(packets),
  });
  const text = await body.text();
  assert.equal(statusCode, 202, text);
};

/** Scrolls from one end of the tiles to the other and back until the time is over. */
const scrollUntil = async (page: Page, session: CDPSession, end: number): Promise<void> => {
  const list = page.getByRole('list', { name: 'Blocks' });
  const distance = await list.evaluate((element) => element.scrollHeight - (element.parentElement?.clientHeight ?? 0));
  for (let turn = 0; performance.now() < end; turn += 1)
    await session.send('Input.synthesizeScrollGesture', {
      x: 700,
      y: 500,
      yDistance: turn % 2 === 0 ? -distance : distance,
      speed: pixelsPerSecond,
      preventFling: true,
    });
};

const tell = ({ tasks, scripts }: MainThread): void => {
  const scrolled = `${tiles.toLocaleString('en')} tiles that scroll and refresh`;
  const above = (values: readonly number[], max: number): number => values.filter((value) => value > max).length;
  report({ name: `${scrolled}, frames`, value: scripts.length, unit: 'frames' });
  for (const [words, times] of [
    ['', tasks.map(({ elapsed }) => elapsed)],
    [' in processor time', tasks.map(({ processor }) => processor)],
  ] as const) {
    report({
      name: `${scrolled}, longest task${words} (at most ${maxTaskMilliseconds} ms)`,
      value: Math.max(...times),
      unit: 'ms',
    });
    report({
      name: `${scrolled}, tasks above ${maxTaskMilliseconds} ms${words}`,
      value: above(times, maxTaskMilliseconds),
      unit: 'tasks',
    });
  }
  for (const [name, share] of [
    ['median', 0.5],
    ['99 of 100', 0.99],
  ] as const)
    report({ name: `${scrolled}, script of a frame, ${name}`, value: percentile(scripts, share), unit: 'ms' });
  report({
    name: `${scrolled}, longest script of a frame (at most ${maxFrameMilliseconds} ms)`,
    value: Math.max(...scripts),
    unit: 'ms',
  });
  report({
    name: `${scrolled}, frames with more than ${maxFrameMilliseconds} ms of script`,
    value: above(scripts, maxFrameMilliseconds),
    unit: 'frames',
  });
};

/** Measures the main thread of the blocks screen while it scrolls and refreshes; scripts are in processor time. */
export const benchmarkTiles = async ({ origin, owner, tenants, tokenOf }: Serving): Promise<void> => {
  const ids = await seedBlocks(owner, tenants.one);
  const token = await createPacketToken(origin, await tokenOf('admin'), tenants.one);
  await sendReadings(origin, token, ids, 0);
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await signIn(page, `/${tenants.one}/blocks`);
    await page.locator('.tile path').first().waitFor();
    // Warm-up: compiles the scripts and fills the caches of trends.
    await scrollUntil(page, session, performance.now() + 1);
    let turn = 0;
    const send = async (): Promise<void> => sendReadings(origin, token, ids, (turn += 1));
    const sending: Promise<void>[] = [];
    const sender = setInterval(() => sending.push(send()), sendEveryMilliseconds);
    const figures = await traceMainThread(browser, page, () =>
      scrollUntil(page, session, performance.now() + measuredMilliseconds),
    ).finally(() => clearInterval(sender));
    await Promise.all(sending);
    tell(figures);
  } finally {
    await browser.close();
  }
};
