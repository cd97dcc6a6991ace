import { metricSourceStatuses } from '@cfs/contracts/metric-source-enumerations';
import { metricLimits } from '@cfs/contracts/metric-sources';
import { actorId, type Context } from '../../../platform/context.ts';
import { Problem } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { createTimeSlices } from '../../../platform/time-slices.ts';
import type { PacketIntake } from '../../packets/ingest/packet-intake.ts';
import { createPointCollector } from './collect-points.ts';
import { noteSources } from './note-sources.ts';
import { freeTime, planPackets, type PlannedPacket, type TakenTimes } from './plan-packets.ts';
import type { MetricBody, MetricReader } from './read-metrics.ts';

/** The numbers of points of a call by outcome. */
export interface MetricReceipt {
  /** Points in packets that are stored durably. */
  readonly stored: number;
  readonly waiting: number;
  readonly ignored: number;
  readonly unlisted: number;
  readonly unidentified: number;
  readonly notFinite: number;
  /** Points without a valid or free time, with a repeated field, or in packets that could not be stored. */
  readonly invalid: number;
  /** Why a point of `invalid` was not stored. */
  readonly fault: string | undefined;
}

export interface MetricIntake {
  readonly services: Services;
  readonly packets: PacketIntake;
  readonly reader: MetricReader;
}

/** Maximum number of times that a packet is moved because other content is stored at its time. */
const maxMoves = 32;

const takenFault = 'packets with other content are stored at that time';

/** Stores the packets, moving those whose time is taken to another time, and counts their points by outcome. */
const storePackets = async (
  packets: PacketIntake,
  context: Context,
  planned: readonly PlannedPacket[],
  taken: TakenTimes,
): Promise<Pick<MetricReceipt, 'stored' | 'invalid' | 'fault'>> => {
  let [stored, invalid] = [0, 0];
  let fault: string | undefined;
  let left = planned;
  for (let moves = 0; left.length > 0; moves += 1) {
    const outcomes = await packets.take(
      context,
      left.map(({ packet }) => packet),
    );
    const moved: PlannedPacket[] = [];
    for (const [index, each] of left.entries()) {
      const outcome = outcomes[index];
      if (outcome === 'added' || outcome === 'duplicate') stored += each.points;
      else if (outcome === 'conflict' && moves < maxMoves) {
        const { packet, holdsValue } = each;
        const time = freeTime(taken, packet.entityId, packet.time, holdsValue);
        if (time !== undefined) moved.push({ ...each, packet: { ...packet, time } });
        else {
          invalid += each.points;
          fault ??= takenFault;
        }
      } else {
        invalid += each.points;
        fault ??= typeof outcome === 'object' ? outcome.fault : takenFault;
      }
    }
    left = moved;
  }
  return { stored, invalid, fault };
};

/**
 * Processes the points of a call: records their sources, and stores the points of accepted sources as packets.
 *
 * @throws 4xx for a body that cannot be read, 429 and 503 with Retry-After if too many packets or bodies wait or the
 *   database cannot store them now.
 */
export const ingestMetrics = async (
  { services, packets, reader }: MetricIntake,
  context: Context,
  body: MetricBody,
): Promise<MetricReceipt> => {
  const { tenantId, actor } = context;
  packets.requireRoom(tenantId);
  const collector = createPointCollector();
  await reader.read(body, { tenantId, credential: actorId(actor) ?? actor.kind }, (point) => collector.add(point));
  const { sources, unidentified, notFinite, untimed } = collector.collected();
  const noted = await noteSources(services, context, sources);

  const planned: PlannedPacket[] = [];
  const taken: TakenTimes = new Map();
  const counts = { waiting: 0, ignored: 0, unlisted: 0 };
  let [repeated, crowded] = [0, 0];
  const slices = createTimeSlices();
  for (const [key, { points }] of sources) {
    const { status, entityId, valueField } = noted.get(key) ?? {};
    if (status === undefined) counts.unlisted += points.length;
    else if (status === metricSourceStatuses.Ignored) counts.ignored += points.length;
    else if (!entityId) counts.waiting += points.length;
    else {
      const plan = planPackets({ entityId, valueField: valueField ?? null }, points, taken);
      planned.push(...plan.packets);
      repeated += plan.repeated;
      crowded += plan.crowded;
    }
    if (slices.isOver()) await slices.next();
  }
  if (planned.length > metricLimits.packets)
    throw new Problem({ status: 413, detail: `A call creates at most ${metricLimits.packets} packets.` });

  const { stored, invalid, fault } = await storePackets(packets, context, planned, taken);
  const faults = [
    fault,
    ...(untimed > 0 ? ['the timestamp is missing'] : []),
    ...(repeated > 0 ? ['a field occurs twice at the same time'] : []),
    ...(crowded > 0 ? [takenFault] : []),
  ];
  const outcomes = {
    stored,
    ...counts,
    unidentified,
    notFinite,
    invalid: invalid + untimed + repeated + crowded,
  };
  for (const [outcome, count] of Object.entries(outcomes))
    if (count > 0) services.metrics.metricPoints.inc({ outcome }, count);
  return { ...outcomes, fault: faults.find((each) => each !== undefined) };
};
