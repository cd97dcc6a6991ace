import { once } from 'node:events';
import { createServer } from 'node:net';

/** Rejects as `listen` would when the port cannot be had, long before there is anything to listen for. */
export const checkPort = async (host: string, port: number): Promise<void> => {
  const probe = createServer().listen({ host, port, exclusive: true });
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
};
