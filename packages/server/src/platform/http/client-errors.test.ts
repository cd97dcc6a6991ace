import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientErrorAnswers } from './client-errors.ts';

const server = createServer();
const answer = clientErrorAnswers({ 'x-content-type-options': 'nosniff' });

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => server.close());

const connected = async (): Promise<{ client: Socket; accepted: Socket }> => {
  const accepting = once(server, 'connection') as Promise<[Socket]>;
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  return { client, accepted: (await accepting)[0] };
};

test.each([
  [
    'HPE_HEADER_OVERFLOW',
    431,
    'Request Header Fields Too Large',
    'The address and headers of the request are too long.',
  ],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408, 'Request Timeout', 'The request did not arrive in time.'],
  ['HPE_INVALID_METHOD', 400, 'Bad Request', 'The request is not valid HTTP.'],
  [undefined, 400, 'Bad Request', 'The request is not valid HTTP.'],
])(
  '%s leads to the response %i with a problem document, then the connection is closed',
  async (code, status, reason, detail) => {
    const { client, accepted } = await connected();
    answer(Object.assign(new Error('x'), code && { code }), accepted);
    const [head = '', body = ''] = (await text(client)).split('\r\n\r\n');
    expect(head.split('\r\n')).toEqual([
      `HTTP/1.1 ${status} ${reason}`,
      'x-content-type-options: nosniff',
      'content-type: application/problem+json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
    ]);
    expect(JSON.parse(body)).toMatchObject({ status, detail, traceId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  },
);

test('a connection that was reset is closed without a response', async () => {
  const { client, accepted } = await connected();
  answer(Object.assign(new Error('x'), { code: 'ECONNRESET' }), accepted);
  expect(accepted.destroyed).toBe(true);
  expect(await text(client)).toBe('');
});
