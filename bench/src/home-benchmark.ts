import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { pollIntervals } from '@cfs/contracts/sizes';
import { request } from 'undici';
import { percentile, report } from './report.ts';
import type { Serving } from './serving.ts';

/** Limits of the 95th percentile of calls, in milliseconds. */
const limits = { cold: 1_000, cached: 50, fresh: 30_000 } as const;
const cachedCalls = 60;
const freshRounds = 3;
const pollMilliseconds = 250;

/** Each has a separate entry in the server's cache. */
const timeZones = Intl.supportedValuesOf('timeZone').slice(0, 60);

interface Width {
  readonly name: string;
  readonly person: string;
}

/** Both read the tenant with the devices. One sees the units of all tenants, the other those of that tenant. */
const widths: readonly Width[] = [
  { name: 'all', person: 'admin' },
  { name: 'one', person: 'operator' },
];

interface Answer {
  readonly workUnits: { readonly openIncidents: number };
}

/**
 * Times Home uncached and from the server's cache, and the delay until a figure reflects a change, including the
 * polling interval of the portal.
 */
export const benchmarkHome = async ({ origin, tenants, tokenOf, restart }: Serving): Promise<void> => {
  const home = async (token: string, timeZone: string): Promise<{ taken: number; answer: Answer }> => {
    const began = performance.now();
    const response = await request(`${origin}/v1/home?timeZone=${encodeURIComponent(timeZone)}`, {
      headers: { authorization: `Bearer ${token}`, 'x-tenant-id': tenants.one },
    });
    const text = await response.body.text();
    const taken = performance.now() - began;
    assert.equal(response.statusCode, 200, text.slice(0, 400));
    return { taken, answer: JSON.parse(text) as Answer };
  };
  const judged = (name: string, value: number, limit: number): void =>
    report({ name: `Home, 1,000,000 work units and 10,000 devices, ${name} (at most ${limit} ms)`, value, unit: 'ms' });

  await restart();
  for (const { name, person } of widths) {
    const token = await tokenOf(person);
    const scope = `scope of ${name}`;
    judged(`first call after a start, ${scope}`, (await home(token, 'UTC')).taken, limits.cold);
    const cold: number[] = [];
    for (const timeZone of timeZones) cold.push((await home(token, timeZone)).taken);
    judged(`read from the database, p95, ${scope}`, percentile(cold, 0.95), limits.cold);
    judged(`read from the database, median, ${scope}`, percentile(cold, 0.5), limits.cold);
    const cached: number[] = [];
    while (cached.length < cachedCalls) {
      await home(token, 'UTC');
      for (let call = 0; call < cachedCalls / 3; call += 1) cached.push((await home(token, 'UTC')).taken);
    }
    judged(`from the cache, p95, ${scope}`, percentile(cached, 0.95), limits.cached);
  }

  const token = await tokenOf('operator');
  const ages: number[] = [];
  for (let round = 0; round < freshRounds; round += 1) {
    const before = (await home(token, 'UTC')).answer.workUnits.openIncidents;
    const created = await request(`${origin}/v1/workunits`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${token}`,
        'x-tenant-id': tenants.one,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ tenantId: tenants.one, title: 'Measured', severityId: 'Sev4', workUnitTypeId: 1 }),
    });
    assert.ok(created.statusCode < 300, await created.body.text());
    const began = performance.now();
    while ((await home(token, 'UTC')).answer.workUnits.openIncidents === before) await wait(pollMilliseconds);
    ages.push(performance.now() - began + pollIntervals.home);
  }
  judged('from a change to the screen, at most', Math.max(...ages), limits.fresh);
};
