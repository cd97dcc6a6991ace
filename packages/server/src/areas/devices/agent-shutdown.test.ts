import { once } from 'node:events';
import { expect, it } from 'vitest';
import { areasNamed } from '../../testing/areas-named.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { promoteTestMachine } from '../pending-devices/testing/test-machine.ts';

it('ends the long polls of agents when the server stops', async () => {
  const server = await startTestServer({
    areas: areasNamed('pending-devices', 'devices', 'blocks', 'locations', 'tenants'),
  });
  const machine = await promoteTestMachine(server);
  const { token } = (await machine.signIn()).body as { token: string };
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const poll = (etag = '') =>
    fetch(`${address}/v1/agents/configuration`, {
      headers: { authorization: `Bearer ${token}`, 'if-none-match': etag },
    });
  const first = await poll();
  await first.text();
  const arrived = once(server.app.server, 'request');
  const held = poll(first.headers.get('etag') ?? '');
  await arrived;
  await server.close();
  expect((await held).status).toBe(304);
});
