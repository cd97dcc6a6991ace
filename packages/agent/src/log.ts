import { randomUUID } from 'node:crypto';
import type { AgentLogs } from '@cfs/contracts/agents';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type LogFields = Readonly<Record<string, unknown>>;
export type LogEntry = AgentLogs[number];

/** Structured log: writes each entry as a line of JSON, and keeps it until it is shipped to the server. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** Turns `debug` entries on or off. */
  trace(on: boolean): void;
  /**
   * Returns the oldest unshipped entries within the limits, at least one if there is any. They are kept until passed to
   * `shipped`.
   */
  unshipped(limits: { readonly entries: number; readonly bytes: number }): LogEntry[];
  shipped(entries: readonly LogEntry[]): void;
}

const keptEntries = 1_000;
const longestDetail = 8_000;

/** The message of an error, followed by the messages of its causes. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error
    ? [error.message, ...(error.cause === undefined ? [] : [reasonOf(error.cause)])].filter(Boolean).join(': ')
    : String(error);

/** `write` receives each line. Of more than 1,000 unshipped entries, the oldest are dropped. */
export const createLog = (write: (line: string) => void): Log => {
  let tracing = false;
  const kept: LogEntry[] = [];

  const say = (level: LogLevel, message: string, fields: LogFields = {}): void => {
    if (level === 'debug' && !tracing) return;
    const created = new Date().toISOString();
    write(`${JSON.stringify({ time: created, level, message, ...fields })}\n`);
    const details = Object.keys(fields).length > 0 ? ` ${JSON.stringify(fields)}` : '';
    kept.push({
      logEntryId: randomUUID(),
      created,
      entryType: level,
      ...(typeof fields['deviceOperationId'] === 'string' && { deviceOperationId: fields['deviceOperationId'] }),
      detail: `${message}${details}`.slice(0, longestDetail).toWellFormed().replaceAll('\0', ''),
    });
    if (kept.length > keptEntries) kept.shift();
  };

  return {
    debug: (message, fields) => say('debug', message, fields),
    info: (message, fields) => say('info', message, fields),
    warn: (message, fields) => say('warn', message, fields),
    error: (message, fields) => say('error', message, fields),
    trace: (on) => {
      tracing = on;
    },
    unshipped: ({ entries, bytes }) => {
      let sum = '[]'.length;
      const batch: LogEntry[] = [];
      for (const entry of kept.slice(0, entries)) {
        sum += Buffer.byteLength(JSON.stringify(entry)) + ','.length;
        if (sum > bytes && batch.length > 0) break;
        batch.push(entry);
      }
      return batch;
    },
    shipped: (entries) => {
      // The sent entries may have been dropped already; the index is then -1 and nothing is removed.
      const last = kept.findIndex(({ logEntryId }) => logEntryId === entries.at(-1)?.logEntryId);
      kept.splice(0, last + 1);
    },
  };
};
