import type { PacketField } from '@cfs/contracts/packet-field';
import type { Clock } from '../../../platform/clock.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import {
  countPastPackets,
  isWindowFull,
  placeOfOldest,
  readPastPackets,
  type PastSpan,
  type StoredPacket,
} from '../../packets/history/read-past-packets.ts';
import {
  countUntil,
  createEntityHistory,
  nameOfField,
  type GrowingHistory,
  type MeasuredPacket,
} from '../evaluation/entity-history.ts';
import { readUnits } from '../evaluation/evaluation-costs.ts';
import type { EvaluationTurns } from '../evaluation/evaluation-turns.ts';
import { createSampleColumns, type SampleColumns } from './sample-columns.ts';

/** The window of an entity before packets that a transaction has added. */
export interface WindowQuery {
  readonly tenantId: string;
  readonly entityId: string;
  /** Times of the evaluated packets, in milliseconds since 1970; at least one. The window excludes these packets. */
  readonly evaluated: ReadonlySet<number>;
  /** The first time of all packets of the entity that the transaction has added. */
  readonly firstAdded: number;
  /** Milliseconds before the first packet that is evaluated. */
  readonly span: number;
  /** Milliseconds after the last of them. */
  readonly ahead: number;
  /** The fields that are read. */
  readonly fields: readonly PacketField[];
}

export interface PastWindow {
  readonly samples: GrowingHistory<MeasuredPacket>;
  /** The cost of reading, in units (`evaluation-costs.ts`). */
  readonly units: number;
}

/**
 * Reads windows and caches them for the next packets of their entities. A cached window needs only its newer packets
 * and a count of the packets in the cached part. Packets are inserted, never changed, and removed by whole days, the
 * oldest first. The same number of packets with the same oldest one therefore means the same packets, whichever node
 * has stored them.
 */
export interface WindowCache {
  /**
   * Resolves with the windows in the order of the queries, as one statement for each would read them now.
   *
   * @throws what `turns` throws.
   */
  read(db: ScopedDatabase, queries: readonly WindowQuery[], turns: EvaluationTurns): Promise<readonly PastWindow[]>;
}

/** All committed packets of an entity after `from` and not after `to`. */
interface CachedWindow {
  readonly tenantId: string;
  readonly from: number;
  readonly to: number;
  readonly samples: SampleColumns;
  readonly memory: number;
  /** When it was used last, milliseconds since 1970. */
  readonly used: number;
}

interface AskedWindow {
  readonly query: WindowQuery;
  readonly key: string;
  readonly past: PastSpan;
}

interface KnownWindow extends AskedWindow {
  readonly cached: CachedWindow;
  /** The part of it that lies within the window. */
  readonly kept: SampleColumns;
  readonly from: number;
}

export interface WindowCacheOptions {
  /** Most bytes of memory of all windows of a process, default 128 MiB; one tenant may use half of it. */
  readonly memoryLimit?: number;
  /** Packets and KiB from which a window is cached, default 200: for less, reading is faster than two statements. */
  readonly minUnits?: number;
}

/**
 * A window that was used within this time is kept. Devices send in turns, so that evicting the least recently used
 * window would evict each one just before it is needed.
 */
const idleMilliseconds = 15 * 60_000;
/** Bytes of memory of a packet without its values, of a value, and of a character. */
const packetMemory = 16;
const valueMemory = 16;
const letterMemory = 2;
/**
 * Most values of a window (fields times packets) that are reduced and cached. Beyond it, the packets are kept as they
 * are, and a field is read when a rule requests it: most of that many rules do not.
 */
const maxValues = 200_000;
/** Packets that are counted in the time in which one is read. */
const countedPerUnit = 20;

const memoryOfValue = (value: unknown): number => {
  if (typeof value === 'string') return valueMemory + letterMemory * value.length;
  // A reference to a part of a message would keep the whole message in memory.
  return typeof value === 'object' && value !== null ? Infinity : valueMemory;
};

const memoryOf = ({ times, columns }: SampleColumns): number => {
  let memory = times.length * packetMemory;
  for (const values of columns) for (const value of values) memory += memoryOfValue(value);
  return memory;
};

const lastOf = ({ evaluated, ahead }: WindowQuery): number => Math.max(...evaluated) + ahead;
const beginOf = ({ evaluated, span }: WindowQuery): number => Math.min(...evaluated) - span;

/** Milliseconds between the bounds of a window. */
export const lengthOf = (query: WindowQuery): number => lastOf(query) - beginOf(query);

const hasManyValues = ({ fields }: WindowQuery, packets: number): boolean => fields.length * packets > maxValues;

const toAsked = (query: WindowQuery): AskedWindow => {
  const { tenantId, entityId, span, fields } = query;
  return {
    query,
    key: JSON.stringify([tenantId, entityId, span, ...fields.map(nameOfField).sort()]),
    past: {
      tenantId,
      entityId,
      from: beginOf(query),
      to: lastOf(query),
      needsValueAlone: fields.every(({ group }) => group === 'Value'),
    },
  };
};

const bytesOf = ({ bytes }: StoredPacket): number => bytes;

export const createWindowCache = (
  clock: Clock,
  { memoryLimit = 128 * 1024 * 1024, minUnits = 200 }: WindowCacheOptions = {},
): WindowCache => {
  /** By key, the least recently used first. */
  const windows = new Map<string, CachedWindow>();
  let memory = 0;
  /** Of each tenant the keys, the least recently used first, and their bytes. */
  const tenants = new Map<string, { readonly keys: Set<string>; memory: number }>();

  const evict = (key: string): void => {
    const window = windows.get(key);
    const tenant = window && tenants.get(window.tenantId);
    if (!tenant) return;
    windows.delete(key);
    memory -= window.memory;
    tenant.memory -= window.memory;
    tenant.keys.delete(key);
    if (tenant.keys.size === 0) tenants.delete(window.tenantId);
  };

  /** The least recently used window of the tenant that uses the most memory, if that exceeds `bytes`. */
  const largestBeyond = (bytes: number): string | undefined => {
    let max = bytes;
    let keys: ReadonlySet<string> | undefined;
    for (const tenant of tenants.values()) if (tenant.memory > max) ({ memory: max, keys } = tenant);
    const [oldest] = keys ?? [];
    return oldest;
  };

  const store = (key: string, window: CachedWindow): void => {
    evict(key);
    for (const [other, { used }] of windows) {
      // The clock may have been set back.
      if (Math.abs(window.used - used) < idleMilliseconds) break;
      evict(other);
    }
    const ofTenant = (tenants.get(window.tenantId)?.memory ?? 0) + window.memory;
    if (ofTenant > memoryLimit / 2) return;
    while (memory + window.memory > memoryLimit) {
      const other = largestBeyond(ofTenant);
      if (other === undefined) return;
      evict(other);
    }
    windows.set(key, window);
    memory += window.memory;
    const tenant = tenants.get(window.tenantId) ?? { keys: new Set(), memory: 0 };
    tenants.set(window.tenantId, tenant);
    tenant.keys.add(key);
    tenant.memory += window.memory;
  };

  /** Caches the committed packets, and returns the window. */
  const finish = ({ query, key, past }: AskedWindow, read: SampleColumns, units: number): PastWindow => {
    const oldest = placeOfOldest(read.bytes);
    const within = oldest > 0 ? read.slice(oldest) : read;
    const to = Math.min(past.to, query.firstAdded - 1);
    const samples = within.slice(0, countUntil(within.times, to));
    const [first] = samples.times;
    const isCached = readUnits(within.bytes) >= minUnits && !hasManyValues(query, samples.times.length);
    if (first === undefined || !isCached) evict(key);
    else
      store(key, {
        tenantId: query.tenantId,
        from: isWindowFull(within.bytes) ? first - 1 : past.from,
        to,
        samples,
        memory: memoryOf(samples),
        used: clock.now().getTime(),
      });
    for (const time of query.evaluated) within.remove(time);
    return { samples: within, units };
  };

  const findKnown = (asked: AskedWindow): KnownWindow | undefined => {
    const cached = windows.get(asked.key);
    if (!cached || cached.to >= asked.query.firstAdded) return undefined;
    const from = Math.max(asked.past.from, cached.from);
    if (from >= cached.to) return undefined;
    return { ...asked, cached, from, kept: cached.samples.slice(countUntil(cached.samples.times, from)) };
  };

  const addAll = async (samples: SampleColumns, packets: readonly StoredPacket[], turns: EvaluationTurns) => {
    for (const packet of packets) {
      if (turns.isDue()) await turns.take();
      samples.add(packet);
    }
  };

  /** Reads the windows whose cached part is unchanged, with their newer packets. */
  const readKnown = async (
    db: ScopedDatabase,
    known: readonly KnownWindow[],
    turns: EvaluationTurns,
  ): Promise<ReadonlyMap<WindowQuery, PastWindow>> => {
    const read = new Map<WindowQuery, PastWindow>();
    const counts = await countPastPackets(
      db,
      known.map(({ past, from, cached: { to } }) => ({ ...past, from, to })),
    );
    const same = known.filter(({ kept: { times } }, index) => {
      const counted = counts[index];
      return counted?.packets === times.length && counted.oldest === times[0];
    });
    const added = await readPastPackets(
      db,
      same.map(({ past, cached: { to } }) => ({ ...past, from: to })),
    );
    for (const [index, window] of same.entries()) {
      const { query, past, cached, kept } = window;
      const packets = added[index] ?? [];
      const units = kept.times.length / countedPerUnit + readUnits(packets.map(bytesOf));
      turns.enter(query.tenantId);
      await addAll(kept, packets, turns);
      if (past.from < cached.from && !isWindowFull(kept.bytes)) continue;
      read.set(query, finish(window, kept, units));
    }
    turns.end();
    return read;
  };

  const readFresh = async (
    asked: AskedWindow,
    packets: readonly StoredPacket[],
    turns: EvaluationTurns,
  ): Promise<PastWindow> => {
    const { query, key } = asked;
    const units = readUnits(packets.map(bytesOf));
    turns.enter(query.tenantId);
    if (hasManyValues(query, packets.length)) {
      evict(key);
      return { samples: createEntityHistory(packets.filter(({ time }) => !query.evaluated.has(time))), units };
    }
    const samples = createSampleColumns(query.fields);
    await addAll(samples, packets, turns);
    return finish(asked, samples, units);
  };

  return {
    async read(db, queries, turns) {
      const asked = queries.map(toAsked);
      const known = asked.flatMap((each) => findKnown(each) ?? []);
      const read = new Map(known.length > 0 ? await readKnown(db, known, turns) : []);
      const unread = asked.filter(({ query }) => !read.has(query));
      const found = await readPastPackets(
        db,
        unread.map(({ past }) => past),
      );
      for (const [index, each] of unread.entries())
        read.set(each.query, await readFresh(each, found[index] ?? [], turns));
      turns.end();
      return queries.flatMap((query) => read.get(query) ?? []);
    },
  };
};
