import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Rejects with the error of `listen` if the port is unavailable, so that a start fails before the database is migrated.
 */
export const checkPort = async (host: string, port: number): Promise<void> => {
  const probe = createServer().listen({ host, port, exclusive: true });
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
};
