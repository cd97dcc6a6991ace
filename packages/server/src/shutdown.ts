import type { Logger } from 'pino';

/** What has been started so far, so that all of it can be stopped again, the last first. */
export interface Shutdown {
  /** Adds what undoes a step that has just been done. */
  add(name: string, stop: () => Promise<unknown>): void;
  /** Stops everything once; one that fails is logged and does not keep the others running. */
  run(): Promise<void>;
}

export const createShutdown = (log: Logger): Shutdown => {
  const steps: { readonly name: string; readonly stop: () => Promise<unknown> }[] = [];
  let running: Promise<void> | undefined;

  const stopAll = async (): Promise<void> => {
    for (let step = steps.pop(); step; step = steps.pop()) {
      try {
        await step.stop();
        log.debug({ step: step.name }, 'stopped');
      } catch (error) {
        log.error({ err: error, step: step.name }, 'could not be stopped cleanly');
      }
    }
  };

  return {
    add: (name, stop) => {
      steps.push({ name, stop });
    },
    run: () => (running ??= stopAll()),
  };
};
