import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { DatabaseBusyError, DatabaseLostError } from '../database/database-errors.ts';
import { notFound, notImplemented, Problem } from '../problems.ts';
import { problemDocument, sendProblem, toProblem } from './problem-documents.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const databaseError = (code: string): Promise<unknown> =>
  database
    .asOwner(`do $$ begin raise exception 'raised' using errcode = '${code}'; end $$`)
    .catch((error: unknown) => error);

const fastifyError = (statusCode: number, code: string): Error =>
  Object.assign(new Error('not for callers'), { statusCode, code });

const said = (error: unknown) => {
  const { status, detail, headers } = toProblem(error);
  return { status, detail, retryAfter: headers['retry-after'] };
};

describe('the problem of an error', () => {
  test.each([
    ['23505', 409, 'The entry already exists.', undefined],
    ['23503', 409, 'The entry refers to something that does not exist, or is still in use.', undefined],
    ['40001', 409, 'The entry was changed concurrently. Try again.', undefined],
    ['40P01', 409, 'The entry was changed concurrently. Try again.', undefined],
    ['57014', 503, 'The query took too long and was stopped. Narrow it down.', '5'],
    ['22P02', 400, 'A value is outside the range that can be stored or compared.', undefined],
    ['23514', 400, 'A value is outside the range that can be stored or compared.', undefined],
    ['57P01', 503, 'The database cannot be reached at the moment.', '2'],
    ['53300', 503, 'The database cannot be reached at the moment.', '2'],
    ['08006', 503, 'The database cannot be reached at the moment.', '2'],
    ['P0001', 500, 'An unexpected error occurred. The trace id leads to its cause.', undefined],
  ])('of the database with code %s is %i', async (code, status, detail, retryAfter) => {
    expect(said(await databaseError(code))).toEqual({ status, detail, retryAfter });
  });

  test('of a busy or lost database is 503', () => {
    expect(said(new DatabaseBusyError('busy'))).toEqual({
      status: 503,
      detail: 'The server is busy. Try again in a moment.',
      retryAfter: '1',
    });
    expect(said(new DatabaseLostError(new Error('lost')))).toMatchObject({ status: 503, retryAfter: '2' });
  });

  test.each([
    [413, 'FST_ERR_CTP_BODY_TOO_LARGE', 413, 'The body is larger than this call allows.'],
    [400, 'FST_ERR_OTHER', 400, 'The request cannot be understood.'],
    [499, 'FST_ERR_OTHER', 499, 'The request cannot be understood.'],
    [399, 'FST_ERR_OTHER', 500, 'An unexpected error occurred. The trace id leads to its cause.'],
    [500, 'FST_ERR_OTHER', 500, 'An unexpected error occurred. The trace id leads to its cause.'],
  ])('of Fastify with status %i and code %s is %i', (statusCode, code, status, detail) => {
    expect(said(fastifyError(statusCode, code))).toEqual({ status, detail, retryAfter: undefined });
  });

  test.each([new Error('secret'), 'secret'])('that is unexpected reveals nothing: %s', (error) => {
    expect(JSON.stringify(problemDocument(toProblem(error), 'trace'))).not.toContain('secret');
    expect(toProblem(error)).toMatchObject({ status: 500, cause: error });
  });

  test('that is a problem already is the error itself', () => {
    const problem = notFound('Location');
    expect(toProblem(problem)).toBe(problem);
  });
});

describe('the response', () => {
  const answer = async (error: unknown) => {
    const lines: { readonly level: number; readonly msg: string }[] = [];
    const app = Fastify({
      logger: {
        level: 'debug',
        stream: { write: (line: string) => lines.push(JSON.parse(line) as (typeof lines)[number]) },
      },
      genReqId: () => 'trace',
    });
    app.setErrorHandler(sendProblem);
    app.get('/', { config: { permission: 'anonymous' } }, () => {
      throw error;
    });
    const { statusCode, headers, body } = await app.inject('/');
    await app.close();
    return { statusCode, type: headers['content-type'], body: JSON.parse(body) as object, lines };
  };

  test('is a problem document with the trace id, which OData clients read as well', async () => {
    const { statusCode, type, body } = await answer(
      new Problem({ status: 409, detail: 'Taken.', errors: { Name: ['Taken.'] }, extensions: { position: 7 } }),
    );
    expect([statusCode, type]).toEqual([409, 'application/problem+json; charset=utf-8']);
    expect(body).toEqual({
      type: 'about:blank',
      title: 'Conflict',
      status: 409,
      detail: 'Taken.',
      message: 'Taken.',
      traceId: 'trace',
      position: 7,
      errors: { Name: ['Taken.'] },
      error: { code: '409', message: 'Taken.', data: { message: 'Taken.' } },
    });
  });

  test.each([
    [new Error('ours'), 50, 'request failed'],
    [new DatabaseBusyError('busy'), 50, 'request failed'],
    [notImplemented('Not yet.', {}), 20, 'request refused'],
    [notFound('Location'), 20, 'request refused'],
  ])('to %s is logged once', async (error, level, msg) => {
    const { lines } = await answer(error);
    expect(lines.filter((line) => line.msg === 'request failed' || line.msg === 'request refused')).toMatchObject([
      { level, msg },
    ]);
  });
});

describe('requests that fail because the database is unreachable', () => {
  interface Line {
    readonly msg: string;
    readonly reason?: string;
    readonly err?: { readonly stack: string };
  }

  const lost = () => new DatabaseLostError(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));

  const start = () => {
    const lines: Line[] = [];
    const app = Fastify({
      logger: { level: 'error', stream: { write: (line: string) => lines.push(JSON.parse(line) as Line) } },
      // As the server does.
      childLoggerFactory: (logger) => logger,
    });
    onTestFinished(() => app.close());
    app.setErrorHandler(sendProblem);
    const failing = { next: lost as () => Error };
    app.get('/', { config: { permission: 'anonymous' } }, () => {
      throw failing.next();
    });
    return { lines, failing, ask: async () => (await app.inject('/')).statusCode };
  };

  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  test('are logged with the stack once in ten seconds', async () => {
    const { lines, ask } = start();
    const inFull = { msg: 'request failed', err: { stack: expect.stringContaining('at ') as string } };
    const short = { msg: 'request failed', reason: 'The database cannot be reached at the moment.' };
    for (let request = 0; request < 3; request += 1) expect(await ask()).toBe(503);
    expect(lines).toMatchObject([inFull, short, short]);
    expect(lines[1]).not.toHaveProperty('err');
    vi.advanceTimersByTime(10_000);
    await ask();
    await ask();
    expect(lines.slice(3)).toMatchObject([inFull, short]);
  });

  test('do not shorten the log of other failures', async () => {
    const { lines, failing, ask } = start();
    await ask();
    failing.next = () => new DatabaseBusyError('busy');
    await ask();
    failing.next = () => new Error('ours');
    await ask();
    await ask();
    const canceled = await database.asOwner('select pg_cancel_backend(pg_backend_pid()), pg_sleep(10)').then(
      () => new Error('The statement was not canceled.'),
      (error: Error) => error,
    );
    expect(toProblem(canceled).status).toBe(503);
    failing.next = () => canceled;
    await ask();
    await ask();
    expect(lines.filter(({ err }) => err === undefined)).toEqual([]);
    expect(lines).toHaveLength(6);
  });
});
