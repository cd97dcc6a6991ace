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
  /** 0: the connection broke, or there was no answer in time. */
  readonly status: number;
  readonly body: string;
}

/** Calls the portal through the balancer under its public name. */
export type CallPortal = (call: SecureCall) => Promise<SecureAnswer>;

/** A call without an answer counts as broken then. */
const answerMilliseconds = 30_000;

/** Resolves whatever happens to the call. */
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

/** A write that was answered with success; times by `performance.now()`. */
export interface AcknowledgedWrite {
  readonly begun: number;
  readonly at: number;
}

export interface BalancedLoad {
  /** The names of saved locations, the titles of saved units, the entities of sent packets: of each one acknowledged write. */
  readonly acknowledged: Readonly<Record<Exclude<LoadKind, 'list'>, readonly string[]>>;
  /** Names and titles of writes whose outcome is unknown. */
  readonly unknown: Readonly<Record<'location' | 'unit', readonly string[]>>;
  /** The saves of locations that were tried twice a second. */
  readonly probes: readonly AcknowledgedWrite[];
  /** How many answers of each status there were, by kind; 0 are broken connections. */
  readonly statuses: Readonly<Record<LoadKind, Readonly<Record<number, number>>>>;
  /** Bodies of answers of 500 and of statuses that no load expects. */
  readonly faults: readonly string[];
  /** Ends it; resolves when the last call is answered. */
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
/** Between the calls of a kind, so that the load leaves a small machine room. */
const calmMilliseconds = 50;
const listPath = `/v1/workunits?$top=50&$orderby=${encodeURIComponent('created desc')}&$count=true`;

/**
 * Reads lists, sends packets and saves work units as fast as they are answered, and saves a location twice a second. Packets are
 * repeated until they are acknowledged, other writes never.
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

  /** Whether the call succeeded; after any other answer there is a pause. */
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
