import { expect, it } from 'vitest';
import { DatabaseLostError } from './database/database-errors.ts';
import { createLog } from './log.ts';
import { onBehalfOf, onBehalfOfNobody } from './tracing/ambient-origin.ts';

const written = (write: (log: ReturnType<typeof createLog>) => void): string => {
  let text = '';
  write(createLog({ production: true, logLevel: 'trace' }, { write: (line) => (text += line) }));
  return text;
};

it.each([
  ['Bearer abc.def-ghi', 'abc.def'],
  ['Authorization: Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
  ['of eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', 'eyJ'],
  ['the token cfs_0123456789abcdefghij', '0123456789abcdefghij'],
  ['connect postgres://cfs:hunter22@db.example.com/cfs', 'hunter22'],
  ['GET https://hooks.example.com/x?api_key=hunter22&more=1', 'hunter22'],
])('replaces the credential in "%s"', (message, secret) => {
  const line = written((log) => log.error({ err: new Error(message) }, message));
  expect(line).not.toContain(secret);
  expect(JSON.parse(line)).toMatchObject({ msg: expect.stringContaining('[redacted]') });
});

it('redacts members with secrets', () => {
  const line = written((log) => log.info({ user: { password: 'hunter22' }, token: 'hunter22' }, 'x'));
  expect(line).not.toContain('hunter22');
});

it('shows only type, message, code, table and constraint, stack and causes of an error', () => {
  const database = Object.assign(new Error('duplicate key value'), {
    code: '23505',
    detail: 'Key (name)=(hunter22) already exists.',
    table: 'secrets',
    constraint: 'secrets_name',
  });
  const line = written((log) => log.error({ err: new Error('Failed.', { cause: database }) }, 'x'));
  expect(line).not.toContain('hunter22');
  expect(JSON.parse(line)).toMatchObject({
    err: {
      type: 'Error',
      message: 'Failed.',
      stack: expect.stringContaining('log.test.ts'),
      cause: { code: '23505', message: 'duplicate key value', at: 'secrets secrets_name' },
    },
  });
});

it('shows an unavailable database without stacks', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
  const line = written((log) => log.error({ err: new DatabaseLostError(refused) }, 'x'));
  expect(line).not.toContain('log.test.ts');
  expect(JSON.parse(line)).toMatchObject({
    err: { type: 'DatabaseLostError', code: 'ECONNREFUSED', cause: { message: refused.message } },
  });
});

it('shows no value that PostgreSQL quotes', () => {
  const error = Object.assign(new Error('invalid input syntax for type uuid: "hunter22"'), {
    code: '22P02',
  });
  const line = written((log) => log.error({ err: error }, 'x'));
  expect(line).not.toContain('hunter22');
  expect(line).toContain('invalid input syntax for type uuid');
});

it('adds the trace id of the request in which a line is written', () => {
  const line = onBehalfOf({ traceId: 'a-trace' }, () => written((log) => log.info('x')));
  expect(JSON.parse(line)).toMatchObject({ traceId: 'a-trace' });
  const shared = onBehalfOf({ traceId: 'a-trace' }, () => onBehalfOfNobody(() => written((log) => log.info('x'))));
  expect(JSON.parse(shared)).not.toHaveProperty('traceId');
});
