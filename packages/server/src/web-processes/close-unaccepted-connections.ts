import type { Worker } from 'node:cluster';

interface Handle {
  close(): void;
}

const isHandle = (value: unknown): value is Handle => typeof value === 'object' && value !== null && 'close' in value;

/** What `node:cluster` sends to a worker with a connection (`act`, `seq`), and what the worker replies (`ack`). */
interface ClusterMessage {
  readonly cmd?: unknown;
  readonly act?: unknown;
  readonly seq?: unknown;
  readonly ack?: unknown;
}

const clusterMessageOf = (message: unknown): ClusterMessage =>
  typeof message === 'object' && message !== null && 'cmd' in message && message.cmd === 'NODE_CLUSTER' ? message : {};

/**
 * Closes the connections that were sent to a worker of `node:cluster` and not accepted by it, once it has ended. Node
 * 24 leaves them open, so that their clients wait for their own timeout, and keeps sending connections to a worker
 * whose end it has not noticed.
 *
 * Must be called when the worker is forked.
 */
export const closeUnacceptedConnections = (worker: Worker): void => {
  const { process: channel } = worker;
  const unaccepted = new Map<unknown, Handle>();
  let hasEnded = false;
  const send = channel.send.bind(channel) as (...parameters: readonly unknown[]) => boolean;
  channel.send = (...parameters: readonly unknown[]): boolean => {
    const [message, handle] = parameters;
    const { act, seq } = clusterMessageOf(message);
    if (act === 'newconn' && isHandle(handle)) {
      if (hasEnded) {
        handle.close();
        return false;
      }
      unaccepted.set(seq, handle);
    }
    return send(...parameters);
  };
  channel.on('internalMessage', (message: unknown) => void unaccepted.delete(clusterMessageOf(message).ack));
  worker.once('exit', () => {
    hasEnded = true;
    for (const handle of unaccepted.values()) handle.close();
    unaccepted.clear();
  });
};
