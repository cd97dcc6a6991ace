import { matchEndReasons } from '@cfs/contracts/rule-matches';
import { firstRunAuthor } from '@cfs/contracts/first-hour-steps';
import { sql } from 'kysely';
import type { AddedPacket, IngestRules } from '../../areas/packets/ingest/added-packet.ts';
import type { IncomingPacket } from '../../areas/packets/ingest/incoming-packet.ts';
import { maintainPacketPartitions } from '../../areas/packets/history/maintain-packet-partitions.ts';
import { createPacketStore } from '../../areas/packets/ingest/store-packets.ts';
import { createIngestRules } from '../../areas/rules/ingest-rules.ts';
import { systemContext, type Context } from '../../platform/context.ts';
import type { Work } from '../../platform/durable-work/work-order.ts';
import type { Services } from '../../platform/services.ts';
import { heartbeatSeconds } from './demo-devices.ts';
import { packetAt, type DemoSender } from './demo-senders.ts';

const dayMilliseconds = 86_400_000;
/** The length of the history of readings that a first start generates. */
export const historyMilliseconds = 29 * dayMilliseconds;
/** The time between two generated readings of a sender. */
export const intervalMilliseconds = 15 * 60_000;
/** The last readings are as frequent as live ones, so that the trends of the last hour are drawn as lines. */
const recent = { milliseconds: 2 * 3_600_000, intervalMilliseconds: heartbeatSeconds * 1_000 } as const;
/** The delay between a reading and its arrival, as from a connected sender. */
const delayMilliseconds = 400;
const packetsAtOnce = 5_000;

/** `time` rounded down to a multiple of the interval between generated readings. */
export const slotAt = (time: number, interval = intervalMilliseconds): number => Math.floor(time / interval) * interval;

/** Discards durable work: matches of the distant past run no actions. */
const noWork: Work = {
  record: () => Promise.resolve(),
  recordAll: () => Promise.resolve(),
  schedule: () => Promise.resolve(),
  drop: () => Promise.resolve(),
};

/** A context in which the first run acts in every tenant at a moment of the past. */
export const inThePast = (time: number): Context =>
  systemContext({ name: firstRunAuthor, clock: { now: () => new Date(time) }, tenantId: 'all' });

/** Orders packets by tenant and entity. */
const byEntity = (one: AddedPacket, other: AddedPacket): number =>
  `${one.tenantId} ${one.entityId}`.localeCompare(`${other.tenantId} ${other.entityId}`);

const toAdded = ({ time, ...packet }: IncomingPacket): AddedPacket => ({
  ...packet,
  timestamp: new Date(time),
  receivedAt: new Date(time + delayMilliseconds),
});

interface Past {
  readonly from: number;
  /** Matches from this moment on run their actions. */
  readonly actsFrom: number;
  /** When the demo was first started. */
  readonly began: number;
}

/**
 * Stores the packets of the senders since `from`, one per quarter of an hour and more in the last two hours, with the
 * matches that the rules find in them. Matches since `actsFrom` run their actions; earlier ones are stored as ended and
 * run none.
 */
export const storeDemoHistory = async (
  services: Services,
  senders: readonly DemoSender[],
  { from, actsFrom, began }: Past,
): Promise<void> => {
  const { gate, clock, configuration } = services;
  await maintainPacketPartitions(gate, clock, configuration.packetRetentionDays);
  const now = clock.now().getTime();
  const store = createPacketStore();
  let waiting: IncomingPacket[] = [];
  const flush = async (): Promise<void> => {
    const packets = waiting;
    waiting = [];
    if (packets.length > 0)
      await gate.ingest(inThePast(now), (db) =>
        store.store(db, packets, { delayMilliseconds, storedAt: new Date(now) }),
      );
  };
  const following = (time: number): number =>
    time + (time < now - recent.milliseconds ? intervalMilliseconds : recent.intervalMilliseconds);
  const play = async (first: number, before: number, rules: IngestRules): Promise<void> => {
    for (let time = slotAt(first + intervalMilliseconds - 1); time < before; time = following(time)) {
      const sent = senders.map((sender) => ({ sender, packet: packetAt(sender, time, began) }));
      waiting.push(...sent.flatMap(({ packet }) => packet ?? []));
      const noticed = sent.flatMap(({ sender, packet }) =>
        packet && sender.isNoticed(packet.message) ? [packet] : [],
      );
      if (waiting.length >= packetsAtOnce || noticed.length > 0) await flush();
      if (noticed.length === 0) continue;
      const tenantIds = [...new Set(noticed.map(({ tenantId }) => tenantId))];
      const context = inThePast(time + delayMilliseconds);
      await gate.ingest(context, async (db) =>
        (await rules.hold(db, tenantIds)).evaluate(context, noticed.map(toAdded).sort(byEntity)),
      );
    }
    await flush();
  };
  await play(from, actsFrom, createIngestRules({ ...services, work: noWork }));
  await endMatches(services, new Date(from), new Date(actsFrom));
  await play(actsFrom, now + 1, createIngestRules(services));
};

/** Ends the matches that began within the span at their expiry, or at the end of the span if that is earlier. */
const endMatches = async ({ gate }: Pick<Services, 'gate'>, from: Date, before: Date): Promise<void> => {
  await gate.ingest(inThePast(before.getTime()), (db) =>
    db.run(sql`
      update rule_matches set ended = least(expires, ${before}::timestamptz), end_reason = ${matchEndReasons.Expired},
        completion_processed = true
      where created >= ${from} and created < ${before} and ${db.scopeGuard}`),
  );
};

/** The begin of the history if the first start is at `now`, in milliseconds since 1970. */
export const historyStart = (now: number): number => slotAt(now - historyMilliseconds);
