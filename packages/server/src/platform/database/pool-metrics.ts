import { Gauge, type Registry } from 'prom-client';
import type { PoolLoad } from './connection-pool.ts';
import type { AccessGate } from './gate.ts';

/** Adds gauges for the database connections of the gate by kind of access, read on each scrape. */
export const measurePools = (registry: Registry, gate: Pick<AccessGate, 'loads'>): void => {
  const addGauge = (name: string, help: string, valueOf: (load: PoolLoad) => number): void => {
    new Gauge({
      name,
      help,
      labelNames: ['access'] as const,
      registers: [registry],
      collect() {
        for (const [access, load] of Object.entries(gate.loads())) this.set({ access }, valueOf(load));
      },
    });
  };
  addGauge('database_connections', 'Maximum number of connections of this kind of access.', ({ size }) => size);
  addGauge('database_connections_in_use', 'Connections in use.', ({ inUse }) => inUse);
  addGauge('database_connections_waiting', 'Calls that wait for a connection.', ({ waiting }) => waiting);
};
