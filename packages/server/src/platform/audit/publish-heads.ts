import type { Logger } from 'pino';
import type { AuditChain } from './audit-chain.ts';
import type { AuditSink } from './audit-sink.ts';
import { toWrittenHead } from './written-heads.ts';

const headsPerLine = 50;
const headsAtOnce = 1_000;

/** Publishes the heads of the chains outside the database. */
export interface HeadPublisher {
  /** Publishes the heads that changed since the last call of this process, at most a thousand at a time. */
  publish(): Promise<void>;
}

export const createHeadPublisher = (options: {
  readonly chain: AuditChain;
  readonly log: Pick<Logger, 'info'>;
  readonly sink: AuditSink | undefined;
}): HeadPublisher => {
  const { chain, log, sink } = options;
  const published = new Map<string, number>();
  return {
    async publish() {
      const heads = (await chain.heads())
        .filter(({ tenantId, sequence }) => published.get(tenantId) !== sequence)
        .slice(0, headsAtOnce);
      const written = heads.map(toWrittenHead);
      for (let at = 0; at < written.length; at += headsPerLine)
        log.info({ heads: written.slice(at, at + headsPerLine) }, 'the heads of the audit chains');
      sink?.write(written);
      for (const { tenantId, sequence } of heads) published.set(tenantId, sequence);
    },
  };
};
