import { randomUUID } from 'node:crypto';
import type { AgentLogs } from '@cfs/contracts/agents';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type LogFields = Readonly<Record<string, unknown>>;
export type LogEntry = AgentLogs[number];

/** Structured log: a JSON line each, and the entries kept for the server until they are taken. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** Whether `debug` says anything. */
  trace(on: boolean): void;
  /** The oldest entries that were not shipped yet, one at least if there is one; they stay until `shipped` names them. */
  unshipped(limits: { readonly entries: number; readonly bytes: number }): LogEntry[];
  shipped(entries: readonly LogEntry[]): void;
}

const keptEntries = 1_000;
const longestDetail = 8_000;

/** An error's own words and those of its causes. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error
    ? [error.message, ...(error.cause === undefined ? [] : [reasonOf(error.cause)])].filter(Boolean).join(': ')
    : String(error);

/** `write` takes each line; the oldest of the entries for the server go when too many gather. */
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
      // The oldest may have made room for new ones meanwhile: then it is not among the kept.
      const last = kept.findIndex(({ logEntryId }) => logEntryId === entries.at(-1)?.logEntryId);
      kept.splice(0, last + 1);
    },
  };
};
