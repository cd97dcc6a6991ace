import { once } from 'node:events';
import { expect, it } from 'vitest';
import { startTestServer } from '../../testing/test-server.ts';
import { blocksArea } from '../blocks/blocks-area.ts';
import { locationsArea } from '../locations/locations-area.ts';
import { pendingDevicesArea } from '../pending-devices/pending-devices-area.ts';
import { promoteTestMachine } from '../pending-devices/testing/test-machine.ts';
import { tenantsArea } from '../tenants/tenants-area.ts';
import { devicesArea } from './devices-area.ts';

it('lets waiting agents go when the server stops', async () => {
  const server = await startTestServer({
    areas: [pendingDevicesArea, devicesArea, blocksArea, locationsArea, tenantsArea],
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
