import { appendFileSync, chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** A value with its expiry in milliseconds since 1970. */
interface Entry<T> {
  value: T;
  expires: number;
  /** It may be evicted in favour of newer passing values. */
  passing?: true;
}

/** A small map on disk; when a call returns, its change survives the end of the process. */
export interface RecordStore<T> {
  get(key: string): T | undefined;
  /** A `passing` value can be caused by anonymous callers: the oldest of them are evicted if there are too many. */
  set(key: string, value: T, expires: number, passing?: boolean): void;
  delete(key: string): void;
  /** All values that have not expired. */
  entries(): Iterable<[string, T]>;
}

/** The journal is compacted when it exceeds twice its size after the last compaction by this many bytes. */
const compactAfterBytes = 256 * 1024;

/** The limits of passing values, by number and by bytes in the journal. */
const maxPassing = 500;
const maxPassingBytes = 1024 * 1024;

/**
 * Opens the map kept in the journal at `path`: one JSON line per change, appended before the change is visible, so that
 * a kill loses no acknowledged change. An incomplete line is ignored.
 */
export function openRecordStore<T>(path: string, now: () => number): RecordStore<T> {
  const records = new Map<string, Entry<T>>();
  /** Bytes of the passing values, oldest first. */
  const passing = new Map<string, number>();
  let journalBytes = 0;
  let compactFrom = 0;

  const isLive = ({ expires }: Entry<T>): boolean => expires > now();

  const apply = (key: string, entry: Entry<T> | undefined, bytes: number): void => {
    passing.delete(key);
    if (entry === undefined) records.delete(key);
    else records.set(key, entry);
    if (entry?.passing) passing.set(key, bytes);
  };

  const compact = (): void => {
    for (const [key, entry] of records) if (!isLive(entry)) apply(key, undefined, 0);
    const journal = Buffer.from([...records].map((line) => `${JSON.stringify(line)}\n`).join(''));
    writeFileSync(`${path}.new`, journal, { mode: 0o600 });
    chmodSync(`${path}.new`, 0o600);
    renameSync(`${path}.new`, path);
    journalBytes = journal.length;
    compactFrom = 2 * journal.length + compactAfterBytes;
  };

  const record = (key: string, entry?: Entry<T>): void => {
    const line = `${JSON.stringify(entry === undefined ? [key] : [key, entry])}\n`;
    const bytes = Buffer.byteLength(line);
    appendFileSync(path, line);
    apply(key, entry, bytes);
    journalBytes += bytes;
    if (journalBytes > compactFrom) compact();
  };

  const makeRoom = (): void => {
    let bytes = [...passing.values()].reduce((sum, each) => sum + each, 0);
    for (const [key, size] of passing) {
      if (passing.size <= maxPassing && bytes <= maxPassingBytes) return;
      bytes -= size;
      record(key);
    }
  };

  if (existsSync(path)) {
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      const change = parseLine<T>(line);
      if (change !== undefined) apply(...change, Buffer.byteLength(line));
    }
  }
  compact();

  return {
    get(key) {
      const entry = records.get(key);
      return entry !== undefined && isLive(entry) ? entry.value : undefined;
    },
    set(key, value, expires, isPassing = false) {
      record(key, { value, expires, ...(isPassing && { passing: true }) });
      if (isPassing) makeRoom();
    },
    delete(key) {
      if (records.has(key)) record(key);
    },
    *entries() {
      for (const [key, entry] of records) if (isLive(entry)) yield [key, entry.value];
    },
  };
}

function parseLine<T>(line: string): [string, Entry<T> | undefined] | undefined {
  try {
    const [key, entry] = JSON.parse(line) as [string, Entry<T>?];
    return [key, entry];
  } catch {
    return undefined;
  }
}
