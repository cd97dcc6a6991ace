import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { DatabaseBusyError } from '../database/database-errors.ts';
import type { App } from '../http/app-instance.ts';
import { requestNames } from '../http/problem-documents.ts';
import type { EntityDeclaration } from '../odata/entity.ts';
import { queryFromBody } from '../odata/query/query-body.ts';
import { queryFault } from '../odata/query/query-fault.ts';
import { scopeRequestOf } from '../odata/statements/reach.ts';
import { busy, type Problem } from '../problems.ts';
import type { Services } from '../services.ts';
import { webShareOf } from '../web-share.ts';
import { csvRecord } from './csv.ts';
import { parseExportQuery } from './export-query.ts';
import { exportStatement } from './export-statement.ts';
import { exportLimits, inTurn } from './export-turns.ts';
import { recordExport } from './record-export.ts';

/** Maximum milliseconds of an export: its snapshot prevents vacuum while it runs. */
const maxExportMilliseconds = 60 * 60 * 1_000;

/** Yields the record of the headings with the first chunk, then the other chunks. */
async function* fileOf(headings: readonly string[], pieces: AsyncIterable<string>) {
  let start = csvRecord(headings);
  for await (const piece of pieces) {
    yield start + piece;
    start = '';
  }
  if (start !== '') yield start;
}

async function* resumed(first: string, rest: AsyncIterable<string>) {
  yield first;
  yield* rest;
}

/**
 * Streams the chunks of a file. The first chunk is awaited, so that errors before it are replied as problem documents.
 */
const sendFile = async (
  reply: FastifyReply,
  name: string,
  pieces: AsyncGenerator<string, void, void>,
  onFailure: (error: Error) => void,
): Promise<void> => {
  const first = await pieces.next();
  // Encoded chunk by chunk: queued strings would be promoted to V8's old generation.
  const file = Readable.from(resumed(first.value ?? '', pieces), { objectMode: false, highWaterMark: 1 });
  file.once('error', onFailure);
  void reply.header('content-disposition', `attachment; filename="${name}"`).type('text/csv; charset=utf-8').send(file);
  await finished(reply.raw);
};

/** Intended, as slow readers may hold every connection for exports. */
const othersExport = (cause: DatabaseBusyError): Problem =>
  busy('Other exports are running. Try again in a moment.', 5, cause);

const answerExport = async (
  services: Services,
  entity: EntityDeclaration,
  request: FastifyRequest,
  reply: FastifyReply,
  query: string,
): Promise<FastifyReply> => {
  const { context } = request;
  const { list, headings, words } = parseExportQuery(query, context);
  const { statement, paths } = exportStatement({ declaration: entity, context, query: list }, words);
  if (headings && headings.length !== paths.length)
    throw queryFault('headings', `There are ${paths.length} columns and ${headings.length} headings.`, 0);
  await recordExport(services, context, entity, list);

  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(maxExportMilliseconds)]);
  let failure: unknown;
  const onFailure = (error: Error): void => {
    if (!gone.signal.aborted) failure = error;
  };
  try {
    await services.gate.lagging.readStream(context, scopeRequestOf(entity), statement, signal, (pieces) =>
      sendFile(reply, `${entity.set}.csv`, fileOf(headings ?? paths, pieces), onFailure),
    );
    return reply;
  } catch (error) {
    if (gone.signal.aborted && failure === undefined) {
      request.log.debug(requestNames(request), 'the client of an export disconnected');
      return reply.hijack();
    }
    if (!reply.raw.headersSent) throw error instanceof DatabaseBusyError ? othersExport(error) : error;
    // The connection was destroyed, so that the client cannot mistake a part for the complete file.
    request.log.error({ ...requestNames(request), err: failure ?? error }, 'an export was aborted');
    return reply;
  }
};

const answerInTurn = (
  services: Services,
  entity: EntityDeclaration,
  request: FastifyRequest,
  reply: FastifyReply,
  query: string,
): Promise<FastifyReply> => {
  const { webProcesses } = services.configuration;
  return inTurn(
    { context: request.context, permission: entity.permission },
    (end) => {
      reply.raw.once('finish', end);
      return answerExport(services, entity, request, reply, query);
    },
    {
      perActor: webShareOf(exportLimits.perActor, webProcesses),
      perTenant: webShareOf(exportLimits.perTenant, webProcesses),
    },
  );
};

const addressQueryOf = ({ url }: FastifyRequest): string => url.split('?').slice(1).join('?');

const configOf = (entity: EntityDeclaration) => ({
  permission: entity.permission,
  summary: `Rows of ${entity.set} as a CSV file`,
  list: entity,
  answers: { 200: 'text/csv' } as const,
});

/** Only gzip: its window takes some hundred KiB, that of Brotli many MiB. */
const compress: RouteShorthandOptions['compress'] = { encodings: ['gzip'] };

/**
 * Registers `GET <path>/Export`: all rows of the list as CSV, with the list's options, the columns of `$select` (paths
 * such as `tenant/name` included), headings from the JSON array `headings`, and display texts for values from the JSON
 * array `words` (contracts, `export-words`). The response is streamed from one snapshot without a row limit; an error
 * after the first chunk destroys the connection.
 */
export const exportRoute = (app: App, services: Services, entity: EntityDeclaration, path: string): void => {
  app.get(`${path}/Export`, { exposeHeadRoute: false, config: configOf(entity), compress }, (request, reply) =>
    answerInTurn(services, entity, request, reply, addressQueryOf(request)),
  );
};

/**
 * Registers `POST <path>/Export`: the same file, with the options in the URL or as members of a JSON body.
 */
export const exportByPostRoute = (app: App, services: Services, entity: EntityDeclaration, path: string): void => {
  app.post(`${path}/Export`, { config: configOf(entity), compress }, (request, reply) => {
    const options = request.body === undefined || request.body === null ? '' : queryFromBody(request.body);
    const query = [addressQueryOf(request), options].filter((part) => part !== '').join('&');
    return answerInTurn(services, entity, request, reply, query);
  });
};
