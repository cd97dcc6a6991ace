import type { Logger } from 'pino';

/** The steps done so far, so that they can be stopped in reverse order. */
export interface Shutdown {
  /** Adds the function that undoes a step that has just been done. */
  add(name: string, stop: () => Promise<unknown>): void;
  /** Stops everything once, in reverse order. A failure is logged and does not prevent the other stops. */
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
