import type { FastifyInstance } from 'fastify';
import { Problem } from '../problems.ts';

/** Bounds of the arrival of a request, in milliseconds. */
interface ArrivalLimits {
  /** Maximum time until a body has arrived completely, unless its route streams it. */
  readonly usualMilliseconds: number;
  /** Maximum time without a byte of a streamed body, after which it is aborted. */
  readonly idleMilliseconds: number;
}

const usualLimits: ArrivalLimits = { usualMilliseconds: 120_000, idleMilliseconds: 60_000 };

/** The bound that Node.js applies to every request: the longest upload. */
export const longestArrivalMilliseconds = 3_600_000;

const tooSlow = (): Problem => new Problem({ status: 408, detail: 'The request did not arrive in time.' });

/** Responds with 408 to requests whose body arrives too slowly, and closes their connection. */
export const limitArrival = (
  app: FastifyInstance,
  { usualMilliseconds, idleMilliseconds }: ArrivalLimits = usualLimits,
): void => {
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { raw } = request;
    const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers;
    const hasBody = encoding !== undefined || (length !== undefined && length !== '0');
    if (raw.complete || !hasBody) return done(null, payload);
    const isStreamed = request.routeOptions.config.streamsBody === true;
    let bytesRead = raw.socket.bytesRead;
    const timer = setTimeout(
      () => {
        if (isStreamed && raw.socket.bytesRead > bytesRead) {
          bytesRead = raw.socket.bytesRead;
          timer.refresh();
        } else if (!reply.sent) {
          reply.raw.once('finish', () => raw.destroy());
          void reply.header('connection', 'close').send(tooSlow());
        } else raw.destroy();
      },
      isStreamed ? idleMilliseconds : usualMilliseconds,
    );
    const stop = (): void => clearTimeout(timer);
    raw.once('end', stop);
    raw.once('close', stop);
    done(null, payload);
  });
};
