import { agentBatchHeaders } from '@cfs/contracts/agent-protocol';
import { packetLimits, packetReceipt, type PacketReceipt } from '@cfs/contracts/packets';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import type { App } from '../../platform/http/app-instance.ts';
import { listRoute } from '../../platform/odata/list-route.ts';
import { badRequest, invalid } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { checkPacket, type PacketSender } from './check-packet.ts';
import type { IncomingPacket, SpoolReport } from './incoming-packet.ts';
import type { IngestPipeline } from './ingest-pipeline.ts';
import { notJson, readPacketBody } from './packet-body.ts';
import { packetEntity } from './packet-entity.ts';

const senderOf = (context: Context, spooled: boolean): PacketSender => ({
  tenantId: context.tenantId,
  deviceId: context.actor.kind === 'device' ? context.actor.deviceId : undefined,
  spooled,
  now: context.clock.now().getTime(),
});

const timeHeader = (request: FastifyRequest, name: string): Date | undefined => {
  const text = request.headers[name];
  if (text === undefined) return undefined;
  const time = new Date(String(text));
  if (Number.isNaN(time.getTime())) throw badRequest(`The header ${name} is not a time.`);
  return time;
};

/** What a device says of its clock and spool; a tenant token has neither. */
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

const checkPackets = (items: readonly unknown[], sender: PacketSender) => {
  const good: { readonly index: number; readonly packet: IncomingPacket }[] = [];
  const rejected: Rejection[] = [];
  for (const [index, item] of items.entries()) {
    const checked = item === notJson ? { errors: ['is not valid JSON'] } : checkPacket(item, sender);
    if ('packet' in checked) good.push({ index, packet: checked.packet });
    else rejected.push({ index, errors: [...checked.errors] });
  }
  return { good, rejected };
};

const refuseAll = (rejected: readonly Rejection[]) =>
  invalid(Object.fromEntries(rejected.map(({ index, errors }) => [`packets[${index}]`, errors])));

const takePackets = async (pipeline: IngestPipeline, request: FastifyRequest): Promise<PacketReceipt> => {
  const items = request.body as readonly unknown[];
  const spool = spoolReportOf(request);
  const { good, rejected } = checkPackets(items, senderOf(request.context, spool !== undefined));
  if (good.length === 0 && rejected.length > 0) throw refuseAll(rejected);
  const outcomes = await pipeline.submit({ packets: good.map((each) => each.packet), spool });

  const receipt: PacketReceipt = { accepted: 0, duplicates: 0, rejected, conflicts: [] };
  for (const [place, { index }] of good.entries()) {
    switch (outcomes[place]) {
      case 'added':
        receipt.accepted += 1;
        break;
      case 'duplicate':
        receipt.duplicates += 1;
        break;
      case 'conflict':
        receipt.conflicts.push({ index });
        break;
      case 'failed':
      case undefined:
        receipt.rejected.push({ index, errors: ['could not be processed'] });
    }
  }
  if (receipt.rejected.length === items.length && items.length > 0) throw refuseAll(receipt.rejected);
  receipt.rejected.sort((one, other) => one.index - other.index);
  return receipt;
};

/** Each packet is looked at by itself (`check-packet.ts`): one at fault does not refuse the others. */
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

/** The latest packets as a list, and the way in for new ones with body parsers of its own. */
export const packetRoutes = async (app: App, services: Services, pipeline: IngestPipeline): Promise<void> => {
  listRoute(app, services, packetEntity);

  await app.register(async (scope: App) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['application/json', 'application/x-ndjson', 'application/ndjson'],
      { parseAs: 'buffer', bodyLimit: packetLimits.bodyBytes },
      (request: FastifyRequest, body: Buffer) =>
        readPacketBody(body, {
          contentType: request.headers['content-type'] ?? '',
          encoding: request.headers['content-encoding'],
        }),
    );
    scope.post(
      '/v1/packets',
      {
        bodyLimit: packetLimits.bodyBytes,
        // Most receipts are some bytes, and looking at each for what could be saved costs more than it saves.
        compress: false,
        config: {
          permission: { machine: 'packets' },
          summary: 'Send packets: one, an array, or NDJSON',
          takes: packetBodies,
        },
        schema: { response: { 202: packetReceipt } },
      },
      async (request, reply) => reply.code(202).send(await takePackets(pipeline, request)),
    );
  });
};
