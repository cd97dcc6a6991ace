import type { Socket } from 'node:net';
import type { App } from './app-instance.ts';

/** Milliseconds after which connections are closed that have sent nothing; browsers open some in advance. */
const unusedMilliseconds = 1_000;
/** Milliseconds after which requests under way are cut off. */
const requestMilliseconds = 6_000;

/**
 * Prepares the end of a server that does not listen yet. The function returned stops listening, ends long polls, and
 * resolves when the requests under way have been answered, or after six seconds.
 */
export const prepareClose = (app: App): (() => Promise<void>) => {
  const connections = new Set<Socket>();
  app.server.on('connection', (connection) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
  });
  return async () => {
    const endUnused = setTimeout(() => {
      for (const connection of connections) if (connection.bytesRead === 0) connection.destroy();
    }, unusedMilliseconds);
    const endAll = setTimeout(() => app.server.closeAllConnections(), requestMilliseconds);
    try {
      await app.close();
    } finally {
      clearTimeout(endUnused);
      clearTimeout(endAll);
    }
  };
};
