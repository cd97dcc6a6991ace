import { mkdir, open, readdir, readFile, rm, stat, truncate, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { SentPacket } from '@cfs/contracts/packets';
import { syncDirectory, writeDurably } from './durable-file.ts';

/** A place in the spool: a segment's number and a byte in it. */
export interface SpoolPosition {
  readonly segment: number;
  readonly offset: number;
}

/** The oldest packets that are not acknowledged. */
export interface SpoolBatch {
  readonly packets: readonly SentPacket[];
  /** Number of the batch; increases by one when a batch is acknowledged. */
  readonly sequence: number;
  /** Position at which the next batch begins; `acknowledge` stores it. */
  readonly end: SpoolPosition;
  /** Timestamp of the oldest packet after this batch; `undefined` if there is none. */
  readonly oldestUnsent: string | undefined;
}

/** Upper limits of one batch. */
export interface BatchLimits {
  readonly packets: number;
  /** Bytes of its packets as JSON. */
  readonly bytes: number;
}

/**
 * Packets on their way to the server, in append-only files. Once `append` has resolved, they survive a kill and a power
 * cut; once `acknowledge` has resolved, they are not read again. If `acknowledge` fails, as on a full disk, they are
 * read again only after a restart.
 */
export interface Spool {
  append(packets: readonly SentPacket[]): Promise<void>;
  /**
   * Returns the oldest packets within the limits, at least one however large it is; `undefined` if all are
   * acknowledged.
   */
  read(limits: BatchLimits): Promise<SpoolBatch | undefined>;
  acknowledge(batch: SpoolBatch): Promise<void>;
  close(): Promise<void>;
}

export interface SpoolOptions {
  readonly directory: string;
  /** Bytes of a segment at which the next one begins. */
  readonly segmentBytes?: number;
  /** Limit of the bytes of all segments; beyond it the oldest are dropped. */
  readonly maxBytes?: number;
  /** Milliseconds that a segment is kept after it was finished, or after the start if it was finished before. */
  readonly longest?: number;
  /** Milliseconds of a monotonic clock: the system clock may be wrong by years and be set at any time. */
  readonly now?: () => number;
  /** Called with the number of segments that were dropped unsent, by size or age. */
  readonly onDrop: (segments: number) => void;
  /** Called with the number of lines that cannot be read and are skipped, as after a power cut. */
  readonly onDamage?: (lines: number) => void;
}

interface Acknowledged extends SpoolPosition {
  readonly sequence: number;
}

const day = 24 * 60 * 60_000;
const newline = '\n'.charCodeAt(0);
const suffix = '.ndjson';
const nameOf = (segment: number): string => `${String(segment).padStart(12, '0')}${suffix}`;

const listSegments = async (directory: string): Promise<number[]> =>
  (await readdir(directory))
    .filter((name) => name.endsWith(suffix))
    .map((name) => Number(name.slice(0, -suffix.length)))
    .sort((one, other) => one - other);

/** Truncates a last line without a newline, which was being written when the agent was killed; returns the size. */
const truncateTail = async (path: string): Promise<number> => {
  const content = await readFile(path);
  const end = content.lastIndexOf(newline) + 1;
  if (end < content.length) await truncate(path, end);
  return end;
};

/** `undefined` for a line that a power cut has damaged. */
const packetOf = (line: Buffer): SentPacket | undefined => {
  try {
    const packet = JSON.parse(line.toString('utf8')) as SentPacket | null;
    return typeof packet?.entityId === 'string' && typeof packet.timestamp === 'string' ? packet : undefined;
  } catch {
    return undefined;
  }
};

/** The complete lines of a segment from an offset on, each with the offset of its end. */
const linesOf = function* (content: Buffer, from: number): Generator<{ readonly line: Buffer; readonly end: number }> {
  let start = from;
  for (let at = content.indexOf(newline, start); at !== -1; at = content.indexOf(newline, start)) {
    yield { line: content.subarray(start, at), end: at + 1 };
    start = at + 1;
  }
};

const readAcknowledged = async (path: string): Promise<Acknowledged> => {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Acknowledged;
  } catch (error) {
    // Without the position everything is sent again; the server recognizes duplicates.
    const isAbsent = (error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError;
    if (isAbsent) return { segment: 0, offset: 0, sequence: 0 };
    throw error;
  }
};

/** Opens the spool in a directory, which is created if it does not exist. Only one process may use it at a time. */
export const openSpool = async (options: SpoolOptions): Promise<Spool> => {
  const { directory, segmentBytes = 1_048_576, maxBytes = 64 * 1_048_576, longest = 7 * day } = options;
  const now = options.now ?? (() => performance.now());
  const acknowledgedPath = join(directory, 'acknowledged.json');
  const pathOf = (segment: number): string => join(directory, nameOf(segment));

  await mkdir(directory, { recursive: true, mode: 0o700 });
  let acknowledged = await readAcknowledged(acknowledgedPath);
  const segments = await listSegments(directory);
  /** By segment: when it was finished, or found at the start. */
  const finishedAt = new Map(segments.map((segment) => [segment, now()]));
  let writing: { readonly segment: number; readonly file: FileHandle; size: number } | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  /** Runs appends, reads and acknowledgements one after the other, so that they never overlap. */
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = turn.then(work);
    turn = result.catch(() => undefined);
    return result;
  };

  const openLast = async (): Promise<typeof writing> => {
    const segment = segments.at(-1);
    if (segment === undefined) return undefined;
    const size = await truncateTail(pathOf(segment));
    return { segment, file: await open(pathOf(segment), 'a'), size };
  };

  const beginSegment = async () => {
    await writing?.file.close();
    const former = segments.at(-1);
    if (former !== undefined) finishedAt.set(former, now());
    const segment = Math.max(former ?? 0, acknowledged.segment) + 1;
    writing = { segment, file: await open(pathOf(segment), 'ax', 0o600), size: 0 };
    segments.push(segment);
    await syncDirectory(directory);
    await dropOldest();
    return writing;
  };

  const removeBefore = async (count: number): Promise<void> => {
    for (const segment of segments.splice(0, count)) {
      finishedAt.delete(segment);
      await rm(pathOf(segment), { force: true });
    }
  };

  /** Limits the spool by size and age: drops whole segments, but never the one being written. */
  const dropOldest = async (): Promise<void> => {
    const finished = segments.slice(0, -1);
    const facts = await Promise.all(
      finished.map(async (segment) => ({
        size: (await stat(pathOf(segment))).size,
        milliseconds: now() - (finishedAt.get(segment) ?? now()),
      })),
    );
    let bytes = facts.reduce((sum, each) => sum + each.size, 0);
    const kept = facts.findIndex((each) => {
      const keeps = bytes <= maxBytes && each.milliseconds <= longest;
      if (!keeps) bytes -= each.size;
      return keeps;
    });
    const count = kept === -1 ? finished.length : kept;
    if (count === 0) return;
    await removeBefore(count);
    options.onDrop(count);
  };

  writing = await openLast();
  await dropOldest();

  const damaged = new Set<string>();
  const reportDamage = (places: readonly string[]): void => {
    const fresh = places.filter((place) => !damaged.has(place));
    for (const place of fresh) damaged.add(place);
    if (fresh.length > 0) options.onDamage?.(fresh.length);
  };

  const read = async (limits: BatchLimits): Promise<SpoolBatch | undefined> => {
    const packets: SentPacket[] = [];
    let bytes = 0;
    let end: SpoolPosition = acknowledged;
    let oldestUnsent: string | undefined;
    const unreadable: string[] = [];
    for (const segment of segments.filter((each) => each >= acknowledged.segment)) {
      const from = segment === acknowledged.segment ? acknowledged.offset : 0;
      for (const { line, end: offset } of linesOf(await readFile(pathOf(segment)), from)) {
        const packet = packetOf(line);
        const size = line.length + 1;
        if (!packet) {
          unreadable.push(`${segment}:${offset}`);
          continue;
        }
        if (packets.length === limits.packets || (packets.length > 0 && bytes + size > limits.bytes)) {
          oldestUnsent = packet.timestamp;
          break;
        }
        packets.push(packet);
        bytes += size;
        end = { segment, offset };
      }
      if (oldestUnsent !== undefined) break;
    }
    reportDamage(unreadable);
    return packets.length === 0 ? undefined : { packets, sequence: acknowledged.sequence + 1, end, oldestUnsent };
  };

  return {
    append: (packets) =>
      inTurn(async () => {
        if (isClosed) throw new Error('the spool is closed');
        const target = writing === undefined || writing.size >= segmentBytes ? await beginSegment() : writing;
        const bytes = Buffer.from(packets.map((packet) => `${JSON.stringify(packet)}\n`).join(''));
        try {
          await target.file.appendFile(bytes);
          await target.file.datasync();
          target.size += bytes.length;
        } catch (error) {
          // On a full disk only a part of a line is written, to which the next line must not be joined.
          await target.file.truncate(target.size).catch(() => undefined);
          throw error;
        }
      }),
    read: (limits) => inTurn(() => read(limits)),
    acknowledge: ({ end, sequence }) =>
      inTurn(async () => {
        acknowledged = { ...end, sequence };
        const first = segments.findIndex((segment) => segment >= end.segment);
        // Segments are removed before the position is written, so that a full disk has room for it. After a kill
        // between the two, the packets of the last segment are sent again, with a sequence that continues from the
        // position on disk.
        await removeBefore(first === -1 ? 0 : first);
        await writeDurably(acknowledgedPath, JSON.stringify(acknowledged));
      }),
    close: () =>
      inTurn(async () => {
        isClosed = true;
        await writing?.file.close();
      }),
  };
};
