import type { Socket } from 'node:net';
import type { App } from './app-instance.ts';

/** Milliseconds after which connections are closed that have sent nothing; browsers open some in advance. */
const unusedMilliseconds = 1_000;
/** Milliseconds after which requests in progress are aborted. */
const requestMilliseconds = 6_000;

/**
 * Prepares the shutdown of a server that does not listen yet. The returned function stops listening, ends long polls,
 * and resolves when the requests in progress have ended, or after six seconds.
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
