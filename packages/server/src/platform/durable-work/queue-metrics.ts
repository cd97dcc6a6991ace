import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../clock.ts';
import { systemContext } from '../context.ts';
import { batched } from '../database/batched-calls.ts';
import type { Gate } from '../database/gate.ts';
import { lanes } from './step-state.ts';
import { workScope } from './work-scope.ts';

/** Maximum steps counted per lane; a longer queue is reported as this number. */
const maxCountedSteps = 100_000;

interface LaneLoad {
  readonly lane: number;
  readonly waiting: number;
  readonly oldest: Date | null;
}

const readLoads = (gate: Gate, clock: Clock): Promise<LaneLoad[]> =>
  gate.read(systemContext({ name: 'metrics', clock, tenantId: 'all' }), workScope, (db) =>
    db.guarded(sql<LaneLoad>`
      select lane.number as lane, counted.waiting, counted.oldest
      from unnest(${Object.values(lanes)}::smallint[]) as lane (number) cross join lateral (
        select count(*)::int as waiting, min(step.created) as oldest from (
          select created from work_steps where state = 0 and lane = lane.number limit ${maxCountedSteps}::int) step) counted`),
  );

const ageOf = ({ oldest }: LaneLoad, now: Date): number =>
  oldest ? Math.max(0, now.getTime() - oldest.getTime()) / 1_000 : 0;

/**
 * Adds gauges for the waiting steps of each lane. They are read on each scrape, and omitted while the database is
 * unavailable.
 */
export const measureQueue = (registry: Registry, gate: Gate, clock: Clock): void => {
  const load = batched(async (of: Gate, requests: readonly undefined[]) => {
    const loads = await readLoads(of, clock).catch(() => []);
    return requests.map(() => loads);
  });
  const addGauge = (name: string, help: string, valueOf: (load: LaneLoad) => number): void => {
    new Gauge({
      name,
      help,
      labelNames: ['lane'] as const,
      registers: [registry],
      // All processes count the same steps.
      aggregator: 'max',
      async collect() {
        const loads = await load(gate, undefined);
        this.reset();
        for (const [lane, number] of Object.entries(lanes)) {
          const found = loads.find((each) => each.lane === number);
          if (found) this.set({ lane }, valueOf(found));
        }
      },
    });
  };
  addGauge(
    'work_steps_waiting',
    'Steps of durable work that wait for a worker, at most 100,000 a lane.',
    ({ waiting }) => waiting,
  );
  addGauge('work_steps_oldest_seconds', 'Age of the oldest step of durable work that waits for a worker.', (each) =>
    ageOf(each, clock.now()),
  );
};
