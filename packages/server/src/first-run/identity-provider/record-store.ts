import { appendFileSync, chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** A value with the moment, in milliseconds since 1970, from which it is no longer there. */
interface Entry<T> {
  value: T;
  expires: number;
}

/** A small map on disk whose changes outlive the process from the moment that a call returns. */
export interface RecordStore<T> {
  get(key: string): T | undefined;
  set(key: string, value: T, expires: number): void;
  delete(key: string): void;
  /** Everything that has not expired. */
  entries(): Iterable<[string, T]>;
}

/** The journal is written anew once it has this many lines, and most of them are past. */
const COMPACT_AFTER = 2000;

/**
 * Opens the map kept in the journal at `path`: one JSON line a change, appended before the change is visible, so that a
 * kill loses nothing that was answered; a line that a kill tore is left out.
 */
export function openRecordStore<T>(path: string, now: () => number): RecordStore<T> {
  const records = new Map<string, Entry<T>>();
  let lines = 0;

  const isLive = ({ expires }: Entry<T>): boolean => expires > now();

  const apply = (key: string, entry: Entry<T> | undefined): void => {
    if (entry === undefined) records.delete(key);
    else records.set(key, entry);
  };

  const compact = (): void => {
    for (const [key, entry] of records) if (!isLive(entry)) records.delete(key);
    const journal = [...records].map((line) => `${JSON.stringify(line)}\n`).join('');
    writeFileSync(`${path}.new`, journal, { mode: 0o600 });
    chmodSync(`${path}.new`, 0o600);
    renameSync(`${path}.new`, path);
    lines = records.size;
  };

  const record = (key: string, entry?: Entry<T>): void => {
    appendFileSync(path, `${JSON.stringify(entry === undefined ? [key] : [key, entry])}\n`);
    apply(key, entry);
    lines += 1;
    if (lines > COMPACT_AFTER && lines > 2 * records.size) compact();
  };

  if (existsSync(path)) {
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      const change = parseLine<T>(line);
      if (change !== undefined) apply(...change);
    }
  }
  compact();

  return {
    get(key) {
      const entry = records.get(key);
      return entry !== undefined && isLive(entry) ? entry.value : undefined;
    },
    set(key, value, expires) {
      record(key, { value, expires });
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
