import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { ManualClock } from '../testing/manual-clock.ts';
import { countTenants, namedTenants } from './loudest-tenants.ts';

const start = () => {
  const [registry, clock] = [new Registry(), new ManualClock()];
  return { registry, clock, tenants: countTenants(registry, clock) };
};

const series = async (registry: Registry): Promise<string[]> =>
  (await registry.metrics()).split('\n').filter((line) => line.startsWith('tenant_load'));

it('reports the last full minute of only the loudest tenants', async () => {
  const { registry, clock, tenants } = start();
  for (let tenant = 1; tenant <= 500; tenant += 1) tenants.count('calls', `tenant-${tenant}`, tenant);
  tenants.count('packets', 'tenant-1', 7);
  tenants.count('packets', 'tenant-1');
  expect(await series(registry)).toEqual([]);
  clock.advance(60_000);
  const reported = await series(registry);
  expect(reported.filter((line) => line.includes('load="calls"'))).toEqual(
    Array.from(
      { length: namedTenants },
      (_, at) => `tenant_load{load="calls",tenant="tenant-${500 - at}"} ${500 - at}`,
    ),
  );
  expect(reported).toContain('tenant_load{load="packets",tenant="tenant-1"} 8');
});

it('counts each minute separately', async () => {
  const { registry, clock, tenants } = start();
  tenants.count('steps', 'early', 3);
  clock.advance(61_000);
  tenants.count('steps', 'late', 2);
  expect(await series(registry)).toEqual(['tenant_load{load="steps",tenant="early"} 3']);
  clock.advance(59_000);
  expect(await series(registry)).toEqual(['tenant_load{load="steps",tenant="late"} 2']);
});

it('drops counts older than the last full minute', async () => {
  const { registry, clock, tenants } = start();
  tenants.count('steps', 'early', 3);
  clock.advance(120_000);
  expect(await series(registry)).toEqual([]);
});
