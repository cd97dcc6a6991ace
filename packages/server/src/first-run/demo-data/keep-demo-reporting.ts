import { firstRunAuthor } from '@cfs/contracts/first-hour-steps';
import { createIngestPipeline } from '../../areas/packets/ingest/ingest-pipeline.ts';
import { engineOf } from '../../areas/rules/engine.ts';
import { createIngestRules } from '../../areas/rules/ingest-rules.ts';
import { systemContext } from '../../platform/context.ts';
import type { Services } from '../../platform/services.ts';
import { heartbeatSeconds } from './demo-devices.ts';
import { historyMilliseconds, historyStart, intervalMilliseconds, slotAt, storeDemoHistory } from './demo-history.ts';
import { demoSenders, packetAt, type DemoSender } from './demo-senders.ts';

/** The periodic sending of readings for the blocks and devices of the demo. */
export interface DemoReporting {
  stop(): Promise<void>;
}

const sendMilliseconds = heartbeatSeconds * 1_000;

/** The senders whose block still exists, the time of the latest reading, and that of the first start of the demo. */
const findSenders = async (services: Services) => {
  const { tenantsByName } = await services.snapshot.current();
  const context = systemContext({ name: firstRunAuthor, clock: services.clock, tenantId: 'all' });
  const senders = demoSenders(new Map(tenantsByName.map(({ name, tenantId }) => [name, tenantId])));
  const rows = await services.gate.read(context, 'Blocks:view', (db) =>
    db
      .selectFrom('blocks')
      .leftJoin('packets_latest as latest', (join) =>
        join.onRef('latest.tenant_id', '=', 'blocks.tenant_id').onRef('latest.entity_id', '=', 'blocks.block_id'),
      )
      .select(['blocks.block_id', 'blocks.created', 'latest.timestamp'])
      .where((row) => row('blocks.block_id', '=', row.fn.any(row.val(senders.map(({ entityId }) => entityId)))))
      .where('blocks.created_by', '=', firstRunAuthor)
      .execute(),
  );
  const known = new Map(rows.map((row) => [row.block_id, row]));
  return {
    senders: senders.filter(({ entityId }) => known.has(entityId)),
    began: Math.min(...rows.map(({ created }) => created.getTime())) + historyMilliseconds,
    latest: Math.max(...rows.map(({ timestamp }) => timestamp?.getTime() ?? 0)),
  };
};

/**
 * Sends a reading of each demo block and device every five minutes until it is stopped, through the same ingest as
 * agents use. It starts with the readings missed since the last run. Deleted blocks and the blocks of renamed tenants
 * send nothing.
 */
export const keepDemoReporting = (services: Services): DemoReporting => {
  const { gate, clock, log } = services;
  const pipeline = createIngestPipeline({ gate, clock, log, rules: createIngestRules(services, engineOf(services)) });
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const send = async (senders: readonly DemoSender[], began: number): Promise<void> => {
    const time = slotAt(clock.now().getTime(), sendMilliseconds);
    const packets = senders.flatMap((sender) => packetAt(sender, time, began) ?? []);
    for (const some of Map.groupBy(packets, ({ tenantId }) => tenantId).values())
      await pipeline.submit({ packets: some, spool: undefined });
  };

  const catchUp = async (): Promise<void> => {
    const { senders, began, latest } = await findSenders(services);
    const now = clock.now().getTime();
    const from = Math.max(latest + intervalMilliseconds, historyStart(now));
    if (senders.length > 0 && from < slotAt(now))
      await storeDemoHistory(services, senders, { from, actsFrom: from, began });
  };

  const round = async (): Promise<void> => {
    const { senders, began } = await findSenders(services);
    if (senders.length > 0) await send(senders, began);
  };

  const repeat = async (work: () => Promise<void>): Promise<void> => {
    await work().catch((error: unknown) => log.warn({ err: error }, 'the readings of the demo could not be sent'));
    if (isStopped) return;
    const now = clock.now().getTime();
    timer = setTimeout(() => (running = repeat(round)), slotAt(now, sendMilliseconds) + sendMilliseconds - now);
    timer.unref();
  };
  let running = repeat(async () => {
    await catchUp();
    await round();
  });

  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
};
