import { readdir } from 'node:fs/promises';
import { request, type ClientRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

interface Upload {
  readonly call: ClientRequest;
  readonly status: Promise<number>;
}

/** Starts an upload and sends only its beginning. */
const beginUpload = async (tenantId: string): Promise<Upload> => {
  const { port } = server.app.server.address() as AddressInfo;
  const { subject } = await server.person('Administrator', 'all');
  const call = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/v1/packages/upload',
    headers: {
      authorization: `Bearer ${await server.identity.sign({ sub: subject })}`,
      'x-tenant-id': tenantId,
      'content-type': 'multipart/form-data; boundary=b',
    },
  });
  const status = new Promise<number>((resolve) => {
    call.on('response', (answer) => resolve(answer.resume().statusCode ?? 0));
    call.on('error', () => resolve(0));
  });
  call.write('--b\r\ncontent-disposition: form-data; name="file-0"; filename="a.zip"\r\n\r\nPK');
  return { call, status };
};

const received = async (): Promise<number> => {
  const directory = join(server.services.configuration.dataDirectory, 'uploads');
  return (await readdir(directory).catch(() => [])).length;
};

test('stalled uploads of one tenant leave a slot for another', async () => {
  const { own, foreign } = server.tenants;
  const stalled = [await beginUpload(own), await beginUpload(own)];
  await expect.poll(received).toBe(2);
  const third = await beginUpload(own);
  expect(await third.status).toBe(503);
  const other = await beginUpload(foreign);
  other.call.end('\r\n--b--\r\n');
  expect(await other.status).toBe(400);
  for (const { call } of [...stalled, third]) call.destroy();
  expect(server.takeServerErrors()).toEqual([]);
});
