import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { Haproxy } from './haproxy.ts';

export interface SecureCall {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface SecureAnswer {
  /** 0 if the connection broke or there was no response in time. */
  readonly status: number;
  readonly body: string;
}

/** Calls the portal through the balancer under its public name. */
export type CallPortal = (call: SecureCall) => Promise<SecureAnswer>;

/** Timeout of a call; without a response it counts as a broken connection. */
const answerMilliseconds = 30_000;

/** The calls never reject. */
export const createCallPortal = ({ host, port, certificate }: Haproxy): CallPortal => {
  const agent = new Agent({ keepAlive: true, ca: certificate, servername: 'portal.example.com' });
  return ({ method, path, headers = {}, body }) =>
    new Promise((resolve) => {
      const broken = (error: Error): void => resolve({ status: 0, body: error.message });
      const sent = body === undefined ? undefined : JSON.stringify(body);
      const outgoing = request(
        {
          ...{ host, port, method, path, agent },
          headers: {
            host: 'portal.example.com',
            ...(sent !== undefined && {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(sent),
            }),
            ...headers,
          },
          signal: AbortSignal.timeout(answerMilliseconds),
        },
        (answer) => {
          text(answer).then((content) => resolve({ status: answer.statusCode ?? 0, body: content }), broken);
        },
      );
      outgoing.on('error', broken);
      outgoing.end(sent);
    });
};

/** The kinds of calls of a load. */
export type LoadKind = 'list' | 'packet' | 'location' | 'unit';

/** An acknowledged write; times by `performance.now()`. */
export interface AcknowledgedWrite {
  readonly begun: number;
  readonly at: number;
}

export interface BalancedLoad {
  /** The acknowledged writes: names of saved locations, titles of saved units, entities of sent packets. */
  readonly acknowledged: Readonly<Record<Exclude<LoadKind, 'list'>, readonly string[]>>;
  /** Names and titles of writes whose outcome is unknown. */
  readonly unknown: Readonly<Record<'location' | 'unit', readonly string[]>>;
  /** The acknowledged saves of locations, of which two per second are attempted. */
  readonly probes: readonly AcknowledgedWrite[];
  /** The number of responses per kind and status; 0 counts broken connections. */
  readonly statuses: Readonly<Record<LoadKind, Readonly<Record<number, number>>>>;
  /** Bodies of responses with status 500 or another status that the load does not expect. */
  readonly faults: readonly string[];
  /** Ends the load; resolves when the last call has completed. */
  end(): Promise<void>;
}

export interface BalancedLoadOptions {
  readonly call: CallPortal;
  /** The headers of a person of the tenant. */
  readonly person: Readonly<Record<string, string>>;
  /** The headers of the token that sends packets. */
  readonly sender: Readonly<Record<string, string>>;
  /** The protocol of the units. */
  readonly protocolId: string;
}

const packetsOfCall = 10;
const probeMilliseconds = 500;
/** Pause between the calls of a kind, so that the load does not saturate a small machine. */
const calmMilliseconds = 50;
const listPath = `/v1/workunits?$top=50&$orderby=${encodeURIComponent('created desc')}&$count=true`;

/**
 * Continuously reads lists, sends packets and saves work units, and saves a location twice a second. Packets are
 * retried until they are acknowledged, other writes never.
 */
export const startBalancedLoad = ({ call, person, sender, protocolId }: BalancedLoadOptions): BalancedLoad => {
  const acknowledged = { packet: [] as string[], location: [] as string[], unit: [] as string[] };
  const unknown = { location: [] as string[], unit: [] as string[] };
  const probes: AcknowledgedWrite[] = [];
  const statuses: Record<LoadKind, Record<number, number>> = { list: {}, packet: {}, location: {}, unit: {} };
  const faults: string[] = [];
  const over = new AbortController();
  const wait = (milliseconds: number): Promise<void> =>
    pause(milliseconds, undefined, { signal: over.signal }).catch(() => undefined);

  /** Makes a call and returns whether it succeeded. Pauses longer after a failure. */
  const made = async (kind: LoadKind, sent: SecureCall): Promise<boolean> => {
    const { status, body } = await call(sent);
    statuses[kind][status] = (statuses[kind][status] ?? 0) + 1;
    const isSuccess = status >= 200 && status < 300;
    if (!isSuccess && ![0, 502, 503, 504].includes(status)) faults.push(`${kind} ${status}: ${body}`);
    await wait(isSuccess ? calmMilliseconds : probeMilliseconds);
    return isSuccess;
  };
  const read = async (): Promise<void> => void (await made('list', { method: 'GET', path: listPath, headers: person }));
  const send = async (): Promise<void> => {
    const entities = Array.from({ length: packetsOfCall }, () => randomUUID());
    const timestamp = new Date().toISOString();
    const body = entities.map((entityId) => ({ entityId, timestamp, message: { Value: 1 } }));
    for (;;) {
      if (await made('packet', { method: 'POST', path: '/v1/packets', headers: sender, body })) break;
      if (over.signal.aborted) return;
    }
    acknowledged.packet.push(...entities);
  };
  const save = async (): Promise<void> => {
    const title = `Unit ${randomUUID()}`;
    const body = { workUnitId: -1, title, severityId: 'Sev3', workUnitTypeId: 1, protocolId };
    const isMade = await made('unit', { method: 'PUT', path: '/v1/workunits', headers: person, body });
    (isMade ? acknowledged : unknown).unit.push(title);
  };
  const probing = new Set<Promise<void>>();
  const probe = async (): Promise<void> => {
    const name = `Place ${randomUUID()}`;
    const begun = performance.now();
    const { status, body } = await call({ method: 'PUT', path: '/v1/locations', headers: person, body: { name } });
    statuses.location[status] = (statuses.location[status] ?? 0) + 1;
    const isMade = status >= 200 && status < 300;
    if (isMade) probes.push({ begun, at: performance.now() });
    else if (![0, 502, 503, 504].includes(status)) faults.push(`location ${status}: ${body}`);
    (isMade ? acknowledged : unknown).location.push(name);
  };
  const timer = setInterval(() => {
    const begun = probe().finally(() => probing.delete(begun));
    probing.add(begun);
  }, probeMilliseconds);
  const loops = [read, read, send, save].map(async (work) => {
    while (!over.signal.aborted) await work();
  });
  return {
    acknowledged,
    unknown,
    probes,
    statuses,
    faults,
    async end() {
      over.abort();
      clearInterval(timer);
      await Promise.all([...loops, ...probing]);
    },
  };
};
