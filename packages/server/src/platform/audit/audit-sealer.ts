import type { Logger } from 'pino';
import type { AuditChain } from './audit-chain.ts';

const pause = 1_000;

/** Seals about once a second until it is stopped; a failure is logged and tried again. */
export interface AuditSealer {
  start(): void;
  /** Resolves once nothing is under way any more. */
  stop(): Promise<void>;
}

export const createAuditSealer = (chain: AuditChain, log: Logger): AuditSealer => {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;

  const run = async (): Promise<void> => {
    try {
      while (!stopped && (await chain.seal()) > 0);
    } catch (error) {
      if (!stopped) log.error({ err: error }, 'the audit could not be sealed');
    }
    arm();
  };

  const arm = (): void => {
    if (stopped) return;
    timer = setTimeout(() => (running = run()), pause);
    timer.unref();
  };

  return {
    start: arm,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
};
