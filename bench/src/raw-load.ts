import { once } from 'node:events';
import { connect } from 'node:net';

/** The measurements of a load by {@link rawLoad}. */
export interface RawLoadFigures {
  readonly perSecond: number;
  /** Milliseconds of each request, without those of the warm-up. */
  readonly samples: readonly number[];
}

const endOfHead = Buffer.from('\r\n\r\n');

/** Bytes of the body of a response whose head has arrived. Throws for any status other than the expected one. */
const lengthOf = (head: string, status: number): number => {
  if (!head.startsWith(`HTTP/1.1 ${status} `)) throw new Error(`Expected ${status}: ${head}`);
  return status === 304 ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
};

/**
 * Sends the same request repeatedly over keep-alive connections, one at a time on each, with plain sockets: an HTTP
 * client would use as much of the machine as the measured server. The first tenth of the time is the warm-up.
 *
 * @throws Error for a response with another status, or without `Content-Length`.
 */
export const rawLoad = async (options: {
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;
  readonly connections: number;
  readonly milliseconds: number;
}): Promise<RawLoadFigures> => {
  const { path, headers, status, connections, milliseconds } = options;
  const { hostname, port, host } = new URL(options.origin);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  const began = performance.now();
  const measuredFrom = began + milliseconds / 10;
  const until = began + milliseconds;
  const samples: number[] = [];

  const client = async (): Promise<void> => {
    const socket = connect(Number(port), hostname).setNoDelay(true);
    await once(socket, 'connect');
    const finished = Promise.withResolvers<void>();
    let asked = 0;
    let arrived: Buffer = Buffer.alloc(0);
    let expected: number | undefined;
    const ask = (): void => {
      asked = performance.now();
      if (asked > until) return finished.resolve();
      socket.write(request);
    };
    socket.on('error', finished.reject);
    socket.on('close', () => finished.reject(new Error('The server has closed the connection.')));
    socket.on('data', (chunk: Buffer) => {
      arrived = arrived.length === 0 ? chunk : Buffer.concat([arrived, chunk]);
      if (expected === undefined) {
        const end = arrived.indexOf(endOfHead);
        if (end === -1) return;
        try {
          expected = end + endOfHead.length + lengthOf(arrived.toString('latin1', 0, end), status);
        } catch (error) {
          return finished.reject(error);
        }
      }
      if (Number.isNaN(expected)) return finished.reject(new Error('The answer has no Content-Length.'));
      if (arrived.length < expected) return;
      if (asked > measuredFrom) samples.push(performance.now() - asked);
      arrived = Buffer.alloc(0);
      expected = undefined;
      ask();
    });
    ask();
    await finished.promise.finally(() => socket.destroy());
  };

  await Promise.all(Array.from({ length: connections }, client));
  return { perSecond: samples.length / ((until - measuredFrom) / 1_000), samples };
};
