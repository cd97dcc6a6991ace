import type { IncomingPacket, PacketOutcome, PacketSubmission, SpoolReport } from './incoming-packet.ts';

/** A call whose packets wait or are in flight. */
export interface QueuedCall {
  readonly tenantId: string;
  readonly submission: PacketSubmission;
  /** The outcomes of its first packets, in their order; `undefined` for a packet whose rules are postponed. */
  readonly outcomes: (PacketOutcome | undefined)[];
  /** How often its packets have been postponed; absent if never. */
  readonly postponements?: number;
  readonly resolve: (outcomes: readonly PacketOutcome[]) => void;
  readonly reject: (error: Error) => void;
}

/** Packets of one call that go into one commit. */
export interface CallPart {
  readonly call: QueuedCall;
  readonly packets: readonly IncomingPacket[];
  /** Only set with the last packets of the call, so that a spool is not recorded as drained before they are stored. */
  readonly spool: SpoolReport | undefined;
}

/** Packets and bytes of memory (`weight`). */
export interface QueueLoad {
  readonly packets: number;
  readonly weight: number;
}

/** Calls that wait, by tenant; each commit takes some packets of every tenant in turn. */
export interface IngestQueue {
  readonly isEmpty: boolean;
  /** Whether a call waits that is not one of an agent with a drained spool, which has no more to send. */
  readonly isUrgent: boolean;
  /** The packets that wait or are in flight, of a tenant or of all tenants. */
  load(tenantId?: string): QueueLoad;
  add(call: QueuedCall): void;
  /** Takes the packets of the next commit, at most `maxPackets`. They count as load until `release`. */
  take(maxPackets?: number): CallPart[];
  release(parts: readonly CallPart[]): void;
  /**
   * Removes the calls of the tenant, and returns them in their order. A call that was partly taken is returned with its
   * remaining packets. No packets of the tenant may be in flight.
   */
  withdraw(tenantId: string): readonly QueuedCall[];
  /** Removes the packets of the calls that still wait. */
  remove(calls: ReadonlySet<QueuedCall>): void;
}

interface Place {
  readonly call: QueuedCall;
  /** Packets that were taken already. */
  taken: number;
}

interface TenantQueue {
  readonly places: Place[];
  packets: number;
  weight: number;
}

export const packetsPerCommit = 5_000;
/** The weight of some thousand ordinary packets: PostgreSQL takes as long for fewer large ones. */
const weightPerCommit = 2 * 1024 * 1024;
const packetsPerTurn = 250;
/** Turns of a tenant in a commit whose size is reduced because packets take long. */
const turnsPerCommit = 4;
/** The last packet of a turn may exceed it. */
const weightPerTurn = 256 * 1024;

const isUrgent = ({ submission: { spool } }: QueuedCall): boolean =>
  spool === undefined || spool.oldestUnsent !== undefined;

const weightOf = (packets: readonly IncomingPacket[]): number =>
  packets.reduce((sum, packet) => sum + packet.weight, 0);

/** Returns a call with the remaining packets of a call; its outcomes complete those of the original call. */
const withoutTaken = (call: QueuedCall, taken: number): QueuedCall => ({
  ...call,
  submission: { ...call.submission, packets: call.submission.packets.slice(taken) },
  outcomes: [],
  resolve: (outcomes) => call.resolve([...call.outcomes.map((outcome) => outcome ?? 'failed'), ...outcomes]),
});

export const createIngestQueue = (): IngestQueue => {
  /** The tenant that was served last is the last one. A tenant stays while packets of it wait or are in flight. */
  const tenants = new Map<string, TenantQueue>();
  const all = { packets: 0, weight: 0 };
  let calls = 0;
  let urgentCalls = 0;

  const leave = (left: readonly QueuedCall[]): void => {
    calls -= left.length;
    urgentCalls -= left.filter(isUrgent).length;
  };

  const count = (tenantId: string, packets: readonly IncomingPacket[], sign: 1 | -1): void => {
    const weight = weightOf(packets) * sign;
    const queue = tenants.get(tenantId);
    for (const load of queue ? [all, queue] : [all]) {
      load.packets += packets.length * sign;
      load.weight += weight;
    }
    if (queue?.packets === 0 && queue.places.length === 0) tenants.delete(tenantId);
  };

  /** Takes some packets of the first call of the tenant; the call leaves the queue with its last packet. */
  const takePart = (queue: TenantQueue, room: QueueLoad, maxPackets: number): CallPart | undefined => {
    const [place] = queue.places;
    if (!place) return undefined;
    const { packets, spool } = place.call.submission;
    const part: IncomingPacket[] = [];
    let weight = 0;
    const count = Math.min(room.packets, maxPackets);
    for (let at = place.taken; at < packets.length && part.length < count && weight < weightPerTurn; at += 1) {
      const packet = packets[at];
      if (packet === undefined || (weight += packet.weight) > room.weight) break;
      part.push(packet);
    }
    place.taken += part.length;
    const isLast = place.taken === packets.length;
    if (isLast) {
      queue.places.shift();
      leave([place.call]);
    }
    return isLast || part.length > 0
      ? { call: place.call, packets: part, spool: isLast ? spool : undefined }
      : undefined;
  };

  const take = (maxPackets = packetsPerCommit): CallPart[] => {
    const parts: CallPart[] = [];
    const perTurn = Math.min(packetsPerTurn, Math.ceil(maxPackets / turnsPerCommit));
    const room = { packets: maxPackets, weight: weightPerCommit };
    for (let served = true; served && room.packets > 0 && room.weight > 0;) {
      served = false;
      for (const [tenantId, queue] of [...tenants]) {
        const part = takePart(queue, room, perTurn);
        if (!part) continue;
        served = true;
        room.packets -= part.packets.length;
        room.weight -= weightOf(part.packets);
        parts.push(part);
        tenants.delete(tenantId);
        tenants.set(tenantId, queue);
      }
    }
    return parts;
  };

  const remove = (given: ReadonlySet<QueuedCall>): void => {
    for (const [tenantId, queue] of [...tenants]) {
      const gone = queue.places.filter(({ call }) => given.has(call));
      if (gone.length === 0) continue;
      leave(gone.map(({ call }) => call));
      queue.places.splice(0, Infinity, ...queue.places.filter(({ call }) => !given.has(call)));
      for (const { call, taken } of gone) count(tenantId, call.submission.packets.slice(taken), -1);
    }
  };

  return {
    get isEmpty() {
      return calls === 0;
    },
    get isUrgent() {
      return urgentCalls > 0;
    },
    load: (tenantId) => (tenantId === undefined ? all : (tenants.get(tenantId) ?? { packets: 0, weight: 0 })),
    add(call) {
      const queue = tenants.get(call.tenantId) ?? { places: [], packets: 0, weight: 0 };
      tenants.set(call.tenantId, queue);
      queue.places.push({ call, taken: 0 });
      calls += 1;
      urgentCalls += Number(isUrgent(call));
      count(call.tenantId, call.submission.packets, 1);
    },
    take,
    release(parts) {
      for (const { call, packets } of parts) count(call.tenantId, packets, -1);
    },
    withdraw(tenantId) {
      const places = tenants.get(tenantId)?.places ?? [];
      const withdrawn = places.map(({ call, taken }) => (taken === 0 ? call : withoutTaken(call, taken)));
      remove(new Set(places.map(({ call }) => call)));
      return withdrawn;
    },
    remove,
  };
};
