import { metricLimits, exportMetricsResponse, remoteWriteReceipt } from '@cfs/contracts/metric-sources';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { App } from '../../../platform/http/app-instance.ts';
import { forbidden, invalid, Problem } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import type { PacketIntake } from '../../packets/ingest/packet-intake.ts';
import { jsonAnswer, partialSuccessOf, protobufAnswer } from './otlp-answer.ts';
import { createMetricReader, type MetricCompression, type MetricFormat } from './read-metrics.ts';
import { ingestMetrics } from './ingest-metrics.ts';

const protobufType = 'application/x-protobuf';

const unsupported = (detail: string): Problem => new Problem({ status: 415, detail });

const encodingOf = (request: FastifyRequest): string =>
  request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';

const bodyOf = (request: FastifyRequest): Buffer => {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  request.body = undefined;
  return bytes;
};

const otlpCompression = (request: FastifyRequest): MetricCompression => {
  const encoding = encodingOf(request);
  if (encoding !== 'identity' && encoding !== 'gzip') throw unsupported('The only accepted content encoding is gzip.');
  return encoding;
};

const isJson = (request: FastifyRequest): boolean =>
  (request.headers['content-type'] ?? '').toLowerCase().startsWith('application/json');

/** Refuses calls other than remote write of version 1. Throws 415. */
const expectRemoteWrite = (request: FastifyRequest): void => {
  const version = request.headers['x-prometheus-remote-write-version'];
  const isOther = version !== undefined && !String(version).startsWith('0.1.');
  if (isOther || /proto\s*=\s*"?io\.prometheus\.write\.v2/i.test(request.headers['content-type'] ?? ''))
    throw unsupported('Only version 1 of Prometheus remote write (0.1.0) is accepted.');
  if (isJson(request)) throw unsupported(`The only accepted media type is ${protobufType}.`);
  if (encodingOf(request) !== 'snappy') throw unsupported('The only accepted content encoding is snappy.');
};

const machine = { unaudited: 'telemetry', permission: { machine: 'packets' } } as const;
const bytes = z.string().describe('Protocol buffers');

/**
 * Refuses devices: their tokens permit packets, but only for their own entities, and the entity of a metric source
 * belongs to no device.
 */
const deviceRefusal = ({ context }: FastifyRequest): Problem | undefined =>
  context.actor.kind === 'device' ? forbidden('Metrics are sent with a tenant token for packets.') : undefined;

/** Routes that receive metrics of OpenTelemetry and Prometheus; those of accepted sources are stored as packets. */
export const metricIngestRoutes = async (app: App, services: Services, packets: PacketIntake): Promise<void> => {
  const intake = { services, packets, reader: createMetricReader() };
  const take = (request: FastifyRequest, format: MetricFormat, compression: MetricCompression) =>
    ingestMetrics(intake, request.context, { bytes: bodyOf(request), format, compression });

  await app.register(async (scope: App) => {
    scope.removeAllContentTypeParsers();
    scope.addHook('onRequest', (request, _reply, done) => done(deviceRefusal(request)));
    scope.addContentTypeParser(
      [protobufType, 'application/json'],
      { parseAs: 'buffer', bodyLimit: metricLimits.bodyBytes },
      (_request, body, parsed) => parsed(null, body),
    );

    scope.post(
      '/v1/otlp/v1/metrics',
      {
        bodyLimit: metricLimits.bodyBytes,
        compress: false,
        config: {
          ...machine,
          summary: 'Send OpenTelemetry metrics (OTLP/HTTP, protobuf or JSON)',
          takes: {
            [protobufType]: bytes,
            'application/json': z.looseObject({ resourceMetrics: z.array(z.looseObject({})).optional() }),
          },
          answers: { 200: exportMetricsResponse },
        },
      },
      async (request, reply) => {
        const json = isJson(request);
        const receipt = await take(request, json ? 'otlp-json' : 'otlp-protobuf', otlpCompression(request));
        const partial = partialSuccessOf(receipt);
        if (json) return reply.type('application/json').send(JSON.stringify(jsonAnswer(partial)));
        return reply.type(protobufType).send(protobufAnswer(partial));
      },
    );

    scope.post(
      '/v1/prometheus/write',
      {
        bodyLimit: metricLimits.bodyBytes,
        compress: false,
        config: {
          ...machine,
          summary: 'Send Prometheus samples (remote write 1)',
          takes: { [protobufType]: bytes },
          answers: { 202: remoteWriteReceipt },
        },
      },
      async (request, reply) => {
        expectRemoteWrite(request);
        const { invalid: refused, fault, ...counts } = await take(request, 'remote-write', 'snappy');
        if (refused > 0)
          throw invalid({
            samples: [
              `${refused} samples were rejected: ${fault ?? 'could not be processed'}. ${counts.stored} were stored.`,
            ],
          });
        const { stored, ...others } = counts;
        reply.header('x-prometheus-remote-write-samples-written', String(stored));
        if (Object.values(others).every((count) => count === 0)) return reply.code(204).send(null);
        return reply.code(202).type('application/json').send(JSON.stringify(counts));
      },
    );
  });
};
