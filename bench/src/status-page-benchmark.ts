import assert from 'node:assert/strict';
import { request } from 'undici';
import { serverProgram } from './child-program.ts';
import { ownProcessorSeconds } from './process-figures.ts';
import { rawLoad } from './raw-load.ts';
import { percentile, report } from './report.ts';
import { seedCommunications } from './seed-communications.ts';
import type { Serving } from './serving.ts';

/** Communications of the tenant whose page is requested: more than a page shows. */
const communications = 300;
const connections = 16;
const minPerSecond = 5_000;
/** A refresh every five seconds runs three statements on communications, with a few index scans each. */
const maxScansPerSecond = 2;

/** How often the table of communications was scanned since the start of the database. */
const scans = async ({ owner }: Serving): Promise<number> => {
  // A backend writes its statistics once a second at most.
  await owner.query('select pg_stat_force_next_flush(), pg_stat_clear_snapshot()');
  const { rows } = await owner.query<{ scans: string }>(
    `select seq_scan + coalesce(idx_scan, 0) as scans from pg_stat_user_tables
     where schemaname = 'cfs' and relname = 'work_unit_communications'`,
  );
  return Number(rows[0]?.scans);
};

/**
 * Requests per second for a status page, for its feed, and by clients that already have it; and the cost of each for
 * server and database.
 */
export const benchmarkStatusPage = async (serving: Serving, milliseconds: number): Promise<void> => {
  const { origin, owner, tenants, product } = serving;
  await seedCommunications(owner, [tenants.one], communications);
  const published = await request(`${origin}/v1/tenants/${tenants.one}/statuspage`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${await serving.tokenOf('admin')}`, 'content-type': 'application/json' },
    body: JSON.stringify({ isPublic: true }),
  });
  assert.equal(published.statusCode, 200, await published.body.text());
  const page = `/status/${tenants.one}`;
  const asBrowsers = { 'accept-encoding': 'gzip, deflate, br', 'user-agent': 'Mozilla/5.0', accept: 'text/html,*/*' };
  const first = await request(origin + page, { headers: asBrowsers });
  const size = (await first.body.arrayBuffer()).byteLength;
  report({ name: 'status page, bytes as browsers receive it', value: size, unit: 'bytes' });
  const known = { ...asBrowsers, 'if-none-match': String(first.headers.etag) };

  const server = (await product.childId(serverProgram)) ?? serving.serverProcess();
  let missed = 0;
  for (const [name, path, headers, status] of [
    ['the page', page, asBrowsers, 200],
    ['the page, by those who have it', page, known, 304],
    ['the feed', `${page}/feed.atom`, asBrowsers, 200],
  ] as const) {
    const [cpu, scansBefore] = [await ownProcessorSeconds(server), await scans(serving)];
    const load = await rawLoad({ origin, path, headers, status, connections, milliseconds });
    const used = (await ownProcessorSeconds(server)) - cpu;
    const requests = load.perSecond * (milliseconds / 1_000);
    const scansPerSecond = ((await scans(serving)) - scansBefore) / (milliseconds / 1_000);
    if (load.perSecond < minPerSecond) missed += 1;
    if (scansPerSecond > maxScansPerSecond) missed += 1;
    report({
      name: `status page, requests for ${name} (at least ${minPerSecond})`,
      value: load.perSecond,
      unit: 'per second',
    });
    report({ name: `status page, requests for ${name}`, value: requests / used, unit: 'per second of the processor' });
    report({ name: `status page, requests for ${name}, p95`, value: percentile(load.samples, 0.95), unit: 'ms' });
    report({
      name: `status page, scans of the table meanwhile (at most ${maxScansPerSecond})`,
      value: scansPerSecond,
      unit: 'per second',
    });
  }
  report({ name: 'status page, figures that miss their limit', value: missed, unit: 'figures' });
};
