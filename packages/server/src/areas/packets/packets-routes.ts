import { agentBatchHeaders } from '@cfs/contracts/agent-protocol';
import { packetLimits, packetReceipt, type PacketReceipt } from '@cfs/contracts/packets';
import { instant } from '@cfs/contracts/text';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Configuration } from '../../platform/configuration.ts';
import { actorId } from '../../platform/context.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { App } from '../../platform/http/app-instance.ts';
import { listRoute } from '../../platform/odata/list-route.ts';
import { badRequest, invalid } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { checkPacket, type PacketSender } from './ingest/check-packet.ts';
import { isRejection, rejectionReasons, type IncomingPacket, type SpoolReport } from './ingest/incoming-packet.ts';
import type { IngestPipeline } from './ingest/ingest-pipeline.ts';
import { measurePackets } from './ingest/measure-packets.ts';
import type { ReadPacket } from './ingest/packet-body.ts';
import { packetEntity } from './packet-entity.ts';
import { createPacketReader, type PacketReader } from './ingest/packet-reader.ts';

const senderOf = ({ context }: FastifyRequest, spooled: boolean, retentionDays: number): PacketSender => ({
  tenantId: context.tenantId,
  deviceId: context.actor.kind === 'device' ? context.actor.deviceId : undefined,
  spooled,
  now: context.clock.now().getTime(),
  retentionDays,
  origin: { traceId: context.traceId, span: context.span },
});

const timeHeader = (request: FastifyRequest, name: string): Date | undefined => {
  const text = request.headers[name];
  if (text === undefined) return undefined;
  const time = instant.safeParse(text);
  if (!time.success) throw badRequest(`The header ${name} is not a time.`);
  return new Date(time.data);
};

/**
 * Returns a device's report of its clock and spool; `undefined` for a tenant token, or without the header of its time.
 */
const spoolReportOf = (request: FastifyRequest): SpoolReport | undefined => {
  const { actor, tenantId, clock } = request.context;
  const time = timeHeader(request, agentBatchHeaders.time);
  if (actor.kind !== 'device' || time === undefined) return undefined;
  const sequence = Number(request.headers[agentBatchHeaders.sequence]);
  if (!Number.isSafeInteger(sequence) || sequence < 0) {
    throw badRequest(`The header ${agentBatchHeaders.sequence} is not a whole number.`);
  }
  return {
    tenantId,
    deviceId: actor.deviceId,
    clockOffset: clock.now().getTime() - time.getTime(),
    sequence,
    oldestUnsent: timeHeader(request, agentBatchHeaders.oldestUnsent),
  };
};

type Rejection = PacketReceipt['rejected'][number];

interface CheckedPackets {
  good: { readonly index: number; readonly packet: IncomingPacket }[];
  readonly rejected: Rejection[];
  /** Number of packets checked so far. */
  count: number;
}

/** Checks each packet as it is read, so that memory does not contain both its sent and its stored form. */
const checkInto = (checked: CheckedPackets, sender: PacketSender) => {
  return (read: ReadPacket): void => {
    const index = checked.count++;
    const result = 'fault' in read ? { errors: [read.fault] } : checkPacket(read.value, sender, read);
    if ('packet' in result) checked.good.push({ index, packet: result.packet });
    else checked.rejected.push({ index, errors: [...result.errors] });
  };
};

const refuseAll = (rejected: readonly Rejection[]) =>
  invalid(Object.fromEntries(rejected.map(({ index, errors }) => [`packets[${index}]`, errors])));

/** Reads the body here instead of in a content type parser, so that it is checked packet by packet. */
const readBody = async (
  reader: PacketReader,
  request: FastifyRequest,
  sender: PacketSender,
): Promise<CheckedPackets> => {
  const checked: CheckedPackets = { good: [], rejected: [], count: 0 };
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  request.body = undefined;
  const { actor, tenantId } = request.context;
  const headers = {
    contentType: request.headers['content-type'] ?? '',
    encoding: request.headers['content-encoding'],
  };
  const credential = actorId(actor) ?? actor.kind;
  await reader.read(body, headers, { tenantId, credential }, checkInto(checked, sender));
  return checked;
};

/** Finds the entities, other than itself, for which a device may send, among the given ids in lower case. */
export type FindOwnEntities = (
  device: { readonly tenantId: string; readonly deviceId: string },
  entityIds: readonly string[],
) => Promise<ReadonlySet<string>>;

/** Moves packets for entities that are not the device's own from the good ones to the rejected ones. */
const rejectForeign = async (
  findOwnEntities: FindOwnEntities,
  { context: { actor, tenantId } }: FastifyRequest,
  checked: CheckedPackets,
): Promise<void> => {
  if (actor.kind !== 'device') return;
  const { deviceId } = actor;
  const others = new Set(checked.good.map(({ packet }) => packet.entityId).filter((id) => id !== deviceId));
  if (others.size === 0) return;
  const own = await findOwnEntities({ tenantId, deviceId }, [...others]);
  const isForeign = ({ entityId }: IncomingPacket): boolean => entityId !== deviceId && !own.has(entityId);
  const errors = ['entityId is not an entity of this device'];
  checked.rejected.push(
    ...checked.good.filter(({ packet }) => isForeign(packet)).map(({ index }) => ({ index, errors })),
  );
  checked.good = checked.good.filter(({ packet }) => !isForeign(packet));
};

interface Intake {
  readonly configuration: Configuration;
  readonly reader: PacketReader;
  readonly pipeline: IngestPipeline;
  readonly findOwnEntities: FindOwnEntities;
  readonly metrics: Metrics;
}

const receivePackets = async (
  { configuration: { packetRetentionDays }, reader, pipeline, findOwnEntities, metrics }: Intake,
  request: FastifyRequest,
): Promise<PacketReceipt> => {
  pipeline.requireRoom(request.context.tenantId);
  const spool = spoolReportOf(request);
  const sender = senderOf(request, spool !== undefined, packetRetentionDays);
  const checked = await readBody(reader, request, sender);
  await rejectForeign(findOwnEntities, request, checked);
  const { good, rejected, count } = checked;
  if (good.length === 0 && rejected.length > 0) throw refuseAll(rejected);
  const outcomes = await pipeline.submit({ packets: good.map((each) => each.packet), spool });

  const receipt: PacketReceipt = { accepted: 0, duplicates: 0, rejected, conflicts: [] };
  for (const [place, { index }] of good.entries()) {
    const outcome = outcomes[place] ?? 'failed';
    if (isRejection(outcome)) receipt.rejected.push({ index, errors: [rejectionReasons[outcome]] });
    else if (outcome === 'added') receipt.accepted += 1;
    else if (outcome === 'duplicate') receipt.duplicates += 1;
    else receipt.conflicts.push({ index });
  }
  measurePackets(
    metrics,
    sender,
    good.map(({ packet }) => packet),
    {
      accepted: receipt.accepted,
      duplicate: receipt.duplicates,
      conflict: receipt.conflicts.length,
      rejected: receipt.rejected.length,
    },
  );
  if (receipt.rejected.length === count && count > 0) throw refuseAll(receipt.rejected);
  receipt.rejected.sort((one, other) => one.index - other.index);
  return receipt;
};

/**
 * Describes a packet. Each one is checked separately (`ingest/check-packet.ts`), so that an invalid one does not affect
 * others.
 */
const packetSchema = z.object({
  entityId: z.guid(),
  timestamp: z.iso.datetime({ offset: true }),
  message: z.looseObject({
    Value: z.union([z.string(), z.number(), z.boolean()]).nullish(),
    Properties: z.record(z.string(), z.unknown()).optional(),
    Metrics: z.record(z.string(), z.unknown()).optional(),
    States: z.record(z.string(), z.unknown()).optional(),
    Diagnostics: z.record(z.string(), z.unknown()).optional(),
  }),
});
const packetBodies = {
  'application/json': z.union([packetSchema, z.array(packetSchema)]),
  'application/x-ndjson': z.string(),
};

/** Routes that list the latest packets and receive new ones, the latter with its own content type parser. */
export const packetsRoutes = async (
  app: App,
  services: Services,
  pipeline: IngestPipeline,
  findOwnEntities: FindOwnEntities,
): Promise<void> => {
  listRoute(app, services, packetEntity);
  const { configuration, metrics } = services;
  const intake = { configuration, reader: createPacketReader(), pipeline, findOwnEntities, metrics };

  await app.register(async (scope: App) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['application/json', 'application/x-ndjson', 'application/ndjson'],
      { parseAs: 'buffer', bodyLimit: packetLimits.bodyBytes },
      (_request, body, parsed) => parsed(null, body),
    );
    scope.post(
      '/v1/packets',
      {
        bodyLimit: packetLimits.bodyBytes,
        // Most receipts are a few bytes: trying to compress each costs more than it saves.
        compress: false,
        config: {
          unaudited: 'telemetry',
          permission: { machine: 'packets' },
          summary: 'Send packets: one, an array, or NDJSON',
          takes: packetBodies,
        },
        schema: { response: { 202: packetReceipt } },
        // Each receipt is created here according to the schema; validating it costs as much as reading a small packet.
        serializerCompiler: () => (receipt) => JSON.stringify(receipt),
      },
      async (request, reply) => reply.code(202).send(await receivePackets(intake, request)),
    );
  });
};
