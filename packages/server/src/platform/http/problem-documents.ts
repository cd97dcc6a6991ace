import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors, type ZodFastifySchemaValidationError } from 'fastify-type-provider-zod';
import type { ProblemDocument } from '@cfs/contracts/problem';
import { admittedContext } from '../access/authorise.ts';
import { ContentStoreError } from '../content-store/content-store.ts';
import { DatabaseBusyError, DatabaseLostError, isDatabaseError } from '../database/database-errors.ts';
import { namesOf } from '../log.ts';
import { odataHeaders } from '../odata/service-root.ts';
import { logOutage } from './log-outages.ts';
import { setProgramHeaders } from './program-headers.ts';
import { badRequest, conflict, invalid, listedFaults, Problem, unavailable } from '../problems.ts';

/** The problem document of a thrown value; unexpected errors become a 500 without details. */
export const toProblem = (error: unknown): Problem => {
  if (error instanceof Problem) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return fromValidation(error.validation, error.validationContext);
  if (error instanceof DatabaseBusyError) return unavailable('The server is busy. Try again in a moment.', 1, error);
  if (error instanceof DatabaseLostError) return unreachableDatabase(error);
  if (error instanceof ContentStoreError) return unavailable(`${error.message} Try again later.`, 30, error);
  if (isDatabaseError(error)) return fromDatabase(error.code ?? '', error);
  if (isFastifyError(error) && error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new Problem({
      status: error.statusCode,
      detail: details[error.code] ?? 'The request cannot be understood.',
      cause: error,
    });
  }
  return unexpected(error);
};

const unexpected = (cause: unknown): Problem =>
  new Problem({ status: 500, detail: 'An unexpected error occurred. The trace id leads to its cause.', cause });

const isFastifyError = (error: unknown): error is FastifyError =>
  error instanceof Error && 'code' in error && 'statusCode' in error;

const details: Readonly<Record<string, string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is larger than this call allows.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The content type of the body is not supported by this call.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body must be JSON, but is empty.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body does not have the length that its header announces.',
  FST_ERR_BAD_URL: 'The address is not validly percent-encoded.',
  FST_ERR_MAX_PARAM_LENGTH: 'A part of the address is too long.',
};

const placeNames: Readonly<Record<string, string>> = {
  params: 'address',
  querystring: 'query',
  headers: 'header',
};

const fromValidation = (faults: readonly ZodFastifySchemaValidationError[], context: string | undefined): Problem => {
  const errors: Record<string, string[]> = Object.create(null) as Record<string, string[]>;
  const listed = faults.slice(0, listedFaults);
  for (const fault of listed) {
    const field = fieldName(fault.instancePath) || (placeNames[context ?? ''] ?? 'Body');
    (errors[field] ??= []).push(...messagesOf(fault));
  }
  return invalid(errors, faults.length - listed.length);
};

/** Each unknown member is a fault of its own; the message is the schema's. */
const messagesOf = ({ keyword, params, message = 'is not valid' }: ZodFastifySchemaValidationError): string[] => {
  const names: unknown = params['keys'];
  if (keyword !== 'unrecognized_keys' || !Array.isArray(names) || names.length < 2) return [message];
  return names.map((name) => `Unrecognized key: "${String(name)}"`);
};

/** `/severityId` → `SeverityId`, `/steps/0/name` → `Steps[0].name`: the keys by which forms find their fields. */
const fieldName = (pointer: string): string => {
  const [first = '', ...rest] = pointer.split('/').filter((part) => part !== '');
  const tail = rest.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join('');
  return first.charAt(0).toUpperCase() + first.slice(1) + tail;
};

/** A violated constraint that no earlier check detected; reported without the database's message. */
const fromDatabase = (code: string, error: Error): Problem => {
  if (code === '23505') return conflict('The entry already exists.');
  if (code === '23503') return conflict('The entry refers to something that does not exist, or is still in use.');
  if (code === '40001' || code === '40P01') return conflict('The entry was changed concurrently. Try again.');
  if (code === canceledStatement)
    return unavailable('The query took too long and was stopped. Narrow it down.', 5, error);
  if (/^22|^23/.test(code)) return badRequest('A value is outside the range that can be stored or compared.');
  if (/^08|^53|^57/.test(code)) return unreachableDatabase(error);
  return unexpected(error);
};

const unreachableDatabase = (error: Error): Problem =>
  unavailable('The database cannot be reached at the moment.', 2, error);

/** The RFC 9457 document of a problem, with OData's `error` member. */
export const problemDocument = (problem: Problem, traceId: string): ProblemDocument => ({
  ...problem.extensions,
  type: 'about:blank',
  title: problem.title,
  status: problem.status,
  detail: problem.detail,
  message: problem.detail,
  traceId,
  error: { code: String(problem.status), message: problem.detail, data: { message: problem.detail } },
  ...(problem.errors && { errors: problem.errors }),
});

/** The fields of a log line about a request: its trace and route, and its tenant and actor if they are known. */
export const requestNames = (request: FastifyRequest) => {
  const context = admittedContext(request);
  return {
    traceId: request.id,
    route: `${request.method} ${request.routeOptions.url ?? ''}`.trimEnd(),
    ...(context && namesOf(context)),
  };
};

/** SQLSTATE `query_canceled`: a statement that took too long, which concerns no other statement. */
const canceledStatement = '57014';

/** Whether something that the server needs is unavailable, so that many requests fail for the same reason. */
const isOutage = ({ status }: Problem, error: unknown): boolean =>
  status === 503 && !(isDatabaseError(error) && error.code === canceledStatement);

/** Logs what the operator must know about a request that fails with the problem. */
export const logProblem = (problem: Problem, error: unknown, request: FastifyRequest): void => {
  const { status, detail } = problem;
  const names = requestNames(request);
  if (status < 500 || status === 501 || problem.isIntended)
    request.log.debug({ ...names, status, detail }, 'request refused');
  else if (isOutage(problem, error)) logOutage(request.log, detail, names, error);
  else request.log.error({ ...names, err: error }, 'request failed');
};

/** Replies with a problem document and logs what the operator must know. */
export const sendProblem = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const problem = toProblem(error);
  logProblem(problem, error, request);
  return setProgramHeaders(request, reply)
    .code(problem.status)
    .headers({ ...odataHeaders, ...problem.headers })
    .type('application/problem+json; charset=utf-8')
    .serializer((document: unknown) => JSON.stringify(document))
    .send(problemDocument(problem, request.id));
};
