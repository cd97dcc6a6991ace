/** Wakes one waiter. A notification without a waiter is kept for the next one. */
export interface Signal {
  notify(): void;
  /** Resolves with the next notification, or after the time. */
  wait(milliseconds: number): Promise<void>;
}

export const createSignal = (): Signal => {
  let isNotified = false;
  let wake: (() => void) | undefined;
  return {
    notify() {
      isNotified = true;
      wake?.();
    },
    async wait(milliseconds) {
      if (!isNotified) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        wake = undefined;
      }
      isNotified = false;
    },
  };
};
