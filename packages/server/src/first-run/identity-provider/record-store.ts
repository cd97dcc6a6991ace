import { appendFileSync, chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** A value with the moment, in milliseconds since 1970, from which it is no longer there. */
interface Entry<T> {
  value: T;
  expires: number;
  /** It makes room for others of its kind. */
  passing?: true;
}

/** A small map on disk whose changes outlive the process from the moment that a call returns. */
export interface RecordStore<T> {
  get(key: string): T | undefined;
  /** A `passing` value is one that anybody may cause: the oldest of them go when there are too many. */
  set(key: string, value: T, expires: number, passing?: boolean): void;
  delete(key: string): void;
  /** Everything that has not expired. */
  entries(): Iterable<[string, T]>;
}

/** The journal is written again once it has grown by so many bytes and is twice as long as what it holds. */
const COMPACT_AFTER_BYTES = 256 * 1024;

/** What passing values may come to, in number and in bytes of the journal. */
const MOST_PASSING = 500;
const MOST_PASSING_BYTES = 1024 * 1024;

/**
 * Opens the map kept in the journal at `path`: one JSON line a change, appended before the change is visible, so that a
 * kill loses nothing that was answered; a line that a kill tore is left out.
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
    compactFrom = 2 * journal.length + COMPACT_AFTER_BYTES;
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
      if (passing.size <= MOST_PASSING && bytes <= MOST_PASSING_BYTES) return;
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
