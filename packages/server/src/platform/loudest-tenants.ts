import { Gauge, type Registry } from 'prom-client';
import type { Clock } from './clock.ts';

/** The counted loads: calls of people and machines, received packets, attempts at steps of durable work. */
export const tenantLoads = ['calls', 'packets', 'steps'] as const;
export type TenantLoad = (typeof tenantLoads)[number];

/** Number of tenants of each load that have series in the metrics. */
export const namedTenants = 10;
const windowMilliseconds = 60_000;

/** Counts the load of tenants, and reports the tenants with the highest load. */
export interface TenantCounts {
  count(load: TenantLoad, tenantId: string, times?: number): void;
}

interface Window {
  readonly began: number;
  readonly counts: Readonly<Record<TenantLoad, Map<string, number>>>;
}

const openWindow = (began: number): Window => ({
  began,
  counts: { calls: new Map(), packets: new Map(), steps: new Map() },
});

const loudest = (counts: ReadonlyMap<string, number>): [tenantId: string, count: number][] =>
  [...counts]
    .toSorted(([one, ofOne], [other, ofOther]) => ofOther - ofOne || (one < other ? -1 : 1))
    .slice(0, namedTenants);

/**
 * Adds the gauge `tenant_load`: for each load, the counts of its ten loudest tenants on this node in the last full
 * minute. Other tenants have no series, however many there are; memory is bounded by the tenants of two minutes.
 */
export const countTenants = (registry: Registry, clock: Clock): TenantCounts => {
  let current = openWindow(clock.now().getTime());
  let last = openWindow(current.began);

  const turn = (): void => {
    const now = clock.now().getTime();
    const elapsed = now - current.began;
    if (elapsed >= 0 && elapsed < windowMilliseconds) return;
    last = elapsed >= 0 && elapsed < 2 * windowMilliseconds ? current : openWindow(now);
    current = openWindow(now - (elapsed > 0 ? elapsed % windowMilliseconds : 0));
  };

  new Gauge({
    name: 'tenant_load',
    help: 'Load of the ten tenants with the highest load on this node within the last full minute, by kind of load.',
    labelNames: ['load', 'tenant'] as const,
    registers: [registry],
    collect() {
      turn();
      this.reset();
      for (const load of tenantLoads)
        for (const [tenant, count] of loudest(last.counts[load])) this.set({ load, tenant }, count);
    },
  });

  return {
    count(load, tenantId, times = 1) {
      turn();
      const counts = current.counts[load];
      counts.set(tenantId, (counts.get(tenantId) ?? 0) + times);
    },
  };
};
