import type { App } from '../../platform/http/app-instance.ts';
import { runPeriodically } from '../../platform/run-periodically.ts';
import type { Area, Services } from '../../platform/services.ts';
import type { IngestRules } from './ingest/added-packet.ts';
import { packetHoursTimer, rollUpPacketHours, schedulePacketHours } from './hours/packet-hours-timer.ts';
import { removeOldEntityLogs } from './entity-logs.ts';
import { deleteOldEntities } from './history/delete-old-entities.ts';
import { createIngestPipeline } from './ingest/ingest-pipeline.ts';
import { packetEntity } from './packet-entity.ts';
import { createPacketIntake, type PacketIntake } from './ingest/packet-intake.ts';
import { dropPacketPartitions, maintainPacketPartitions } from './history/maintain-packet-partitions.ts';
import { recordIntakePeriodically } from './ingest/note-intake.ts';
import { packetTrendsRoute } from './charts/packet-trends-route.ts';
import { packetsRoutes, type FindOwnEntities } from './packets-routes.ts';

const housekeepingInterval = 60 * 60_000;

/** Creates the partitions of the history before the first packet arrives, and maintains them every hour. */
const startHousekeeping = (app: App, services: Services): void => {
  const { gate, clock, log, configuration } = services;
  const { packetRetentionDays } = configuration;
  const ending = new AbortController();
  const drop = async (): Promise<void> => {
    const isDone = await dropPacketPartitions(gate, clock, packetRetentionDays, ending.signal);
    if (!isDone && !ending.signal.aborted)
      log.warn(
        'expired days of packet history are in use and could not be dropped, the next attempt follows in an hour',
      );
  };
  let stop = async (): Promise<void> => undefined;
  app.addHook('onReady', async () => {
    await maintainPacketPartitions(gate, clock, packetRetentionDays);
    await schedulePacketHours(services);
    const dropped = drop().catch((error: unknown) =>
      log.error({ err: error }, 'days of packet history could not be dropped'),
    );
    const timer = runPeriodically(
      'packet partitions',
      housekeepingInterval,
      async () => {
        await maintainPacketPartitions(gate, clock, packetRetentionDays);
        await drop();
      },
      log,
    );
    stop = async () => void (await Promise.all([dropped, timer.stop()]));
  });
  app.addHook('onClose', async () => {
    ending.abort();
    await stop();
  });
};

/**
 * The intake of packets and logs. `createRules` creates the rules that are evaluated on every packet before it is
 * durable.
 */
export const createPacketsArea = ({
  createRules,
  createOwnEntities,
  registerOtherRoutes,
}: {
  readonly createRules: (services: Services) => IngestRules;
  /** Creates the function that finds the entities, other than itself, for which a device may send. */
  readonly createOwnEntities: (services: Services) => FindOwnEntities;
  /** Registers the routes that create packets from data in other formats. */
  readonly registerOtherRoutes: (app: App, services: Services, intake: PacketIntake) => Promise<void>;
}): Area => ({
  name: 'packets',
  entities: [packetEntity],
  tables: {
    packet_history: { exempt: 'telemetry' },
    packet_hours: { exempt: 'telemetry' },
    packet_hours_progress: { exempt: 'internal' },
    stale_packet_hours: { exempt: 'internal' },
    packets_latest: { exempt: 'telemetry' },
    packet_entity_counts: { exempt: 'internal' },
    agent_spools: { exempt: 'telemetry' },
    packet_intake: { exempt: 'internal' },
    entity_logs: { exempt: 'telemetry' },
  },
  routes: async (app, services) => {
    const { gate, clock, log, tracing } = services;
    const { webProcesses, packetRetentionDays: retentionDays, limits } = services.configuration;
    const { entitiesPerTenant } = limits;
    startHousekeeping(app, services);
    recordIntakePeriodically(app, services);
    packetTrendsRoute(app, services);
    const rules = createRules(services);
    const bounds = { webProcesses, retentionDays, entitiesPerTenant };
    const pipeline = createIngestPipeline({ gate, clock, log, tracing, rules, ...bounds });
    // On its own, the server does not wait for requests whose clients have disconnected.
    app.addHook('onClose', () => pipeline.drained());
    await packetsRoutes(app, services, pipeline, createOwnEntities(services));
    await registerOtherRoutes(app, services, createPacketIntake(services, pipeline));
  },
  timers: { [packetHoursTimer]: rollUpPacketHours },
  tasks: {
    'remove old entity logs': { pauseMilliseconds: housekeepingInterval, run: removeOldEntityLogs },
    'delete old entities': { pauseMilliseconds: housekeepingInterval, run: (services) => deleteOldEntities(services) },
  },
});
