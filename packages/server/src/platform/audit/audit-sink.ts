import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { WrittenHead } from './written-heads.ts';

/** A destination outside the database for the heads of the chains. */
export interface AuditSink {
  /** Queues the heads and returns immediately; for each tenant only the latest pending head is kept. */
  write(heads: readonly WrittenHead[]): void;
  /** Attempts to write the pending heads once more, then closes. */
  close(): Promise<void>;
}

export interface AuditSinkOptions {
  /** `file:` appends to the file; other URLs receive a POST. Credentials in the URL are sent as HTTP Basic. */
  readonly address: URL;
  readonly log: Pick<Logger, 'warn'>;
  readonly onFailure: () => void;
  /** Milliseconds of the first backoff; doubled for each further one, up to a minute. */
  readonly firstPause?: number;
}

const maxBackoffMilliseconds = 60_000;
const deadlineMilliseconds = 10_000;

const append = async (address: URL, lines: string): Promise<void> => {
  const file = await open(fileURLToPath(address), 'a', 0o600);
  try {
    await file.appendFile(lines);
    await file.sync();
  } finally {
    await file.close();
  }
};

const post = async (address: URL, lines: string): Promise<void> => {
  const target = new URL(address);
  const { username, password } = target;
  [target.username, target.password] = ['', ''];
  const basic = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const answer = await fetch(target, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(deadlineMilliseconds),
    headers: {
      'content-type': 'application/x-ndjson',
      ...(username !== '' && { authorization: `Basic ${Buffer.from(basic).toString('base64')}` }),
    },
    body: lines,
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new TypeError(`The audit sink answered ${answer.status}.`);
};

export const createAuditSink = ({ address, log, onFailure, firstPause = 1_000 }: AuditSinkOptions): AuditSink => {
  const waiting = new Map<string, WrittenHead>();
  const ended = new AbortController();
  let running: Promise<void> | undefined;

  const deliver = async (): Promise<boolean> => {
    const heads = [...waiting.values()];
    const lines = heads.map((head) => `${JSON.stringify(head)}\n`).join('');
    try {
      await (address.protocol === 'file:' ? append : post)(address, lines);
    } catch (error) {
      onFailure();
      log.warn({ err: error }, 'the heads of the audit could not be written to the sink');
      return false;
    }
    for (const head of heads) if (waiting.get(head.tenant) === head) waiting.delete(head.tenant);
    return true;
  };

  const pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds).unref();
      ended.signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
    });

  const drain = async (): Promise<void> => {
    let next = firstPause;
    while (waiting.size > 0 && !ended.signal.aborted) {
      if (await deliver()) next = firstPause;
      else {
        await pause(next);
        next = Math.min(next * 2, maxBackoffMilliseconds);
      }
    }
  };

  return {
    write(heads) {
      for (const head of heads) waiting.set(head.tenant, head);
      running ??= drain().finally(() => (running = undefined));
    },
    async close() {
      ended.abort();
      await running;
      if (waiting.size > 0) await deliver();
    },
  };
};
