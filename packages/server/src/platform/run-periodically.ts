import type { Logger } from 'pino';

/** Runs a function periodically without overlap until stopped; failures are logged. */
export const runPeriodically = (
  name: string,
  pause: number,
  task: () => Promise<unknown>,
  log: Logger,
): { stop(): Promise<void> } => {
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  let stopped = false;

  const arm = (): void => {
    if (stopped) return;
    timer = setTimeout(() => (running = run()), pause);
    timer.unref();
  };
  const run = async (): Promise<void> => {
    try {
      await task();
    } catch (error) {
      if (!stopped) log.error({ err: error, task: name }, 'a periodic task failed');
    }
    arm();
  };
  arm();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
};
