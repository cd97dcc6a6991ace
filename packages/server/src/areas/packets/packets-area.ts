import type { App } from '../../platform/http/app-instance.ts';
import type { Area, Services } from '../../platform/services.ts';
import type { IngestRules } from './added-packet.ts';
import { packetHoursTimer, rollUpPacketHours, schedulePacketHours } from './hours/packet-hours-timer.ts';
import { createIngestPipeline } from './ingest-pipeline.ts';
import { packetEntity } from './packet-entity.ts';
import { keepPacketPartitions } from './keep-packet-partitions.ts';
import { packetTrendsRoute } from './charts/packet-trends-route.ts';
import { packetsRoutes, type FindOwnEntities } from './packets-routes.ts';

const housekeepingInterval = 60 * 60_000;

/** Days of history exist before the first packet comes, and are looked after every hour. */
const keepHouse = (app: App, services: Services): void => {
  const { gate, clock, log, configuration } = services;
  const keep = (): Promise<void> => keepPacketPartitions(gate, clock, configuration.packetRetentionDays);
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onReady', async () => {
    await keep();
    await schedulePacketHours(services);
    timer = setInterval(() => {
      keep().catch((error: unknown) =>
        log.error({ err: error }, 'the days of packet history could not be looked after'),
      );
    }, housekeepingInterval);
  });
  app.addHook('onClose', async () => clearInterval(timer));
};

/** Packets and logs as they come in. `createRules` makes the rules that look at every packet before it is durable. */
export const createPacketsArea = ({
  createRules,
  createOwnEntities,
}: {
  readonly createRules: (services: Services) => IngestRules;
  /** Tells for which entities besides itself a device may send. */
  readonly createOwnEntities: (services: Services) => FindOwnEntities;
}): Area => ({
  name: 'packets',
  entities: [packetEntity],
  tables: {
    packet_history: { exempt: 'telemetry' },
    packet_hours: { exempt: 'telemetry' },
    packet_hours_progress: { exempt: 'internal' },
    stale_packet_hours: { exempt: 'internal' },
    packets_latest: { exempt: 'telemetry' },
    agent_spools: { exempt: 'telemetry' },
    entity_logs: { exempt: 'telemetry' },
  },
  routes: async (app, services) => {
    const { gate, clock, log, tracing } = services;
    keepHouse(app, services);
    packetTrendsRoute(app, services);
    const pipeline = createIngestPipeline({ gate, clock, log, tracing, rules: createRules(services) });
    await packetsRoutes(app, services, pipeline, createOwnEntities(services));
  },
  timers: { [packetHoursTimer]: rollUpPacketHours },
});
